"""What pages ask of the server and what it tells them, as JSON."""
