"""The provider: its configuration, and its ID tokens, which are fully verified."""

import base64
import importlib.util
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote, urlencode

from server.config import Config
from server.errors import ConfigError
from server.oidc.fetching import ProviderFault, fetch, is_safe

KNOWN_S = 3600.0
"""How long the provider's configuration and keys are cached."""
AGAIN_S = 60.0
"""Shortest interval between fetches of the keys for a token with an unknown key."""
LEEWAY_S = 60
"""Tolerated difference between the clocks of two machines."""
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Asymmetric algorithms only: "none" signs nothing, and with HS256 a public key would be the secret."""
LONGEST_SUBJECT = 255
LARGEST_TOKEN = 32_768


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """Settings of the provider: its issuer, this server's client ID and secret, if any, and the label of the button."""

    issuer: str
    client: str
    secret: str
    label: str


@dataclass(frozen=True, slots=True)
class Identity:
    """A person's permanent identity at the provider, and a proposed name."""

    issuer: str
    subject: str
    name: str


def read_settings(config: Config) -> ProviderSettings | None:
    """Read the provider's settings, None without one; raises ConfigError if something is missing."""
    if not config.oidc_issuer:
        return None
    if not is_safe(config.oidc_issuer):
        raise ConfigError("oidc_issuer: the provider needs https, unless it runs on this machine")
    if not config.oidc_client:
        raise ConfigError("oidc_client: the client ID of this server at oidc_issuer is missing")
    if importlib.util.find_spec("joserfc") is None:
        raise ConfigError("oidc_issuer: sign-in by a provider needs the extra: pip install 'tengen[oidc]'")
    secret = ""
    if config.oidc_secret_file:
        try:
            secret = Path(config.oidc_secret_file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"oidc_secret_file: cannot read {config.oidc_secret_file}: {error}") from error
        if not secret:
            raise ConfigError(f"oidc_secret_file: {config.oidc_secret_file} is empty")
    return ProviderSettings(config.oidc_issuer, config.oidc_client, secret, config.oidc_label)


