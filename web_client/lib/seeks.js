/** Wishes of a seek, chosen and stored on this device. Pure. */

import { PRESETS } from "./clocks.js";
import { OPENINGS, openingsFor, usualOpening } from "./openings.js";
import { load, save } from "./storage.js";

/** @import {Command, OpeningName, Rules, SeekInfo} from "./messages.js" */
/** @import {Create} from "./terms.js" */
/** @import {LevelInfo, PoolMark} from "./api.js" */

/** @typedef {Extract<Command, {t: "seek"}>} MakeSeek */

/**
 * @typedef {object} Wishes
 * @property {Rules[]} rules
 * @property {number[]} sizes
 * @property {OpeningName[] | null} openings  null for the default ones
 * @property {string[]} clocks  names of presets
 * @property {NonNullable<MakeSeek["color"]>} color
 * @property {boolean} rated
 * @property {number | null} within  maximum difference of the ratings; null for any
 */

export const SEEK_SIZES = [13, 15, 17, 19];
export const SEEK_CLOCKS = PRESETS.slice(0, 6);
export const WITHIN = [100, 200, 400];

/** @type {Readonly<Wishes>}  the usual game against anybody */
export const USUAL = {
  rules: ["freestyle"],
  sizes: [15],
  openings: null,
  clocks: ["5+3", "10+5"],
  color: "random",
  rated: false,
  within: null,
};

/**
 * List the openings that fit at least one of these games.
 *
 * @param {Pick<Wishes, "rules" | "sizes">} wishes
 * @returns {OpeningName[]}
 */
export function fittingOpenings({ rules, sizes }) {
  const fitting = new Set(rules.flatMap((each) => sizes.flatMap((size) => openingsFor(each, size))));
  return OPENINGS.filter((name) => fitting.has(name));
}

/**
 * List the default openings of these games.
 *
 * @param {Pick<Wishes, "rules" | "sizes" | "rated">} wishes
 * @returns {OpeningName[]}
 */
export function usualOpenings({ rules, sizes, rated }) {
  const usual = new Set(rules.flatMap((each) => sizes.map((size) => usualOpening({ rules: each, size, rated }))));
  return OPENINGS.filter((name) => usual.has(name));
}

/**
 * List the selected openings, the default ones first.
 *
 * @param {Pick<Wishes, "rules" | "sizes" | "rated" | "openings">} wishes
 * @returns {OpeningName[]}
 */
export function openingsOf(wishes) {
  const usual = usualOpenings(wishes);
  const chosen = fittingOpenings(wishes).filter((name) => wishes.openings?.includes(name));
  if (chosen.length === 0) return usual;
  return [...usual.filter((name) => chosen.includes(name)), ...chosen.filter((name) => !usual.includes(name))];
}

/** Storage key; "seek" holds wishes of an old format that always had an opening. */
const KEPT = "wishes";

/** Load the last wishes, as far as they are still valid. @returns {Wishes} */
export function loadWishes() {
  const kept = load(KEPT, /** @type {Partial<Wishes>} */ ({}));
  const clocks = (kept.clocks ?? []).filter((name) => SEEK_CLOCKS.some((preset) => preset.name === name));
  return { ...USUAL, ...kept, clocks: clocks.length ? clocks : USUAL.clocks };
}

/** @param {Wishes} wishes */
export const saveWishes = (wishes) => save(KEPT, wishes);

/** @param {Wishes} wishes @returns {MakeSeek} */
export function seekOf(wishes) {
  const { rules, sizes, clocks, color, rated, within } = wishes;
  return {
    t: "seek",
    rules,
    sizes,
    openings: openingsOf(wishes),
    clocks: SEEK_CLOCKS.filter(({ name }) => clocks.includes(name)).map(({ clock }) => liveClock(clock)),
    color,
    rated,
    within,
  };
}

/** @param {import("./messages.js").ClockSpec} clock */
const liveClock = (clock) => /** @type {MakeSeek["clocks"][number]} */ (clock);

/**
 * Return the game against a bot that is closest to the wishes; null if the bot plays none of them.
 *
 * @param {Wishes} wishes
 * @param {LevelInfo} level
 * @returns {Create | null}
 */
export function againstBot(wishes, level) {
  const { rules, sizes, clocks, color } = wishes;
  const known = rules.find((each) => level.rules.includes(each));
  const size = sizes.find((each) => level.sizes.includes(each));
  const clock = SEEK_CLOCKS.find(({ name }) => clocks.includes(name))?.clock ?? { kind: "none" };
  if (!known || !size) return null;
  const fitting = openingsFor(known, size);
  return {
    t: "create",
    rules: known,
    size,
    opening: openingsOf(wishes).find((name) => fitting.includes(name)) ?? "free",
    clock,
    color,
    visibility: "public",
    rated: false,
    level: level.level,
  };
}

/**
 * Return the wishes of a seek in the lobby.
 *
 * @param {SeekInfo} seek
 * @returns {Wishes & {clockSpecs: SeekInfo["clocks"]}}
 */
export const wishesOf = (seek) => ({
  rules: seek.rules,
  sizes: seek.sizes,
  openings: seek.openings,
  clocks: [],
  clockSpecs: seek.clocks,
  color: seek.color ?? "random",
  rated: seek.rated ?? false,
  within: seek.within ?? null,
});

/** @type {Partial<Record<Rules, PoolMark["pool"]>>}  pool of live games by rule set */
const POOLS = { freestyle: "gomoku", standard: "gomoku", renju: "renju", caro: "caro" };

/**
 * Return the rating for games of a rule set.
 *
 * @param {readonly PoolMark[]} marks  of all pools
 * @param {Rules} rules
 */
export const markOf = (marks, rules) => marks.find(({ pool }) => pool === POOLS[rules]) ?? null;

/**
 * Tell whether a seek accepts these ratings: in one of its games the two are close enough, or the seeker's rating is
 * unknown. The server decides.
 *
 * @param {SeekInfo} seek
 * @param {readonly PoolMark[]} own
 */
export function isWithin({ rules, within, marks = [] }, own) {
  if (within === null || within === undefined) return true;
  return rules.some((each) => {
    const [theirs, mine] = [markOf(marks, each), markOf(own, each)];
    return !theirs || (mine !== null && Math.abs(theirs.rating - mine.rating) <= within);
  });
}
