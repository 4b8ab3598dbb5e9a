import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { trapPath } from "../lib/router.js";

/** @import {Why} from "../lib/thought.js" */

/**
 * Line of text about a move that leaves a lost line. Games of earlier versions have moves that block a learned trap.
 *
 * @param {string} name  of the bot
 * @param {Why | null | undefined} why
 * @returns {Node[]}
 */
export function learnedLine(name, why) {
  if (why?.kind === "remembered") return [line(t("learned.left", { name }))];
  if (why?.kind !== "trap") return [];
  return [line(t("trap.blocked", { name }), " ", h("a", { href: trapPath(why.pattern) }, t("trap.see")))];
}

/** @param {(string | Node)[]} content */
const line = (...content) => h("p", { class: "muted small", "data-testid": "learned-line" }, ...content);