class Provider:
    """One provider. All methods block and compute: call them in threads. ``clock`` returns the time in seconds."""

    def __init__(self, settings: ProviderSettings, clock: Callable[[], float] = time.time) -> None:
        self.settings = settings
        self._clock = clock
        self._lock = Lock()
        self._known: tuple[float, dict[str, Any]] | None = None
        self._keys: tuple[float, list[dict[str, Any]]] | None = None

    def authorize_url(self, redirect_uri: str, state: str, nonce: str, challenge: str) -> str:
        """Return the URL at which a browser signs in."""
        endpoint = self._describe()["authorization_endpoint"]
        asked = {
            "response_type": "code",
            "scope": "openid profile",
            "client_id": self.settings.client,
            "redirect_uri": redirect_uri,
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return f"{endpoint}{'&' if '?' in endpoint else '?'}{urlencode(asked)}"

    def redeem(self, code: str, redirect_uri: str, verifier: str, nonce: str) -> Identity:
        """Redeem a code. Return the person's identity. Raises ProviderFault."""
        described = self._describe()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_uri,
            "client_id": self.settings.client,
            "code_verifier": verifier,
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if self.settings.secret:
            methods = described.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
            if "client_secret_basic" in methods:
                pair = f"{quote(self.settings.client, safe='')}:{quote(self.settings.secret, safe='')}"
                headers["Authorization"] = f"Basic {base64.b64encode(pair.encode()).decode()}"
            else:
                form["client_secret"] = self.settings.secret
        answer = fetch(described["token_endpoint"], urlencode(form).encode(), headers)
        token = answer.get("id_token")
        if not isinstance(token, str) or len(token) > LARGEST_TOKEN:
            raise ProviderFault("there is no ID token in the answer to the code")
        return self._read(token, nonce)

    def _read(self, token: str, nonce: str) -> Identity:
        """Verify an ID token: its signature and all of its claims. Return its identity."""
        claims = self._verify(token)
        issuer, client = self.settings.issuer, self.settings.client
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        now = self._clock()
        subject, told = claims.get("sub"), claims.get("nonce")
        faults = {
            "is of another issuer": claims.get("iss") != issuer,
            "is for somebody else": client not in audiences,
            "was asked for by somebody else": claims.get("azp", client) != client
            or (len(audiences) > 1 and "azp" not in claims),
            "has expired": _read_time(claims, "exp", 0) <= now - LEEWAY_S,
            "is of the future": _read_time(claims, "iat", math.inf) > now + LEEWAY_S,
            "is not valid yet": "nbf" in claims and _read_time(claims, "nbf", math.inf) > now + LEEWAY_S,
            "is of another sign-in": not isinstance(told, str) or not compare_digest(told.encode(), nonce.encode()),
            "names nobody": not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT,
        }
        for fault, found in faults.items():
            if found:
                raise ProviderFault(f"the ID token {fault}")
        return Identity(issuer, str(subject), _propose_name(claims))

    def _verify(self, token: str) -> dict[str, Any]:
        from joserfc import jws, jwt  # noqa: PLC0415 - of an extra
        from joserfc.errors import JoseError  # noqa: PLC0415
        from joserfc.jwk import KeySet  # noqa: PLC0415

        try:
            wanted = jws.extract_compact(token.encode()).headers().get("kid")
        except (JoseError, ValueError, AttributeError) as error:
            raise ProviderFault(f"the ID token is none: {error}") from None
        keys = [key for key in self._list_keys(wanted) if wanted is None or key.get("kid") == wanted]
        if not keys:
            raise ProviderFault("the ID token is signed with a key that the provider does not have")
        fault: Exception | None = None
        for key in keys:
            try:
                return dict(jwt.decode(token, KeySet.import_key_set({"keys": [key]}), list(ALGORITHMS)).claims)
            except (JoseError, ValueError, TypeError, KeyError) as error:
                fault = error
        raise ProviderFault(f"the ID token is not signed by the provider: {fault}")

    def _describe(self) -> dict[str, Any]:
        with self._lock:
            if self._known is not None and self._clock() - self._known[0] < KNOWN_S:
                return self._known[1]
            issuer = self.settings.issuer
            found = fetch(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
            if found.get("issuer") != issuer:
                raise ProviderFault(f"the provider calls itself {found.get('issuer')!r}, and oidc_issuer {issuer!r}")
            for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
                if not isinstance(found.get(name), str) or not is_safe(found[name]):
                    raise ProviderFault(f"the provider's {name} is no address of https")
            self._known = self._clock(), found
            return found

    def _list_keys(self, wanted: str | None) -> list[dict[str, Any]]:
        """Return the provider's public keys, fetched again at intervals if the wanted one is missing."""
        address = self._describe()["jwks_uri"]
        with self._lock:
            now = self._clock()
            if self._keys is not None:
                age = now - self._keys[0]
                missing = wanted is not None and wanted not in {key.get("kid") for key in self._keys[1]}
                if age < (AGAIN_S if missing else KNOWN_S):
                    return self._keys[1]
            found = fetch(address).get("keys")
            keys = [
                key
                for key in (found if isinstance(found, list) else [])
                if isinstance(key, dict) and key.get("kty") in ("RSA", "EC", "OKP") and key.get("use", "sig") == "sig"
            ]
            self._keys = now, keys
            return keys


def _propose_name(claims: Mapping[str, Any]) -> str:
    for name in ("preferred_username", "nickname", "given_name", "name"):
        found = claims.get(name)
        if isinstance(found, str) and found.strip():
            return found.partition("@")[0].strip()[:20]
    return ""


def _read_time(claims: Mapping[str, Any], name: str, missing: float) -> float:
    """Return a time claim in seconds; ``missing`` if there is none."""
    found = claims.get(name)
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else missing
