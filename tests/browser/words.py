"""Counts what a page shows at first: words, and things to press or fill in."""

from playwright.async_api import Page

_COUNT = """() => {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (box.width <= 1 || box.height <= 1) return false;
    for (let around = element; around; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.clipPath === "inset(50%)") return false;
      const frame = around.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowY) && (box.bottom <= frame.top || box.top >= frame.bottom)) return false;
    }
    return true;
  };
  let words = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (element.closest("svg, script, style, noscript, option, .board") || !shown(element)) continue;
    words += texts.currentNode.data.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length;
  }
  const controls = [...document.querySelectorAll(CONTROLS)].filter((each) => !each.closest(".board, svg"));
  return [words, controls.filter(shown).length];
}"""
"""Not counted: the board, folded details, choices of a list, and what is hidden or scrolled away inside the page."""


async def count_shown(page: Page) -> tuple[int, int]:
    """Return the number of words and of controls, the header's included."""
    words, controls = await page.evaluate(_COUNT)
    return int(words), int(controls)
