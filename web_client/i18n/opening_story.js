/** Descriptions of opening rules by their steps: who places what, who may swap, who offers and who picks. */

import { OPENING_STEPS } from "../lib/opening_steps.js";
import { decidesColors } from "../lib/openings.js";
import { PATTERNS } from "../lib/patterns.js";
import { colorOf } from "../lib/rules.js";
import { t } from "./index.js";
import { colorWord, nthName, patternName, sentences, zoneText } from "./opening.js";
import { listText } from "./words.js";

/** @import {OpeningName} from "../lib/messages.js" */
/** @import {OpeningStep} from "../lib/opening_steps.js" */

/** @typedef {{text: string, ways?: {say: string, text: string}[]}} Told  a step, and the answers to its question */
/** @typedef {Extract<OpeningStep, {lay: unknown}>} Lay */

/**
 * State of the description: stones placed, the player who acted last, and whether the players' colours are certain.
 * After the first choice they are not, and the players are named by their colours, as if nobody had swapped.
 *
 * @typedef {{ply: number, last: number, sure: boolean}} Place
 */

/** Maximum distances of the three stones of renju's patterns from the centre. */
const PATTERN = [0, 1, 2];
/** Patterns excluded by the old swap rule. */
const EXCLUDED = ["D13", "I13"];
/** Smallest number of stones with a row of five or a forbidden point. */
const STONES_OF_A_FIVE = 9;

/**
 * Describe the steps of an opening in order, including the first stone after it.
 *
 * @param {OpeningName} name
 * @returns {Told[]}  empty for the free opening
 */
export function openingStory(name) {
  const steps = OPENING_STEPS[name];
  if (steps.length === 0) return [];
  const [least, ...more] = new Set(countStones(steps, 0));
  const who = t(`color.${colorOf(least)}`); // odd on every branch
  return [
    ...tell(steps, { ply: 0, last: 0, sure: decidesColors(name) }),
    { text: more.length ? t("story.end_next", { who }) : t("story.end", { who, nth: nthName(least + 1) }) },
  ];
}

/**
 * Describe what holds for all steps of an opening.
 *
 * @param {OpeningName} name
 * @returns {string[]}
 */
export function openingNotes(name) {
  const steps = OPENING_STEPS[name];
  const stones = steps.filter((step) => "lay" in step);
  const excluded = stones.some(({ corners }) => corners === false) ? EXCLUDED.length : 0;
  return [
    ...(laysPattern(stones) ? [t("story.pattern", { n: PATTERNS.length - excluded })] : []),
    ...(steps.some((step) => "ask" in step && "swap" in step.ask) ? [t("story.colors")] : []),
    ...(Math.max(...countStones(steps, 0)) >= STONES_OF_A_FIVE ? [t("story.no_five"), t("story.fouls")] : []),
  ];
}

/** @param {Lay[]} stones */
const laysPattern = (stones) => PATTERN.every((distance, index) => stones[index]?.lay.farthest === distance);

/**
 * Count the stones at the end of each branch.
 *
 * @param {OpeningStep[]} steps
 * @param {number} laid
 * @returns {number[]}
 */
function countStones([step, ...rest], laid) {
  if (!step) return [laid];
  if ("ask" in step) return Object.values(step.ask).flatMap((then) => countStones([...then, ...rest], laid));
  return countStones(rest, "declare" in step ? laid : laid + 1); // an offer ends with a stone
}

/** @param {OpeningStep[]} steps @param {Place} place @returns {Told[]} */
function tell([step, ...rest], place) {
  if (!step) return [];
  if ("lay" in step) return tellStones(step, rest, place);
  if ("ask" in step) return tellQuestion(step.ask, rest, place);
  const { ply, last } = place;
  if ("declare" in step) {
    const who = caller(place, last, ply - 1);
    return [{ text: t("story.declare", { who, n: step.declare }) }, ...tell(rest, place)];
  }
  if ("pick" in step) return tell(rest, place);
  const [black, white, nth] = [t("color.black"), t("color.white"), nthName(ply + 1)];
  const offer = step.offer
    ? t("story.offer", { who: black, n: step.offer, nth })
    : t("story.offer_declared", { who: black, nth });
  return [
    { text: offer },
    { text: t("story.pick", { who: white, nth }) },
    ...tell(rest, { ...place, ply: ply + 1, last: 1 - last }),
  ];
}

