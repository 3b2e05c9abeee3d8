"""A client of the wire protocol: HTTP and WebSocket."""
