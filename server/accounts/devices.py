"""Names of devices: browser and system, from the user agent."""

import re

LONGEST_AGENT = 512
"""Most characters of a user agent that are read."""

_BROWSERS = (
    ("WeChat", r"MicroMessenger/"),
    ("QQ Browser", r"M?QQBrowser/"),
    ("UC Browser", r"UCBrowser/|UBrowser/"),
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"(Headless)?Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Version/[\d.]+ .*Safari/"),
)
"""Most browsers also name others: the more specific ones come first."""

_SYSTEMS = (
    ("HarmonyOS", r"HarmonyOS|OpenHarmony"),
    ("Android", r"Android"),
    ("iPhone", r"iPhone|iPod"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("ChromeOS", r"CrOS"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("Linux", r"Linux|X11"),
)


def device_name(agent: str) -> tuple[str, str]:
    """Return the browser and the system of a user agent, each empty if unknown."""
    text = agent[:LONGEST_AGENT]
    return _first(_BROWSERS, text), _first(_SYSTEMS, text)


def _first(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for name, sign in names if re.search(sign, text)), "")
