import { h } from "../lib/dom.js";

const SHOWN_MS = 6_000;
const LINK_SHOWN_MS = 30_000;

/** Sentences in passing, at the lower edge of the page; each is read out once and goes by itself. */
export function createToasts() {
  const element = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
  return {
    element,
    /**
     * @param {string} text
     * @param {{href: string, text: string}} [link]  where it leads, and what that is called
     */
    show(text, link) {
      const toast = h("div", { class: "toast" }, text, link ? h("a", { href: link.href }, link.text) : null);
      element.replaceChildren(toast);
      setTimeout(() => toast.remove(), link ? LINK_SHOWN_MS : SHOWN_MS);
    },
  };
}
