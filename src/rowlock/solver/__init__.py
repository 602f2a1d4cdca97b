"""Perfect play of solo games, by exact dynamic programming."""
