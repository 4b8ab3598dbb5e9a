"""The client's files: what is served, how, and what never is."""

import gzip
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from server.errors import StartError
from server.transport.static import ROOT, TYPES, ClientFiles
from tests.server.transport.conftest import PAGE, SCRIPT, Served


async def test_the_page_carries_the_build_and_is_at_every_address_of_the_client(served: Served) -> None:
    pages = [await served.get(target) for target in ("/", "/games", "/room/abcdefgh12", "/index.html")]
    assert {page.body.decode() for page in pages} == {
        PAGE.replace("%BUILD%", served.files.build).replace("%LANGUAGE%", "en")
    }
    assert {page.headers["content-type"] for page in pages} == {"text/html; charset=utf-8"}
    assert re.fullmatch(r"[0-9a-f]{12}", served.files.build)


async def test_a_file_has_its_type_and_is_checked_each_time(served: Served) -> None:
    answer = await served.get("/lib/words.js")
    assert (answer.status, answer.body.decode()) == (200, SCRIPT)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert (await served.get("/icon.svg")).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "target",
    [
        "/notes.py",
        "/.hidden.js",
        "/.git/config.js",
        "/../outside.js",
        "/lib/../../outside.js",
        "/%2e%2e/outside.js",
        "/..%2foutside.js",
        "/lib",
        "/lib/",
        "//lib/words.js",
        "/lib/words.js/",
        "/lib/words.js%00",
        "/lib%5cwords.js",
        "/%ff",
        "//etc/passwd",
    ],
)
async def test_nothing_else_is_served(served: Served, target: str) -> None:
    answer = await served.get(target)
    assert (answer.status, answer.json) == (404, {"code": "not_found"})


async def test_a_link_out_of_the_folder_is_not_followed(served: Served) -> None:
    (served.folder / "link.js").symlink_to(served.folder.parent / "outside.js")
    assert (await served.get("/link.js")).status == 404


async def test_a_browser_that_asks_for_nothing_we_have_gets_the_page_with_404(served: Served) -> None:
    answer = await served.get("/nothing", Accept="text/html,*/*;q=0.8")
    assert answer.status == 404
    assert answer.body == (await served.get("/")).body


async def test_a_file_the_browser_holds_is_not_sent_again(served: Served) -> None:
    tag = (await served.get("/lib/words.js")).headers["etag"]
    for held in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = await served.get("/lib/words.js", If_None_Match=held)
        assert (answer.status, answer.body, answer.headers["etag"]) == (304, b"", tag)
    assert (await served.get("/lib/words.js", If_None_Match='"other"')).status == 200


async def test_gzip_for_whoever_takes_it_under_a_tag_of_its_own(served: Served) -> None:
    plain = await served.get("/lib/words.js")
    zipped = await served.get("/lib/words.js", Accept_Encoding="br, gzip;q=0.5")
    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped.body).decode() == SCRIPT
    assert zipped.headers["etag"] != plain.headers["etag"]
    assert len(zipped.body) < len(plain.body)
    for refusing in ("gzip;q=0", "identity", ""):
        assert "content-encoding" not in (await served.get("/lib/words.js", Accept_Encoding=refusing)).headers
    assert "content-encoding" not in (await served.get("/icon.svg", Accept_Encoding="gzip")).headers


async def test_under_its_build_a_file_is_kept_for_ever(served: Served) -> None:
    answer = await served.get(f"/b/{served.files.build}/lib/words.js")
    assert (answer.status, answer.body.decode()) == (200, SCRIPT)
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (await served.get(f"/b/{served.files.build}/lib/nothing.js")).status == 404


async def test_a_page_of_another_build_gets_what_there_is_and_may_not_keep_it(served: Served) -> None:
    answer = await served.get("/b/0123456789ab/lib/words.js")
    assert (answer.status, answer.body.decode(), answer.headers["cache-control"]) == (200, SCRIPT, "no-store")


async def test_the_script_of_a_single_page_goes_to_clients_of_its_build_alone(served: Served) -> None:
    (served.folder / "pages").mkdir()
    (served.folder / "pages" / "room.js").write_text("export {};")
    assert (await served.get("/pages/room.js")).status == 200
    assert (await served.get(f"/b/{served.files.build}/pages/room.js")).status == 200
    assert (await served.get("/b/0123456789ab/pages/room.js")).status == 404


def write_client(folder: Path) -> None:
    """Write a client whose entry and page share a module."""
    (folder / "index.html").write_text(PAGE + "<!-- modules -->")
    (folder / "pages").mkdir()
    (folder / "main.js").write_text(
        'import { words } from "./lib/words.js";\nimport { find } from "./pages/index.js";\n'
    )
    (folder / "pages" / "index.js").write_text(
        'export const find = {\n  games: async () => (await import("./games.js")).gamesPage,\n};\n'
    )
    (folder / "pages" / "games.js").write_text(
        'import { words } from "../lib/words.js";\nexport const gamesPage = () => words;\n'
    )


