"""A small OpenID Connect provider on loopback that signs everybody in at once, and can be told to misbehave."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jws, jwt
from joserfc.jwk import OctKey, RSAKey

Claims = dict[str, Any]
CLIENT, SECRET = "tengen", "s3cret:with/signs"


class SmallProvider:
    """The provider. ``person`` has the claims of the person who signs in.

    ``forge`` may make another ID token from the right claims; ``told`` has every form posted.
    """

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.person: Claims = {"sub": "pupil-17", "preferred_username": "ada@school.example"}
        self.forge: Callable[[Claims], str] | None = None
        self.described: Claims = {}
        self.denied = False
        self.told: list[dict[str, str]] = []
        self._codes: dict[str, dict[str, str]] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider._get(self)

            def do_POST(self) -> None:
                provider._post(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self._server.server_port}/realm"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def sign(self, claims: Claims, key: RSAKey | None = None, kid: str = "one") -> str:
        """Make an ID token signed with a key, by default the provider's own."""
        return jwt.encode({"alg": "RS256", "kid": kid}, claims, key or self.key, ["RS256"])

    def sign_with_public_key(self, claims: Claims) -> str:
        """Make an ID token whose secret is the public key, as if HS256 had been agreed on."""
        key = OctKey.import_key(self.key.as_pem(private=False), {"kid": "one"})
        return jws.serialize_compact({"alg": "HS256", "kid": "one"}, json.dumps(claims), key, ["HS256"])

    @staticmethod
    def sign_with_nothing(claims: Claims) -> str:
        """Make an ID token with the algorithm "none"."""
        parts = ({"alg": "none", "kid": "one"}, claims)
        return ".".join(_b64(json.dumps(part).encode()) for part in parts) + "."

    def authorize(self, url: str) -> str:
        """Sign in at the address a browser was sent to; return the redirect address."""
        asked = dict(parse_qsl(urlsplit(url).query))
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        if self.denied:
            return f"{asked['redirect_uri']}?{urlencode({'error': 'access_denied', 'state': asked['state']})}"
        code = secrets.token_urlsafe(16)
        self._codes[code] = asked
        more = {"code": code, "state": asked["state"], "iss": self.issuer, "session_state": "x"}
        return f"{asked['redirect_uri']}?{urlencode(more)}"

    def _get(self, handler: BaseHTTPRequestHandler) -> None:
        path = urlsplit(handler.path).path
        if path == "/realm/.well-known/openid-configuration":
            base = {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
            }
            _answer(handler, 200, base | self.described)
        elif path == "/realm/keys":
            _answer(handler, 200, {"keys": [self.key.as_dict(private=False)]})
        elif path == "/realm/authorize":
            handler.send_response(302)
            handler.send_header("Location", self.authorize(handler.path))
            handler.end_headers()
        else:
            _answer(handler, 404, {})

    def _post(self, handler: BaseHTTPRequestHandler) -> None:
        form = dict(parse_qsl(handler.rfile.read(int(handler.headers["Content-Length"])).decode()))
        self.told.append(form | {"authorization": handler.headers.get("Authorization", "")})
        asked = self._codes.pop(form.get("code", ""), None)
        challenge = _b64(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if asked is None or challenge != asked["code_challenge"] or form["redirect_uri"] != asked["redirect_uri"]:
            _answer(handler, 400, {"error": "invalid_grant"})
            return
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        token = (self.forge or self.sign)(claims | self.person)
        _answer(handler, 200, {"access_token": "x", "token_type": "Bearer", "id_token": token})


def _answer(handler: BaseHTTPRequestHandler, status: int, body: Claims) -> None:
    raw = json.dumps(body).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(raw)))
    handler.end_headers()
    handler.wfile.write(raw)


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
