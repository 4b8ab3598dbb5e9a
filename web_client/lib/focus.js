/** Focus that outlives the element that had it. */

const PLACES = "h1, h2, h3, [role=status]";

/**
 * Keep the place of who goes about by keys. When the focused element is removed or hidden, the nearest heading or status
 * around it receives the focus; when it was only off for a while, it has the focus again. A part of a page that knows
 * better has moved the focus by then.
 *
 * @param {Document} page
 */
export function keepFocus(page) {
  /** @type {HTMLElement[]}  the last focused element and what is around it, innermost first */
  let path = [];
  let asked = false;

  /** @param {EventTarget | null} target */
  function remember(target) {
    path = [];
    for (let each = /** @type {HTMLElement | null} */ (target); each; each = each.parentElement) path.push(each);
  }

  remember(page.activeElement);
  page.addEventListener("focusin", ({ target }) => remember(target));
  page.addEventListener("focusout", ({ target }) => {
    // An element that could keep the focus was left on purpose.
    setTimeout(() => {
      if (target === path[0] && page.activeElement !== target && canHold(path[0])) path = [];
    });
  });
  new MutationObserver(() => {
    if (asked || !path.length || page.activeElement !== page.body) return;
    asked = true;
    setTimeout(bringBack);
  }).observe(page.body, { childList: true, subtree: true, attributeFilter: ["hidden", "disabled"] });

  function bringBack() {
    asked = false;
    if (!path.length || page.activeElement !== page.body) return;
    if (path[0].isConnected && path[0].matches(":disabled")) return; // it waits for an answer
    (canHold(path[0]) ? path[0] : placeAround())?.focus({ preventScroll: true });
  }

  function placeAround() {
    for (const around of path.slice(1)) {
      if (!isShown(around)) continue;
      const found = [...around.querySelectorAll(PLACES)].find((each) => isShown(each) && each.textContent);
      if (!(found instanceof HTMLElement)) continue;
      found.tabIndex = -1;
      return found;
    }
    return null;
  }
}

/** @param {Element} element */
const isShown = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

/** @param {Element} element */
const canHold = (element) => isShown(element) && !element.matches(":disabled");
