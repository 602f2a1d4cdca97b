"""The server towards the network: HTTP, sockets, keys, the files of the page."""
