"""The transport, all that reaches the network: HTTP answers, the client's files, WebSocket connections."""
