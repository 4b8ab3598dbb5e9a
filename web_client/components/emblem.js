import { t } from "../i18n/index.js";
import { whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { ratingMark } from "./rating_note.js";

/** @import {LevelInfo} from "../lib/api.js" */
/** @import {Who} from "../lib/messages.js" */
/** @import {RatingMark} from "../protocol.js" */

/** Highest level of those whose numbers rise with their strength; the number of a later level says nothing. */
const LAST_STEP = 9;

/** Tell whether the number of a level says how strong it is. @param {{level: number}} info */
export const isStep = ({ level }) => level <= LAST_STEP;

/** Sign of a bot, wherever its name stands: the step of the ladder, or a star. @param {{level: number}} info */
export const emblem = (info) =>
  h("span", { class: "level-number numeric", "aria-hidden": "true" }, isStep(info) ? info.level : "✦");

/** Sign of a bot in a line of text, read as "bot"; false for a person. @param {Who | null} who */
export const smallEmblem = (who) =>
  typeof who?.level === "number"
  && h(
    "span",
    { class: "emblem numeric" },
    h("span", { class: "visually-hidden" }, `${t("role.bot")} `),
    h("span", { "aria-hidden": "true" }, isStep({ level: who.level }) ? who.level : "✦"),
  );

/** Measured strength of a bot; false if there is none. @param {Who | null} who @param {LevelInfo[]} levels */
export function eloMark(who, levels) {
  const elo = levels.find(({ level }) => level === who?.level)?.elo ?? null;
  return elo !== null && h("span", { class: "elo-mark numeric", title: t("level.measured") }, t("level.elo", { elo }));
}

/**
 * Strength beside a name: the rating, or of a bot without one what was measured. A bot has both, so each has its word.
 *
 * @param {Who | null} who
 * @param {RatingMark | null | undefined} mark
 * @param {LevelInfo[]} levels
 */
export const strengthMark = (who, mark, levels) =>
  ratingMark(mark, typeof who?.level === "number") ?? eloMark(who, levels);

/**
 * Name in a line of text; a bot's stands between its sign and its strength.
 *
 * @param {Who | null} who
 * @param {LevelInfo[]} levels
 * @param {string} [name]  what to call them
 */
export function signed(who, levels, name = whoName(who, levels)) {
  const elo = eloMark(who, levels);
  return [smallEmblem(who), name, elo && " ", elo];
}

/** Words "against" somebody, as `signed`. @param {Who | null} who @param {LevelInfo[]} levels */
export function against(who, levels) {
  const [before, after] = t("lobby.against", { name: "\n" }).split("\n");
  return [before, ...signed(who, levels), after];
}
