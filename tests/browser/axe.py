"""Violations that axe-core finds on a page."""

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.person import Person

GRAVE = ("serious", "critical")
THEMES: dict[str, dict[str, object]] = {
    "light": {},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
}
"""Rules checked in each theme: only the colours differ between them."""


async def grave(person: Person, name: str) -> list[str]:
    """Everything grave about the page that is shown, in both themes.

    The person must have come with ``bypass_csp=True``: the page's policy forbids the evaluation of strings, which is
    how axe comes in.
    """
    found = []
    for theme, options in THEMES.items():
        await person.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        results = await Axe().run(person.page, options=options)
        for violation in results.response["violations"]:
            if violation["impact"] in GRAVE:
                where = [node["html"][:160] for node in violation["nodes"]]
                found.append(f"{name}, {theme}: {violation['id']} {where}")
    return found
