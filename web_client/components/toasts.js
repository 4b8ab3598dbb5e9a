import { t } from "../i18n/index.js";
import { untilDismissed } from "../lib/dismissed.js";
import { h } from "../lib/dom.js";

const SHOWN_MS = 6_000;
const LINK_SHOWN_MS = 30_000;

/**
 * Toasts at the lower edge of the page. Each is announced once and disappears after a while, on a press or on Escape.
 * One with a link ignores presses elsewhere: only its own button or Escape dismisses it early.
 */
export function createToasts() {
  const element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  /** @type {AbortController | null} */
  let passing = null;

  function hide() {
    passing?.abort();
    element.replaceChildren();
  }

  return {
    element,
    /** @param {string} text @param {{href: string, text: string}} [link]  target and its text */
    show(text, link) {
      passing?.abort();
      const close = h(
        "button",
        { type: "button", class: "toast-close", "aria-label": t("toast.close"), onclick: hide },
        "×",
      );
      element.replaceChildren(
        h(
          "div",
          { class: "toast" },
          h("span", { class: "grow" }, text),
          link ? h("a", { href: link.href, onclick: hide }, link.text) : null,
          close,
        ),
      );
      passing = untilDismissed(link ? LINK_SHOWN_MS : SHOWN_MS, hide, { presses: !link });
    },
  };
}
