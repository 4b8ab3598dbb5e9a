/** Challenges as lines of the bell. */

import { t } from "../i18n/index.js";
import { stonesName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { sortChallenges, waitsForUs } from "../lib/challenges.js";
import { otherColor } from "../lib/proof.js";
import { gameLine } from "./game_line.js";
import { ratingMark } from "./rating_note.js";

/** @import {App} from "../lib/app.js" */
/** @import {ChallengeInfo} from "../lib/messages.js" */
/** @import {RatingMark} from "../protocol.js" */

/** @type {NonNullable<ChallengeInfo["declined"]>[]} */
export const REASONS = ["no", "later", "not_now", "faster", "slower", "other_rules", "casual", "rated"];

/**
 * List the challenges that wait for the viewer, before those that wait for others.
 *
 * @param {Pick<App, "challenges" | "me">} app
 * @returns {HTMLElement[]}
 */
export function challengeItems({ challenges, me }) {
  const { taken, given } = sortChallenges(challenges, me.id);
  const items = [...taken.map(takenItem), ...given.map(givenItem)];
  for (const [index, challenge] of [...taken, ...given].entries())
    if (waitsForUs(challenge, me.id)) items[index].dataset.waits = "";
  return items;
}

/** Return the reason selected beside a challenge. @param {HTMLElement} list @param {string} [challenge] */
export function reasonIn(list, challenge) {
  const chosen = list.querySelector(`select[data-challenge="${challenge}"]`);
  const value = chosen instanceof HTMLSelectElement ? chosen.value : "no";
  return REASONS.find((reason) => reason === value) ?? "no";
}

/** @param {ChallengeInfo} challenge */
function takenItem(challenge) {
  const { id, player, marks } = challenge;
  const name = player.name ?? "";
  return h(
    "li",
    { class: "stack stack--tight", "data-key": `challenge-${id}`, "data-challenge": id },
    heading(t("challenge.by", { name }), marks?.[0]),
    terms(challenge, false),
    h(
      "div",
      { class: "row row--apart" },
      button("accept", id, t("challenge.accept"), { kind: "primary" }),
      button("block", id, t("talk.block"), {
        kind: "quiet",
        "aria-label": t("talk.block_named", { name }),
        "data-player": player.id ?? "",
      }),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "select",
        { class: "select grow", "aria-label": t("challenge.reason"), "data-challenge": id },
        REASONS.map((reason) => h("option", { value: reason }, t(`challenge.reason.${reason}`))),
      ),
      button("decline", id, t("challenge.decline")),
    ),
  );
}

/** @param {ChallengeInfo} challenge */
function givenItem(challenge) {
  const { id, other, declined, marks } = challenge;
  const name = other.name ?? "";
  return h(
    "li",
    { class: "stack stack--tight", "data-key": `challenge-${id}`, "data-challenge": id },
    heading(t(declined ? "challenge.declined" : "challenge.given", { name }), marks?.[1]),
    declined ? h("span", null, t(`challenge.reason.${declined}`)) : null,
    terms(challenge, true),
    h("div", { class: "row" }, button("withdraw", id, t(declined ? "challenge.read" : "challenge.withdraw"))),
  );
}

/** @param {ChallengeInfo} challenge @param {boolean} own */
function terms({ terms }, own) {
  const color = terms.color ?? "random";
  if (color === "random") return gameLine(terms);
  const mine = own ? color : otherColor(color);
  return gameLine(terms, t("lobby.your_color", { color: stonesName(mine, terms.rules) }));
}

/** Name the other player, with their rating. @param {string} words @param {RatingMark | null | undefined} mark */
const heading = (words, mark) =>
  h("span", { class: "row row--tight" }, h("span", { class: "list-title" }, words), ratingMark(mark));

/**
 * @param {"accept" | "decline" | "withdraw" | "block"} does
 * @param {string} id
 * @param {string} text
 * @param {Record<string, string>} [more]  attributes, and `kind` for the style
 */
function button(does, id, text, { kind = "", ...more } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: kind ? `button button--small button--${kind}` : "button button--small",
      "data-do": `${does}-challenge`,
      "data-challenge": id,
      ...more,
    },
    text,
  );
}
