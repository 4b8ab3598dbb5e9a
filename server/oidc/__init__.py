"""Sign-in with a provider of OpenID Connect, such as a school's: code flow with PKCE, state and nonce."""
