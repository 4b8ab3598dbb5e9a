"""Joined files do as the files that they hold."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from server.errors import StartError
from server.transport.joining import ENTRY, join_scripts, join_styles
from server.transport.page import PAGE_TABLE, read_pages
from server.transport.static import ROOT

CLIENT = {
    "main.js": """/** Entry. */
import { count } from "./lib/count.js";
import {
  double as twice,
} from "./lib/double.js";

// waits at its top, as an entry may
const { page } = await import("./pages/one.js");
console.log(JSON.stringify([count(), twice(3), page(), (await import("./pages/two.js")).page()]));
""",
    "lib/count.js": """let n = 0;
/**
 * Count; `export function no()` stands in a comment.
 */
export function count() {
  return (n += 1);
}
""",
    "lib/double.js": """import { count } from "./count.js";
/** @type {number} */
export const started = count();
export const double = (/** @type {number} */ n) => n * 2;
export {};
""",
    "lib/side.js": 'import { count } from "./count.js";\n\nexport class Side {}\nexport const first = count();\n',
    "pages/one.js": """import { count } from "../lib/count.js";
import { first } from "../lib/side.js";
export const page = () => ["one", first, count()];
""",
    "pages/two.js": """import { first } from "../lib/side.js";
export async function later() {
  return import("../lib/late.js");
}
export const page = () => ["two", first];
""",
    "lib/late.js": "export const late = 1;\n",
}


def run(folder: Path, files: Mapping[str, str]) -> object:
    """Run the entry of some files by Node and return what it prints."""
    if shutil.which("node") is None:
        pytest.skip("there is no node on this machine")
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "package.json").write_text('{"type": "module"}')
    return json.loads(subprocess.run(["node", ENTRY], cwd=folder, check=True, capture_output=True).stdout)


@pytest.mark.node
def test_a_joined_client_does_as_its_modules_do(tmp_path: Path) -> None:
    joined = join_scripts(CLIENT)
    assert run(tmp_path / "joined", joined) == run(tmp_path / "modules", CLIENT)


def test_there_is_a_script_for_the_entry_and_each_that_is_loaded_later() -> None:
    joined = join_scripts(CLIENT)
    assert joined.keys() == {"main.js", "pages/one.js", "pages/two.js", "lib/late.js"}
    assert 'modules["lib/count.js"] ??=' in joined["main.js"]
    assert 'modules["lib/count.js"] ??=' not in joined["pages/one.js"]  # the entry has it
    assert "Count" not in joined["main.js"]
    assert "\nreturn (n += 1);\n" in joined["main.js"]


def test_the_client_is_joined() -> None:
    scripts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.js")}
    joined, pages = join_scripts(scripts), read_pages(scripts[PAGE_TABLE])
    assert {name for own in pages.values() for name in own} < joined.keys()
    for name, text in joined.items():
        others = {module for module in scripts if module != name and f'modules["{module}"] ??=' in text}
        assert not [module for module in others if module in joined], name  # it would run twice


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"main.js": 'import { a } from "./gone.js";\n'}, "main.js imports gone.js, which is not there"),
        (
            {"main.js": 'import { a } from "./a.js";\n', "a.js": 'import { b } from "./main.js";\n'},
            "import one another: main.js -> a.js -> main.js",
        ),
        ({"main.js": 'import a from "./a.js";\n', "a.js": ""}, "main.js cannot be joined: import a from"),
        ({"main.js": 'import { a } from "./a.js";\n', "a.js": 'export * from "./b.js";\n'}, "cannot be joined: export"),
        ({"main.js": "const page = `<p>\n  a`;\n"}, "main.js cannot be joined: const page = `<p>"),
        ({"main.js": 'import("./a.js");\n'}, "main.js imports a.js, which is not there"),
    ],
)
def test_a_client_that_cannot_be_joined_is_told_with_the_file(files: dict[str, str], told: str) -> None:
    with pytest.raises(StartError) as error:
        join_scripts(files)
    assert told in str(error.value)


def test_sheets_stand_where_they_are_imported() -> None:
    sheets = {
        "s/all.css": '/* all */\n@import "./a.css";\n@import "./b/c.css";\nb {}\n',
        "s/a.css": "a {\n  b: c;\n}\n",
    }
    assert join_styles("s/all.css", sheets | {"s/b/c.css": "c {}\n"}) == "a {\nb: c;\n}\n\nc {}\n\nb {}\n"
    with pytest.raises(StartError, match=r"s/all\.css imports s/b/c\.css, which is not there"):
        join_styles("s/all.css", sheets)


def test_every_sheet_is_imported() -> None:
    sheets = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.rglob("*.css")}
    joined = join_styles("style/index.css", sheets)
    assert [name for name, text in sheets.items() if text.strip().splitlines()[-1] not in joined] == ["style/index.css"]
