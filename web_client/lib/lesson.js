/** Lesson of a finished game in its room: the known facts for the viewer, and the possible actions. Pure. */

import { pointName } from "./geometry.js";
import { botLevel, colorOf } from "./room.js";
import { isFives } from "./rules.js";

/** @import {LevelInfo} from "./api.js" */
/** @import {AnalysisNews} from "./messages.js" */
/** @import {Room} from "./room.js" */

/** Minimum number of plies: before them, nobody has five stones. */
const LEAST_PLIES = 9;
/** Most points of an attack that are told. */
const LONGEST = 9;
/** Most moves of an attack that are drawn: more cannot be told apart. */
const MOST_DRAWN = 15;

/**
 * @typedef {object} Taught
 * @property {number[]} moves  of the position, then those that won
 * @property {number} from  number of moves of the position
 * @property {number} never  the bot's move in it, which it plays there no more
 */

/**
 * @typedef {object} Lesson
 * @property {{key: string, words: Record<string, string | number>}[]} says  sentences
 * @property {number | null} again  ply to replay the game from, with the bot to move
 * @property {number | null} find  ply at which the viewer can look for the better move
 * @property {number | null} attack  number of moves before the attack that the viewer can look for
 * @property {number | null} look  ply of the turning point, to be looked at
 * @property {boolean} taught  whether the viewer taught the bot something that it will use
 * @property {Taught | null} learned  the line that a bot learned
 * @property {{moves: number[], from: number, line: string} | null} threat  the attack that had to be seen, after a
 *   number of moves
 */

/** A lesson that says and offers nothing. @type {Lesson} */
const NOTHING = {
  says: [],
  again: null,
  find: null,
  attack: null,
  look: null,
  taught: false,
  learned: null,
  threat: null,
};

/** Tell whether the server studies a game by itself. @param {Room} room */
export const isStudied = (room) =>
  room.result !== null
  && room.result.reason !== "aborted"
  && room.result.winner !== null
  && botLevel(room) !== null
  && isFives(room.rules)
  && room.moves.length >= LEAST_PLIES;

/**
 * Add to news of an analysis what its lesson is: a step of the study and a place in the queue do not repeat it.
 *
 * @param {AnalysisNews | null | undefined} before
 * @param {AnalysisNews} news
 * @returns {AnalysisNews}
 */
export const withLesson = (before, news) =>
  before?.lesson && !news.lesson ? { ...news, lesson: before.lesson, check: before.check } : news;

/**
 * @param {Room} room  satisfies `isStudied`
 * @param {AnalysisNews | null} news
 * @param {{bot: string, winner: string, learns: boolean}} who  names, and whether the bot learns
 * @returns {Lesson | null}  null while nothing is known
 */
export function lessonOf(room, news, { bot, winner, learns }) {
  if (!news) return null;
  const { lesson } = news;
  if (!lesson) return waiting(news, learns, bot);
  const botWon = room.result?.winner !== colorOf(room, personSeat(room));
  const { entry = null, mistake = null, suspect = null, learned = false, checked = 0, turn = null, line = [] } = lesson;
  const voice = room.you === null ? "other" : "you";
  const at = (/** @type {number} */ ply) => ({
    n: ply + 1,
    point: pointName(room.moves[ply]?.point ?? 0, room.size),
    name: bot,
    winner,
  });
  /** @type {Lesson} */
  const said = { ...NOTHING, says: [] };
  const say = (
    /** @type {string} */ key,
    /** @type {Record<string, string | number>} */ words = { name: bot, winner },
  ) => said.says.push({ key, words });
  if (botWon && turn !== null) {
    say(`lesson.turn.${voice}`, at(turn));
    if (voice === "you") said.find = turn;
    else said.look = turn;
  } else if (entry === null) {
    say(
      suspect === null ? "lesson.nothing" : `lesson.suspect.${botWon ? "person" : learns ? "bot" : "plain"}.${voice}`,
      suspect === null ? undefined : at(suspect),
    );
  } else if (botWon) {
    const key = mistake === null ? "lost_all" : checked ? "let_go" : "lost";
    say(`lesson.${key}.${voice}`, at(mistake ?? entry));
    if (mistake === null && line.length) {
      const points = line.slice(0, LONGEST).map((point) => pointName(point, room.size));
      const before = room.moves.slice(0, entry).map(({ point }) => point);
      said.threat = { moves: [...before, ...line.slice(0, MOST_DRAWN)], from: entry, line: points.join(" – ") };
      if (voice === "you") said.attack = entry;
      else said.look = entry - 1;
    }
    if (voice === "you" && mistake !== null) said.find = mistake;
  } else {
    say(learns ? `lesson.beat.${voice}` : `lesson.forced.${voice}`, at(entry));
    if (learned && entry > 0) {
      say("lesson.never", at(entry - 1));
      if (mistake === null) say("lesson.seeking");
    } else if (learns && room.start > 0) say("lesson.set_up");
    if (learned && entry > 0) said.learned = learnedOf(room, entry, mistake ?? entry - 1);
    const practised = practiceOf(lesson.practice);
    if (practised) say(`lesson.${practised.key}.${voice}`, { ...practised.words, winner });
    if (voice === "you" && entry > 0) said.again = mistake ?? entry - 1;
    said.taught = voice === "you" && learned;
  }
  if (botWon && checked) say("lesson.checked");
  else if (botWon && news.check) say(`lesson.check.${news.check}`);
  return said;
}

/**
 * Tell what a bot's practice after a game that it lost has brought.
 *
 * @param {import("./api.js").PracticeInfo | null | undefined} practice
 * @returns {{key: string, words: Record<string, number>} | null}  null if it was too short to tell
 */
export function practiceOf(practice) {
  if (!practice) return null;
  const { games: n, held, tests, held_after, tests_after, end } = practice;
  const share = (/** @type {number} */ part, /** @type {number} */ all) => Math.round((100 * part) / Math.max(1, all));
  const words = { n, before: share(held, tests), after: share(held_after, tests_after) };
  if (n <= tests) return end === "holds" ? { key: "practice_held", words } : null;
  if (tests_after === 0) return null;
  return { key: end === "lost" && held_after === 0 ? "practice_lost" : "practice", words };
}

/** @param {AnalysisNews} news @param {boolean} learns @param {string} bot @returns {Lesson | null} */
function waiting({ state, ahead = 0 }, learns, bot) {
  if (state !== "queued" && state !== "running") return null;
  const key = state === "running" ? (learns ? "running" : "running_plain") : ahead ? "queued" : "next";
  return {
    ...NOTHING,
    says: [{ key: `lesson.${key}`, words: { n: ahead, name: bot } }],
  };
}

/** @param {Room} room @param {number} entry @param {number} mistake @returns {Taught} */
function learnedOf({ moves }, entry, mistake) {
  const points = moves.map(({ point }) => point);
  return { moves: points, from: Math.min(mistake, entry - 1), never: points[mistake] };
}

/** @param {Room} room */
const personSeat = (room) => (typeof room.seats[0]?.level === "number" ? 1 : 0);

/** @param {LevelInfo[]} levels @param {number | null} level */
export const learnsOf = (levels, level) => levels.some((info) => info.level === level && info.learns === true);
