/** Terms of games against bots, stored on this device. */

import { PRESETS } from "./clocks.js";
import { openingOf } from "./openings.js";
import { load, save } from "./storage.js";

/** @import {Command, OpeningName, Rules} from "./messages.js" */

/** @typedef {Extract<Command, {t: "create"}>} Create */

/**
 * @typedef {object} Terms
 * @property {Rules} rules
 * @property {number} size
 * @property {OpeningName | null} opening  null for the default one
 * @property {string} clock  name of a preset
 * @property {NonNullable<Create["color"]>} color  of the player
 * @property {boolean} rated
 */

/** @type {Readonly<Terms>}  the usual game */
export const DEFAULTS = {
  rules: "freestyle",
  size: 15,
  opening: null,
  clock: "none",
  color: "random",
  rated: false,
};

/** Load the last terms, as far as they are still valid. @returns {Terms} */
export function loadTerms() {
  const kept = { ...DEFAULTS, ...load("terms", {}) };
  return PRESETS.some(({ name }) => name === kept.clock) ? kept : { ...kept, clock: DEFAULTS.clock };
}

/** @param {Terms} terms */
export const isDefault = (terms) =>
  Object.entries(DEFAULTS).every(([key, value]) => terms[/** @type {keyof Terms} */ (key)] === value);

/** @param {Terms} terms */
export const saveTerms = (terms) => save("terms", terms);

/** @param {string} name */
export const presetClock = (name) => (PRESETS.find((preset) => preset.name === name) ?? PRESETS[0]).clock;

/** @param {Terms} terms @param {number} level @returns {Create} */
export function against({ rules, size, opening, clock, color, rated }, level) {
  const begins = openingOf({ rules, size, rated }, opening);
  const terms = { rules, size, opening: begins, clock: presetClock(clock), color, rated };
  return { t: "create", ...terms, visibility: "public", level };
}

/** Make a game of noughts and crosses, always casual and without a clock. @param {number} level @returns {Create} */
export const smallGame = (level) => against({ ...DEFAULTS, rules: "tictactoe", size: 3 }, level);

/**
 * Make a game for anybody with the link.
 *
 * @param {{rules: Rules, size: number}} board
 * @param {Create["opening"]} [opening]
 * @returns {Create}
 */
export const withFriend = ({ rules, size }, opening = "free") => ({
  t: "create",
  rules,
  size,
  clock: { kind: "none" },
  color: "random",
  visibility: "link",
  rated: false,
  opening,
});

/** @returns {number | null}  level of the last opponent */
export const lastOpponent = () => load("last_opponent", /** @type {number | null} */ (null));

/** @param {number} level */
export const rememberOpponent = (level) => save("last_opponent", level);
