import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { trapPath } from "../lib/router.js";

/** @import {Why} from "../lib/thought.js" */

/**
 * Line of text about a move that blocks a learned trap.
 *
 * @param {string} name  of the bot
 * @param {Why | null | undefined} why
 * @returns {Node[]}
 */
export function trapLine(name, why) {
  if (why?.kind !== "trap") return [];
  return [
    h(
      "p",
      { class: "muted small", "data-testid": "trap-line" },
      t("trap.blocked", { name }),
      " ",
      h("a", { href: trapPath(why.pattern) }, t("trap.see")),
    ),
  ];
}
