import { t } from "../i18n/index.js";
import { untilDismissed } from "../lib/dismissed.js";
import { h } from "../lib/dom.js";

const SHOWN_MS = 6_000;
const LINK_SHOWN_MS = 30_000;

/**
 * Sentences in passing, at the lower edge of the page; each is read out once and goes by itself, by a press or by
 * Escape. One with a link waits to be read: only its own button or Escape sends it away before its time.
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
    /**
     * @param {string} text
     * @param {{href: string, text: string}} [link]  where it leads, and what that is called
     */
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
