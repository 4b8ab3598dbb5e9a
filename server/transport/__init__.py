"""What reaches the network: HTTP answers, the client's files, WebSocket connections."""