/**
 * Describe one stone, or several of one player that may lie anywhere.
 *
 * @param {Lay} first
 * @param {OpeningStep[]} rest
 * @param {Place} place
 */
function tellStones(first, rest, place) {
  const { ply, last } = place;
  const seat = first.again ? last : ply % 2;
  const next = rest.findIndex((step) => !("lay" in step && step.again && isFree(step)));
  const n = isFree(first) ? 1 + (next < 0 ? rest.length : next) : 1;
  const who = caller(place, seat, ply);
  const text = n > 1 ? severalText(who, ply, n) : stoneText(first, who, place);
  return [{ text }, ...tell(rest.slice(n - 1), { ...place, ply: ply + n, last: seat })];
}

/** @param {Lay} step */
const isFree = ({ lay }) => lay.farthest === undefined && lay.nearest === undefined;

/** @param {string} who @param {number} ply @param {number} n */
function severalText(who, ply, n) {
  const stones = Array.from({ length: n }, (_, index) =>
    t("story.stone", { nth: nthName(ply + index + 1), color: colorWord(ply + index) }),
  );
  return t("story.lay_free", { who, stones: listText(stones) });
}

/** @param {Lay} step @param {string} who @param {Place} place */
function stoneText({ lay, corners }, who, { ply, sure }) {
  const [nth, zone] = [nthName(ply + 1), zoneText(lay)];
  const text = sure
    ? t("story.lay", { who, nth, color: colorWord(ply), zone })
    : t("story.lay_own", { who, nth, zone });
  if (corners !== false) return text;
  const [a, b] = EXCLUDED.map(patternName);
  return sentences([text, t("story.without", { a, b })]);
}

/** @param {Record<string, OpeningStep[]>} ask @param {OpeningStep[]} rest @param {Place} place @returns {Told[]} */
function tellQuestion(ask, rest, place) {
  const { ply, last, sure } = place;
  const [who, other] = [caller(place, 1 - last, ply), caller(place, last, ply + 1)];
  const then = { ply, last: 1 - last, sure: false };
  const words = Object.keys(ask);
  if (words.join() === "keep,swap") {
    const text = sure
      ? t("story.swap", { who, color: colorWord(ply), other: colorWord(ply + 1) })
      : t("story.swap_own", { who });
    return [{ text }, ...tell(rest, then)];
  }
  if (words.join() === "black,white") return [{ text: t("story.color", { who, other }) }, ...tell(rest, then)];
  const ways = words.map((word) => ({
    say: t(`opening.say.${word}`),
    text: sentences(
      word === "two"
        ? twoTexts(ask.two, { ...then, sure })
        : [t(`story.way.${word}`, { who, other }), ...tell(ask[word], then).map(({ text }) => text)],
    ),
  }));
  return [{ text: t("story.ways", { who, n: words.length }), ways }, ...tell(rest, then)];
}

/**
 * Describe two more stones and the question after them, which may be the same again.
 *
 * @param {OpeningStep[]} steps
 * @param {Place} place
 * @returns {string[]}
 */
function twoTexts(steps, place) {
  const n = countTwos(steps) + 1;
  const told = tell(n === 1 ? steps : steps.filter((step) => "lay" in step), place).map(({ text }) => text);
  return n === 1 ? told : [...told, t("story.again", { who: caller(place, 1 - place.last, place.ply), n })];
}

/** Count how often two more stones may be placed within these steps. @param {OpeningStep[]} steps @returns {number} */
function countTwos(steps) {
  const question = steps.find((step) => "ask" in step);
  return question && "two" in question.ask ? 1 + countTwos(question.ask.two) : 0;
}

/**
 * Name the player who owns the colour of a stone, 0 the first.
 *
 * @param {Place} place
 * @param {number} seat
 * @param {number} stone
 */
const caller = ({ sure }, seat, stone) => t(sure ? `rulespage.player.${seat}` : `color.${colorOf(stone)}`);
