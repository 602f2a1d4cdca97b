"""The same games on arrays, compiled: batches of thousands of games."""
