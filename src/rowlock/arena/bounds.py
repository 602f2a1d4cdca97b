"""What is too much. Commands say so in their help, so nothing heavy is imported here."""

MOST_GAMES = 10**12
"""More than anybody can wait for, and few enough to be counted in 64 bits."""
