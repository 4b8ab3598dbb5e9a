"""Sign-in by a provider over real HTTP and sockets, and every way to be let in that is none."""

import asyncio
import base64
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from server.accounts.totp import make_code
from server.config import Config
from server.errors import ConfigError
from server.oidc import fetching
from server.oidc.flow import MOST_KEPT, STATE_MS
from server.oidc.provider import read_settings
from server.store.people import identities, one_time_values
from server.transport import http
from server.transport.http import BURST_S
from server.transport.sign_in_pages import START_COST
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.http import get
from tests.kit.installation import Installation, open_installation
from tests.server.accounts.test_registry import SECRET as PASSWORD
from tests.server.accounts.test_registry import QuickHashing
from tests.server.test_accounts import become, keep_name, refused, signed_out

pytest.importorskip("joserfc")
from joserfc.jwk import RSAKey

from tests.kit.oidc_provider import CLIENT, SECRET, Claims, SmallProvider

Running = tuple[App, str]


class Browser:
    """Follows nothing by itself, and keeps cookies for `/oidc`."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.cookies: dict[str, str] = {}
        self.set: list[str] = []

    async def visit(self, address: str, **headers: str) -> str:
        """Where an address leads to."""
        return await asyncio.to_thread(self._visit, address, headers)

    def _visit(self, address: str, headers: dict[str, str]) -> str:
        connection = HTTPConnection(self.host, timeout=30)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", address, headers={"Cookie": cookie, **named})
        answer = connection.getresponse()
        self.set = answer.headers.get_all("Set-Cookie") or []
        answer.read()
        connection.close()
        for each in self.set:
            name, _, value = each.partition(";")[0].partition("=")
            if "Max-Age=0" in each:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        assert answer.status == 302
        return answer.headers["Location"]

    async def go(self, provider: SmallProvider) -> str:
        """All the way to the provider and back; the page that it ends at."""
        return await self.visit(_path(provider.authorize(await self.visit("/oidc/start"))))

    @property
    def ticket(self) -> str:
        """The ticket that the page reads."""
        return self.cookies["tengen_ticket"]


def _path(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


@pytest.fixture
def provider() -> Iterator[SmallProvider]:
    with SmallProvider() as started:
        yield started


@pytest.fixture
def config(config: Config, provider: SmallProvider, tmp_path: Path) -> Config:
    secret = tmp_path / "secret"
    secret.write_text(f"{SECRET}\n")
    return replace(
        config, oidc_issuer=provider.issuer, oidc_client=CLIENT, oidc_secret_file=str(secret), oidc_label="Our school"
    )


@pytest.fixture
def browser(running: Running) -> Browser:
    return Browser(running[1])


async def enter(client: Client, browser: Browser, **fields: object) -> None:
    await become(client, "oidc_sign_in", ticket=browser.ticket, **fields)


def test_no_address_pushes_out_all_that_others_have_begun() -> None:
    within_one = Config().address_requests_per_s * (BURST_S + STATE_MS / 1000) / START_COST
    assert within_one < MOST_KEPT


async def test_to_begin_is_charged_to_the_address(browser: Browser, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "START_COST", BURST_S * Config().address_requests_per_s - 50)
    await browser.visit("/oidc/start")
    assert (await get(f"{site}/oidc/start"))[0] == 429
    assert (await get(f"{site}/healthz"))[0] == 200


async def test_a_guest_becomes_an_account_and_comes_back(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    guest = await join()
    tablet = await join(guest.token)
    assert guest.welcome["provider"] == "Our school"
    player, room = guest.player, await guest.create()
    assert await browser.go(provider) == "/oidc"
    hidden, ticket = browser.set
    assert "Max-Age=0" in hidden
    assert "Path=/oidc" in ticket
    with pytest.raises(Refusal) as caught:
        await guest.command("oidc_sign_in", ticket=browser.ticket)
    assert (caught.value.code, caught.value.message["detail"]) == ("choose_name", {"name": "ada"})
    for name, code in (("Admin", "name_reserved"), ("x", "bad_name")):
        with pytest.raises(Refusal, match=code):
            await guest.command("oidc_sign_in", ticket=browser.ticket, name=name)
    await enter(guest, browser, name="Ada")
    assert (guest.player, guest.welcome["rooms"]) == (player, [room])
    account = guest.welcome["account"]
    assert (account["password"], account["provider"]) == (False, True)
    await signed_out(tablet)
    assert await refused(guest, "oidc_sign_in", ticket=browser.ticket) == "oidc_state"  # used up

    other = await join()
    theirs = await other.create()
    again = Browser(running[1])
    await again.go(provider)
    await enter(other, again)
    assert (other.player, set(other.welcome["rooms"])) == (player, {room, theirs})
    assert provider.told[0]["authorization"].startswith("Basic ")
    assert "client_secret" not in provider.told[0]
    rows = await running[0].store.fetch("SELECT issuer, subject, player FROM identities")
    assert [tuple(row) for row in rows] == [(provider.issuer, "pupil-17", player)]


@pytest.mark.parametrize("names", [("Ada", "Bob"), ("Ada", "Ada")])
async def test_of_two_who_come_with_one_ticket_one_is_told_that_the_person_has_an_account(
    join: Connect, provider: SmallProvider, browser: Browser, names: tuple[str, str]
) -> None:
    guests = [await join() for _ in names]
    await browser.go(provider)
    answers = await asyncio.gather(
        *(
            guest.command("oidc_sign_in", ticket=browser.ticket, name=name)
            for guest, name in zip(guests, names, strict=True)
        ),
        return_exceptions=True,
    )
    codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
    assert codes == ["identity_taken"]


async def test_who_is_deleted_leaves_no_identity(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    guest = await join()
    await browser.go(provider)
    await enter(guest, browser, name="Ada")
    await guest.command("delete_player")
    assert await running[0].store.fetch("SELECT 1 FROM identities") == []


async def test_an_account_is_not_given_an_identity_by_chance(
    join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    """A pupil signs in at a computer where the teacher still is."""
    teacher = await join()
    await keep_name(teacher, "Ms Lovelace")
    await browser.go(provider)
    assert await refused(teacher, "oidc_sign_in", ticket=browser.ticket) == "has_account"
    assert await refused(teacher, "oidc_sign_in", ticket=browser.ticket, name="Ada") == "has_account"


async def test_whose_account_is_closed_is_not_let_in(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    guest = await join()
    await browser.go(provider)
    await enter(guest, browser, name="Ada")
    await running[0].store.execute(("UPDATE accounts SET disabled_at = 1", ()))
    await browser.go(provider)
    assert await refused(await join(), "oidc_sign_in", ticket=browser.ticket) == "disabled"


async def test_a_state_is_of_one_browser_and_counts_once(
    running: Running, provider: SmallProvider, browser: Browser
) -> None:
    wrong = "/oidc?error=oidc_state"
    victim = Browser(running[1])
    back = _path(provider.authorize(await browser.visit("/oidc/start")))
    assert await victim.visit(back) == wrong  # fixation: somebody else's sign-in, in a browser that began none
    assert "tengen_ticket" not in victim.cookies
    assert await browser.visit(back) == wrong  # and it is over for who began it, too

    await victim.visit("/oidc/start")
    back = _path(provider.authorize(await browser.visit("/oidc/start")))
    assert await victim.visit(back) == wrong  # nor in one that has begun another

    back = _path(provider.authorize(await browser.visit("/oidc/start")))
    before = dict(browser.cookies)
    assert await browser.visit(back) == "/oidc"
    browser.cookies = before
    assert await browser.visit(back) == wrong  # the same code and state once more

    asked = dict(parse_qsl(urlsplit(provider.authorize(await browser.visit("/oidc/start"))).query))
    for change in ({"state": "x" * 43}, {"state": ""}, {"iss": "https://other.example"}):
        assert await browser.visit("/oidc/callback?" + urlencode(asked | change)) == wrong
    assert len(provider.told) == 1  # no code went to the provider but by its own browser


async def test_a_code_works_once(running: Running, provider: SmallProvider, browser: Browser) -> None:
    first = dict(parse_qsl(urlsplit(provider.authorize(await browser.visit("/oidc/start"))).query))
    assert await browser.visit("/oidc/callback?" + urlencode(first)) == "/oidc"
    second = dict(parse_qsl(urlsplit(provider.authorize(await browser.visit("/oidc/start"))).query))
    assert await browser.visit("/oidc/callback?" + urlencode(second | {"code": first["code"]})) == (
        "/oidc?error=oidc_token"
    )
    stolen = dict(parse_qsl(urlsplit(provider.authorize(await Browser(running[1]).visit("/oidc/start"))).query))
    mine = dict(parse_qsl(urlsplit(provider.authorize(await browser.visit("/oidc/start"))).query))
    assert await browser.visit("/oidc/callback?" + urlencode(mine | {"code": stolen["code"]})) == (
        "/oidc?error=oidc_token"  # its verifier is another
    )


OTHER_KEY = RSAKey.generate_key(2048, {"kid": "one"})
FORGED: dict[str, Callable[[SmallProvider, Claims], str]] = {
    "another nonce": lambda provider, claims: provider.sign(claims | {"nonce": "of another sign-in"}),
    "no nonce": lambda provider, claims: provider.sign({k: v for k, v in claims.items() if k != "nonce"}),
    "another audience": lambda provider, claims: provider.sign(claims | {"aud": "somebody-else"}),
    "several audiences": lambda provider, claims: provider.sign(claims | {"aud": [CLIENT, "somebody-else"]}),
    "asked for by another": lambda provider, claims: provider.sign(claims | {"azp": "somebody-else"}),
    "no audience": lambda provider, claims: provider.sign({k: v for k, v in claims.items() if k != "aud"}),
    "another issuer": lambda provider, claims: provider.sign(claims | {"iss": provider.issuer + "/"}),
    "expired": lambda provider, claims: provider.sign(claims | {"exp": int(time.time()) - 120}),
    "never expires": lambda provider, claims: provider.sign({k: v for k, v in claims.items() if k != "exp"}),
    "expires by a text": lambda provider, claims: provider.sign(claims | {"exp": "tomorrow"}),
    "of the future": lambda provider, claims: provider.sign(claims | {"iat": int(time.time()) + 3600}),
    "not valid yet": lambda provider, claims: provider.sign(claims | {"nbf": int(time.time()) + 3600}),
    "nobody": lambda provider, claims: provider.sign(claims | {"sub": ""}),
    "a number": lambda provider, claims: provider.sign(claims | {"sub": 17}),
    "a key of somebody else's": lambda provider, claims: provider.sign(claims, OTHER_KEY),
    "no algorithm": lambda provider, claims: provider.sign_with_nothing(claims),
    "no algorithm, no signature": lambda provider, claims: provider.sign_with_nothing(claims).rstrip("."),
    "HS256 with the public key": lambda provider, claims: provider.sign_with_public_key(claims),
    "another text": lambda provider, claims: "not a token",
    "three parts of nothing": lambda provider, claims: "..",
    "claims changed": lambda provider, claims: _swap(provider.sign(claims), provider.sign(claims | {"sub": "owner"})),
}


def _swap(token: str, other: str) -> str:
    """The claims of one token under the signature of another."""
    head, _, signature = token.split(".")
    return ".".join((head, other.split(".")[1], signature))


@pytest.mark.parametrize("forged", FORGED)
async def test_no_other_token_is_believed(provider: SmallProvider, browser: Browser, forged: str) -> None:
    provider.forge = lambda claims: FORGED[forged](provider, claims)
    assert await browser.go(provider) == "/oidc?error=oidc_token"
    assert "tengen_ticket" not in browser.cookies


async def test_the_right_one_is(provider: SmallProvider, browser: Browser) -> None:
    provider.forge = lambda claims: provider.sign(claims | {"aud": [CLIENT, "other"], "azp": CLIENT})
    assert await browser.go(provider) == "/oidc"


async def test_a_provider_changes_its_keys(
    running: Running, provider: SmallProvider, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await browser.go(provider) == "/oidc"
    provider.key = RSAKey.generate_key(2048, {"kid": "two"})
    provider.forge = lambda claims: provider.sign(claims, kid="two")
    flow = running[0].oidc
    assert flow is not None
    assert await browser.go(provider) == "/oidc?error=oidc_token"  # asked for a moment ago
    late = time.time() + 61
    monkeypatch.setattr(flow.provider, "_clock", lambda: late)
    assert await browser.go(provider) == "/oidc"


async def test_what_else_may_go_wrong(provider: SmallProvider, browser: Browser) -> None:
    provider.denied = True
    assert await browser.go(provider) == "/oidc?error=oidc_denied"
    assert await browser.visit("/oidc/start", Sec_Fetch_Site="cross-site") == "/oidc?error=oidc_state"


@pytest.mark.parametrize(
    "described",
    [
        {"issuer": "https://other.example"},
        {"token_endpoint": "http://school.example/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": None},
    ],
)
async def test_a_provider_that_describes_itself_wrongly_is_not_used(
    provider: SmallProvider, browser: Browser, described: Claims
) -> None:
    provider.described = described
    assert await browser.visit("/oidc/start") == "/oidc?error=oidc_unavailable"


async def test_a_provider_that_is_away(provider: SmallProvider, browser: Browser) -> None:
    provider._server.shutdown()
    provider._server.server_close()
    assert await browser.visit("/oidc/start") == "/oidc?error=oidc_unavailable"


async def test_cookies_are_hidden_and_secure_behind_https(
    running: Running, provider: SmallProvider, browser: Browser
) -> None:
    running[0].site._sign_in_pages._public_origins = (f"https://{browser.host}",)
    url = await browser.visit("/oidc/start")
    assert dict(parse_qsl(urlsplit(url).query))["redirect_uri"] == f"https://{browser.host}/oidc/callback"
    (cookie,) = browser.set
    assert {"HttpOnly", "Secure", "SameSite=Lax", "Path=/oidc"} <= set(cookie.split("; "))


async def test_a_sign_in_begins_however_slow_the_machine(running: Running, browser: Browser) -> None:
    flow = running[0].oidc
    assert flow is not None
    ticks = count(flow._now(), 60_000)
    flow._now = lambda: next(ticks)  # a minute between any two looks at the clock
    assert not (await browser.visit("/oidc/start")).startswith("/oidc?error")


async def test_states_run_out(running: Running, provider: SmallProvider, browser: Browser) -> None:
    flow = running[0].oidc
    assert flow is not None
    back = _path(provider.authorize(await browser.visit("/oidc/start")))
    now = flow._now
    flow._now = lambda: now() + 11 * 60_000
    assert await browser.visit(back) == "/oidc?error=oidc_state"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"oidc_issuer": "http://school.example"}, "https"),
        ({"oidc_issuer": "https://user@school.example"}, "https"),
        ({"oidc_client": ""}, "oidc_client"),
        ({"oidc_secret_file": "/nowhere/secret"}, "oidc_secret_file"),
    ],
)
def test_settings_that_are_wrong_are_told(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    base = Config(db=tmp_path / "x.db", oidc_issuer="https://school.example", oidc_client="x")
    assert read_settings(base) is not None
    assert read_settings(Config()) is None
    with pytest.raises(ConfigError, match=said):
        read_settings(replace(base, **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://school.example/x", True),
        ("http://127.0.0.1:8/x", True),
        ("http://[::1]/x", True),
        ("http://localhost/x", True),
        ("http://localhost.example/x", False),
        ("http://10.0.0.1/x", False),
        ("file:///etc/passwd", False),
        ("https://", False),
        ("https://[", False),
    ],
)
def test_what_is_asked_in_the_clear(url: str, safe: bool) -> None:
    assert fetching.is_safe(url) == safe


async def begin_link(client: Client, **fields: str) -> str:
    """The address at which a browser begins to link."""
    code = (await client.command("oidc_link", password=PASSWORD, **fields))["code"]
    return f"/oidc/start?link={code}"


async def list_linked(client: Client) -> list[Message]:
    """With whom an account is linked."""
    await client.send(t="identities", id="linked")
    found: list[Message] = (await client.wait(lambda m: m["t"] == "identities"))["identities"]
    return found


async def link(client: Client, browser: Browser, provider: SmallProvider) -> None:
    """Link an account, as its page does."""
    assert await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(client))))) == "/oidc"
    await client.command("oidc_link_confirm", ticket=browser.ticket)


async def test_an_account_is_linked_and_signed_in_to_either_way_and_unlinked(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    ada = await join()
    await keep_name(ada, "Ada")
    player = ada.player
    assert await list_linked(ada) == []
    assert await refused(ada, "oidc_link", password="another one") == "bad_password"
    await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(ada)))))
    with pytest.raises(Refusal) as caught:
        await ada.command("oidc_sign_in", ticket=browser.ticket)
    assert (caught.value.code, caught.value.message["detail"]) == ("confirm_link", {"name": "ada"})
    await ada.command("oidc_link_confirm", ticket=browser.ticket)
    assert await refused(ada, "oidc_link_confirm", ticket=browser.ticket) == "oidc_state"  # used up
    (linked,) = await list_linked(ada)
    assert (linked["issuer"], linked["current"]) == (provider.issuer, True)

    phone, again = await join(), Browser(running[1])
    await again.go(provider)
    await enter(phone, again)
    assert phone.player == player
    assert await refused(phone, "oidc_unlink", issuer=provider.issuer, password="another one") == "bad_password"
    assert await refused(phone, "oidc_unlink", issuer="other", password=PASSWORD) == "no_identity"
    await phone.command("oidc_unlink", issuer=provider.issuer, password=PASSWORD)
    await again.go(provider)
    assert await refused(await join(), "oidc_sign_in", ticket=again.ticket) == "choose_name"
    await become(await join(), "sign_in", name="Ada", password=PASSWORD)


async def test_the_last_way_in_is_not_given_up(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    guest = await join()
    await browser.go(provider)
    await enter(guest, browser, name="Ada")
    for password in ("what might be one", PASSWORD):
        assert await refused(guest, "oidc_unlink", issuer=provider.issuer, password=password) == "no_password"
        assert await refused(guest, "oidc_link", password=password) == "no_password"
    await running[0].store.execute(identities.remove(guest.player, provider.issuer))  # nor by what holds it back below
    assert len(await list_linked(guest)) == 1


async def test_a_link_is_for_who_began_it_alone(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    ada, eve = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(eve, "Eve")

    # eve's start, brought to its end in ada's browser
    back = _path(provider.authorize(await Browser(running[1]).visit(await begin_link(eve))))
    assert await browser.visit(back) == "/oidc?error=oidc_state"
    # eve's code for a start, in ada's browser: what ada brings back is no use to ada, and eve does not have it
    await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(eve)))))
    for does in ("oidc_link_confirm", "oidc_sign_in"):
        assert await refused(ada, does, ticket=browser.ticket) in ("oidc_other", "oidc_state")
    assert await refused(eve, "oidc_link_confirm", ticket=browser.ticket) == "oidc_state"  # used up by that
    # the same account on another device, where no password was said
    phone = await join()
    await become(phone, "sign_in", name="Ada", password=PASSWORD)
    await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(phone)))))
    assert await refused(ada, "oidc_link_confirm", ticket=browser.ticket) == "oidc_other"
    # what was begun to sign in links nothing, and what was begun to link signs nobody in
    await browser.go(provider)
    assert await refused(ada, "oidc_link_confirm", ticket=browser.ticket) == "oidc_state"
    await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(ada)))))
    assert await refused(await join(), "oidc_sign_in", ticket=browser.ticket, name="Mallory") == "oidc_other"
    # a code works once
    start = await begin_link(ada)
    await browser.visit(start)
    assert await browser.visit(start) == "/oidc?error=oidc_state"
    assert await browser.visit("/oidc/start?link=" + "x" * 43) == "/oidc?error=oidc_state"
    assert await running[0].store.fetch("SELECT 1 FROM identities") == []


async def test_a_person_has_one_account_and_an_account_one_person(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    ada, bob = await join(), await join()
    await keep_name(ada, "Ada")
    await keep_name(bob, "Bob")
    both = [Browser(running[1]) for _ in range(2)]
    for each, client in zip(both, (ada, bob), strict=True):
        await each.visit(_path(provider.authorize(await each.visit(await begin_link(client)))))
    said = await asyncio.gather(
        *(
            refused(client, "oidc_link_confirm", ticket=each.ticket)
            if client is bob
            else client.command("oidc_link_confirm", ticket=each.ticket)
            for each, client in zip(both, (ada, bob), strict=True)
        )
    )
    assert said[1] == "identity_taken"
    provider.person = {"sub": "another", "preferred_username": "second"}
    await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(ada)))))
    assert await refused(ada, "oidc_link_confirm", ticket=browser.ticket) == "has_identity"
    await link(bob, browser, provider)
    rows = await running[0].store.fetch("SELECT subject, player FROM identities ORDER BY subject")
    assert [tuple(row) for row in rows] == [("another", bob.player), ("pupil-17", ada.player)]


async def test_an_account_that_was_closed_meanwhile_is_not_linked(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    ada = await join()
    await keep_name(ada, "Ada")
    await browser.visit(_path(provider.authorize(await browser.visit(await begin_link(ada)))))
    await running[0].store.execute(("UPDATE accounts SET disabled_at = 1", ()))
    assert await refused(ada, "oidc_link_confirm", ticket=browser.ticket) == "disabled"


async def test_a_provider_is_no_way_around_the_second_factor(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    owner = await join()
    await keep_name(owner, "Ada")
    await running[0].store.execute(("UPDATE accounts SET role = 'owner'", ()))
    secret = base64.b32decode((await owner.command("totp_begin", password=PASSWORD))["code"])
    step = running[0].now() // 30_000
    await owner.command("totp_confirm", totp=make_code(secret, step))
    assert await refused(owner, "oidc_link", password=PASSWORD) == "totp_wanted"
    start = await begin_link(owner, totp=make_code(secret, step + 1))
    await browser.visit(_path(provider.authorize(await browser.visit(start))))
    await owner.command("oidc_link_confirm", ticket=browser.ticket)
    phone = await join()
    await browser.go(provider)
    assert await refused(phone, "oidc_sign_in", ticket=browser.ticket) == "totp_wanted"
    assert await refused(phone, "oidc_sign_in", ticket=browser.ticket, totp="000000") == "bad_totp"
    assert await refused(owner, "oidc_unlink", issuer=provider.issuer, password=PASSWORD) == "totp_wanted"
    running[0].registry.second._wall = lambda: (step + 2) * 30_000
    await enter(phone, browser, totp=make_code(secret, step + 2))
    assert phone.player == owner.player


async def test_who_recovers_an_account_has_it_alone(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    ada = await join()
    (code, *_) = (await keep_name(ada, "Ada"))["codes"]
    await link(ada, browser, provider)
    back = await join()
    await become(back, "recover", name="Ada", code=code, password="another one")
    assert await list_linked(back) == []


async def test_who_guesses_at_a_password_makes_nobody_wait_at_the_provider(
    running: Running, join: Connect, provider: SmallProvider, browser: Browser
) -> None:
    ada, eve = await join(), await join()
    await keep_name(ada, "Ada")
    await link(ada, browser, provider)
    while await refused(eve, "sign_in", name="Ada", password="not this one") != "wait":
        pass
    phone = await join()
    await browser.go(provider)
    await enter(phone, browser)
    assert phone.player == ada.player


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


def browsers(two: Installation) -> tuple[Browser, Browser]:
    """One browser before both servers."""
    first, second = (Browser(address) for address in two.addresses)
    second.cookies = first.cookies
    return first, second


async def test_a_browser_comes_back_to_another_server(two: Installation, provider: SmallProvider) -> None:
    first, second = browsers(two)
    guest = await two.connect(0)
    back = _path(provider.authorize(await first.visit("/oidc/start")))
    assert await second.visit(back) == "/oidc"
    await enter(guest, second, name="Ada")
    assert await first.go(provider) == "/oidc"
    before = dict(first.cookies)
    tablet = await two.connect(1)
    await enter(tablet, second)
    assert tablet.player == guest.player
    first.cookies.update(before)
    assert await refused(await two.connect(0), "oidc_sign_in", ticket=first.ticket) == "oidc_state"


async def test_of_two_servers_asked_at_once_one_lets_in(two: Installation, provider: SmallProvider) -> None:
    first, _ = browsers(two)
    guest = await two.connect(0)
    await first.go(provider)
    await enter(guest, first, name="Ada")
    del first.cookies["tengen_ticket"]
    back = _path(provider.authorize(await first.visit("/oidc/start")))
    other = Browser(two.addresses[1])
    other.cookies = dict(first.cookies)
    assert sorted(await asyncio.gather(first.visit(back), other.visit(back))) == ["/oidc", "/oidc?error=oidc_state"]
    ticket = (first.cookies | other.cookies)["tengen_ticket"]
    clients = [await two.connect(number) for number in (0, 1)]
    answers = await asyncio.gather(
        *(become(client, "oidc_sign_in", ticket=ticket) for client in clients), return_exceptions=True
    )
    assert [answer.code for answer in answers if isinstance(answer, Refusal)] == ["oidc_state"]
    assert [client.player == guest.player for client in clients].count(True) == 1


async def test_what_has_run_out_is_removed(two: Installation, provider: SmallProvider) -> None:
    first, _ = browsers(two)
    await first.visit("/oidc/start")
    store, now = two.apps[0].store, two.apps[0].now
    assert len(await store.fetch("SELECT 1 FROM one_time_values")) == 1
    await one_time_values.forget(store, now())
    assert len(await store.fetch("SELECT 1 FROM one_time_values")) == 1
    await one_time_values.forget(store, now() + STATE_MS)
    assert await store.fetch("SELECT 1 FROM one_time_values") == []
