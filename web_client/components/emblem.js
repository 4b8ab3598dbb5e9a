import { h } from "../lib/dom.js";

/** Highest level of those whose numbers rise with their strength; the number of a later level says nothing. */
const LAST_STEP = 9;

/** Tell whether the number of a level says how strong it is. @param {{level: number}} info */
export const isStep = ({ level }) => level <= LAST_STEP;

/** Sign of a bot, wherever its name stands: the step of the ladder, or a star. @param {{level: number}} info */
export const emblem = (info) =>
  h("span", { class: "level-number numeric", "aria-hidden": "true" }, isStep(info) ? info.level : "✦");
