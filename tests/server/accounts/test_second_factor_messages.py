"""QR codes: what they say, and that the path is the code."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

import segno

from server.accounts.second_factor_messages import BORDER, draw, make_uri


def test_an_authenticator_is_told_whose_key_it_is_and_where_for() -> None:
    parts = urlsplit(make_uri("GEZDGNBVGY3TQOJQ", "Ms Lovelace & 五子棋?", "gomoku.example.org:8080"))
    assert (parts.scheme, parts.netloc) == ("otpauth", "totp")
    assert unquote(parts.path) == "/Tengen:Ms Lovelace & 五子棋?@gomoku.example.org:8080"
    assert parse_qs(parts.query) == {"secret": ["GEZDGNBVGY3TQOJQ"], "issuer": ["Tengen"]}
    assert unquote(urlsplit(make_uri("A", "Ada", "")).path) == "/Tengen:Ada"


def test_the_path_is_the_code_with_light_around_it() -> None:
    text = make_uri("A" * 32, "Ada", "localhost")
    code = draw(text)
    dark = {
        (int(x) + n, int(y))
        for x, y, run, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", code.path)
        for n in range(int(run))
        if run == back
    }
    assert re.fullmatch(r"(?:M\d+ \d+h\d+v1h-\d+z)+", code.path)
    rows = segno.make(text, error="m", micro=False, boost_error=False).matrix
    assert dark == {(x + BORDER, y + BORDER) for y, row in enumerate(rows) for x, bit in enumerate(row) if bit}
    assert (code.text, code.size) == (text, len(rows) + 2 * BORDER)
