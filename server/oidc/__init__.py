"""Sign-in by a provider of OpenID Connect, as schools have: code flow with PKCE, state and nonce."""
