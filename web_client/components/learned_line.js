import { t } from "../i18n/index.js";
import { listText } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { few } from "../lib/marks.js";
import { linePath, trapPath } from "../lib/router.js";

/** @import {Why} from "../lib/thought.js" */

/**
 * Line of text about a move that leaves a lost line: which moves lost there, crossed out on the board, and where they are
 * told of. Games of earlier versions do not name them, or have moves that block a learned trap.
 *
 * @param {string} name  of the bot
 * @param {Why | null | undefined} why
 * @param {number} size  of the board
 * @returns {Node[]}
 */
export function learnedLine(name, why, size) {
  if (why?.kind === "remembered" && why.lost) {
    const points = listText(few(why.lost).map((/** @type {number} */ point) => pointName(point, size)));
    return [
      line(
        h("span", { class: "never-sign", "aria-hidden": "true" }, "✕ "),
        t("learned.left_line", { name, points }),
        " ",
        h("a", { href: linePath(why.game) }, t("today.see")),
      ),
    ];
  }
  if (why?.kind === "remembered") return [line(t("learned.left", { name }))];
  if (why?.kind !== "trap") return [];
  return [line(t("trap.blocked", { name }), " ", h("a", { href: trapPath(why.pattern) }, t("trap.see")))];
}

/** @param {(string | Node)[]} content */
const line = (...content) => h("p", { class: "muted small", "data-testid": "learned-line" }, ...content);
