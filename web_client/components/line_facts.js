import { t } from "../i18n/index.js";
import { colorName, dateText, levelName, rulesName, sizeName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { entryOf } from "../lib/line.js";
import { botPath, gamePath } from "../lib/router.js";
import { smallEmblem } from "./emblem.js";

/** @import {App} from "../lib/app.js" */
/** @import {LineInfo} from "../lib/api.js" */

/** Stands in a text where an element goes. */
const HERE = "\uFFFC";

/**
 * Title of a line. The date distinguishes lines that start with the same move.
 *
 * @param {App} app
 * @param {LineInfo} line
 * @returns {(Node | string)[]}
 */
export function lineTitle(app, line) {
  const words = t("line.title", { name: levelName(app.levels, line.level), ...entryOf(line), day: HERE });
  const [before, after] = words.split(HERE);
  return [before, moment(line.at), after];
}

/** @param {number} at */
const moment = (at) => h("time", { datetime: new Date(at).toISOString() }, dateText(at));

/**
 * Facts of a line: who beat the bot with it and when, and how it has fared since.
 *
 * @param {App} app
 * @param {LineInfo} line
 * @returns {Node[]}
 */
export function lineFacts(app, { game, rules, size, level, at, winner, entry, tried, won, teacher = null }) {
  return [
    h(
      "p",
      { class: "small" },
      smallEmblem({ level }),
      h("a", { href: botPath(level) }, levelName(app.levels, level)),
      " · ",
      t("line.wins", { color: colorName(winner, rules), n: entry + 1 }),
    ),
    h("p", { class: "small" }, teacher ? t("line.taught", { name: teacher }) : t("line.learned"), " ", moment(at)),
    h("p", { class: "small numeric" }, triedText(tried, won)),
    h(
      "p",
      { class: "muted small" },
      `${rulesName(rules)} · ${sizeName(size)} · `,
      h("a", { href: gamePath(game, entry) }, t("line.game")),
    ),
  ];
}

/** Tell how a bot fared when a line was tried again. @param {number} tried  games @param {number} won  against the bot */
function triedText(tried, won) {
  if (tried === 0) return t("line.untried");
  if (tried === 1) return t(won ? "line.tried_lost" : "line.tried_held");
  return t("line.tried", { n: tried, won });
}
