"""The folders of the client import each other one way."""

from pathlib import Path

from lab.house import count_client_circles


def test_no_folders_of_the_client_import_each_other() -> None:
    assert count_client_circles() == 0


def test_a_circle_of_folders_is_counted(tmp_path: Path) -> None:
    sources = {
        "main.js": 'import "./lib/a.js";',
        "values.js": "export const A = 1;",
        "lib/a.js": 'import { A } from "../values.js";\nexport { t } from "../i18n/t.js";',
        "i18n/t.js": "export const t = 1;",
    }
    for name, text in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert count_client_circles(tmp_path) == 0  # what stands beside the folders stands for itself
    (tmp_path / "i18n" / "t.js").write_text('import {\n  a,\n} from "../lib/a.js";')
    assert count_client_circles(tmp_path) == 1
