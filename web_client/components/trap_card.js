import { t } from "../i18n/index.js";
import { colorName, dateText, listNodes, rulesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { gamePath, trapPath } from "../lib/router.js";
import { attackerOf } from "../lib/trap.js";
import { trapPicture } from "./trap_picture.js";

/** @import {PatternInfo} from "../lib/api.js" */
/** @import {Color} from "../lib/messages.js" */

/**
 * @param {PatternInfo} pattern
 * @param {number} most  number of source games to name
 * @param {{picture?: Node | null, winner?: Color | null}} [shown]  `picture` in place of one that leads to the trap's
 *   page; `winner` of the line that the trap is shown with
 */
export function trapCard(pattern, most, { picture = null, winner = null } = {}) {
  const { key, rules, attacker: only = null, length, taught, sources, learned_at: learnedAt } = pattern;
  const attacker = attackerOf(pattern, winner);
  return h(
    "article",
    { class: "card trap-card", "data-trap": key },
    picture ?? h("a", { class: "trap-link", href: trapPath(key) }, trapPicture(pattern, attacker, false)),
    h(
      "div",
      { class: "stack stack--tight" },
      h("p", { class: "list-title" }, t("traps.length", { n: length })),
      h(
        "p",
        { class: "muted small" },
        [rulesName(rules), t(only ? "traps.attacker" : "traps.either", { color: colorName(attacker, rules) })].join(
          " · ",
        ),
      ),
      h(
        "p",
        { class: "small" },
        taught ? t("traps.taught", { n: taught }) : t("traps.imported"),
        " ",
        listNodes(sources.slice(0, most).map(sourceLink)),
      ),
      h("p", { class: "muted small" }, h("time", { datetime: new Date(learnedAt).toISOString() }, dateText(learnedAt))),
    ),
  );
}

/** @param {PatternInfo["sources"][number]} source @param {number} index */
const sourceLink = ({ game, ply }, index) =>
  h("a", { href: gamePath(game, ply) }, t("traps.source", { n: index + 1, ply }));
