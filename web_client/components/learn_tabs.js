import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** Tabs of the learning pages. @param {"learn" | "puzzles" | "traps" | "rules"} shown */
export function learnTabs(shown) {
  return h(
    "nav",
    { class: "segments learn-tabs", "aria-label": t("learn.label") },
    /** @type {const} */ (["learn", "puzzles", "traps", "rules"]).map((page) =>
      h("a", { href: `/${page}`, "aria-current": page === shown ? "page" : null }, t(`learn.${page}`)),
    ),
  );
}
