import { reasonDetail, reasonSentence } from "../i18n/thought.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";

/** @import {Why} from "../lib/thought.js" */

/**
 * Describe a bot's thoughts on the shown move.
 *
 * @param {string} name  of the bot
 * @param {Why | null | undefined} why
 * @param {number} size  of the board
 * @returns {Node[]}
 */
export function thoughtNote(name, why, size) {
  if (!why) return [h("p", { class: "muted small" }, t("thought.wait"))];
  const detail = reasonDetail(why, size);
  return [
    h(
      "p",
      { class: why.kind === "slip" ? "thought thought--slip" : "thought" },
      h("strong", null, t("thought.of", { name })),
      " ",
      reasonSentence(why, size),
    ),
    ...(detail ? [h("p", { class: "muted small numeric" }, detail)] : []),
  ];
}
