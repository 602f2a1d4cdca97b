"""Training the networks of the bots by games against themselves."""