async def test_a_page_names_the_scripts_that_it_needs(served: Served) -> None:
    write_client(served.folder)
    games, other = [(await served.get(target)).body.decode() for target in ("/games", "/settings")]
    assert f'<link rel="modulepreload" href="/b/{served.files.build}/pages/games.js" />' in games
    assert "modulepreload" not in other


async def test_below_its_build_a_script_holds_what_it_imports(served: Served) -> None:
    write_client(served.folder)
    assert served.files.get("main.js") is not None
    build = served.files.build
    entry, games = [(await served.get(f"/b/{build}/{name}")).body for name in ("main.js", "pages/games.js")]
    assert (SCRIPT.encode() in entry, b"repeats" in games) == (False, False)
    assert entry.count(b"a line that repeats") == SCRIPT.count("a line that repeats")
    assert (await served.get("/main.js")).body == (served.folder / "main.js").read_bytes()


async def test_an_edit_that_cannot_be_joined_leaves_what_was(served: Served) -> None:
    write_client(served.folder)
    assert served.files.get("main.js") is not None
    build = served.files.build
    (served.folder / "main.js").write_text('import { gone } from "./gone.js";\n')
    assert (await served.get(f"/b/{build}/main.js")).status == 200
    assert served.files.build == build


def test_a_client_that_cannot_be_joined_stops_the_start(folder: Path) -> None:
    (folder / "main.js").write_text('import { gone } from "./gone.js";\n')
    with pytest.raises(StartError, match=r"main\.js imports gone\.js"):
        ClientFiles(folder)


async def test_the_page_is_in_the_readers_language_and_checked_each_time(served: Served) -> None:
    answer = await served.get("/", Accept_Language="zh-TW,zh;q=0.9,en;q=0.8")
    assert 'lang="zh-Hant"' in answer.body.decode()
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-cache", "Accept-Encoding, Accept-Language")
    assert answer.headers["etag"] != (await served.get("/")).headers["etag"]


async def test_an_edited_file_is_read_again_and_makes_another_build(served: Served) -> None:
    build, tag = served.files.build, (await served.get("/lib/words.js")).headers["etag"]
    (served.folder / "lib" / "words.js").write_text("export {};")
    answer = await served.get("/lib/words.js", If_None_Match=tag)
    assert (answer.status, answer.body) == (200, b"export {};")
    assert served.files.build != build
    assert served.files.build in (await served.get("/")).body.decode()


async def test_files_come_and_go(served: Served) -> None:
    build = served.files.build
    (served.folder / "new.css").write_text("")
    assert (await served.get("/new.css")).status == 200
    assert served.files.build != build
    (served.folder / "new.css").unlink()
    assert (await served.get("/new.css")).status == 404
    assert served.files.build == build


def test_the_same_files_make_the_same_build_and_a_renamed_one_another(folder: Path) -> None:
    build = ClientFiles(folder).build
    os.utime(folder / "icon.svg")
    assert ClientFiles(folder).build == build
    (folder / "icon.svg").rename(folder / "sign.svg")
    assert ClientFiles(folder).build != build


def test_files_are_not_looked_at_more_often_than_asked(folder: Path) -> None:
    files = ClientFiles(folder, every_s=3600)
    (folder / "new.css").write_text("")
    assert files.get("new.css") is None


def test_an_unreadable_file_stops_the_start_and_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(StartError, match=r"cannot read the client's file .*/client/.*: Permission denied"):
        ClientFiles(folder)


def test_without_a_page_there_is_no_start(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"index\.html"):
        ClientFiles(tmp_path)


def test_every_file_of_the_client_has_a_type() -> None:
    unknown = [path for path in ROOT.rglob("*") if path.is_file() and path.suffix not in TYPES]
    assert unknown == []
    assert ClientFiles().get("main.js") is not None


async def test_what_a_page_is_installed_by_is_asked_for_each_time(served: Served) -> None:
    shutil.copytree(ROOT / "icons", served.folder / "icons")
    for name in ("manifest.webmanifest", "service_worker.js"):
        (served.folder / name).write_bytes((ROOT / name).read_bytes())
    manifest = await served.get("/manifest.webmanifest")
    worker = await served.get("/service_worker.js")  # at the root, which it has to be to answer for all pages
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    icons = [await served.get(icon["src"]) for icon in json.loads(manifest.body)["icons"]]
    assert {icon.headers["content-type"] for icon in icons} == {"image/png"}
    for answer in (manifest, worker, *icons):
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-security-policy"].startswith("default-src 'self';")  # workers, manifests, too


def test_the_page_names_what_it_is_installed_by() -> None:
    page = (ROOT / "index.html").read_text()
    for name in re.findall(r'rel="(?:manifest|apple-touch-icon|icon)" href="/(?:b/%BUILD%/)?([^"]+)"', page):
        assert (ROOT / name).is_file()
    assert 'rel="manifest" href="/manifest.webmanifest"' in page
    assert '.register("/service_worker.js"' in (ROOT / "main.js").read_text()
