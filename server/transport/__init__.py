"""The transport, all network access: HTTP answers, the client's files, WebSocket connections."""
