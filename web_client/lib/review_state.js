/** State of a review page: the stored game, its analysis, and the view. Pure. */

import { attackOf, moverOf } from "./analysis.js";
import { tried } from "./better.js";
import { labelOf, namesOpen } from "./facts.js";
import { choose, walkTo } from "./proof.js";
import { attempt } from "./puzzle.js";
import { isFives } from "./rules.js";

/** @import {AnalysisFeed} from "./analysis_feed.js" */
/** @import {GameHistory} from "./api.js" */
/** @import {Search} from "./better.js" */
/** @import {Color} from "./messages.js" */
/** @import {Walk} from "./proof.js" */
/** @import {Attempt, Posed} from "./puzzle.js" */

/**
 * @typedef {object} ReviewState
 * @property {string} id
 * @property {GameHistory | null} history  null until loaded
 * @property {unknown} failure  reason why it cannot be shown
 * @property {number} shown  number of moves on the board
 * @property {boolean} opened  the viewer went to a position or followed a link to one
 * @property {AnalysisFeed | null} feed  for games that can be analysed
 * @property {{base: number, walk: Walk} | null} walking  proof being shown, after `base` moves of the game
 * @property {Search | null} seeking  search for the better move on the board
 * @property {Attempt<Posed> | null} attack  search for the attack that won the game
 * @property {boolean} keeping  a tree is being made of the game
 */

/** @param {string} id @param {boolean} opened @returns {ReviewState} */
export const newReviewState = (id, opened) => ({
  id,
  history: null,
  failure: null,
  shown: 0,
  opened,
  feed: null,
  walking: null,
  seeking: null,
  attack: null,
  keeping: false,
});

/** @param {ReviewState} state */
export const plies = ({ history }) => history?.moves.length ?? 0;

/** Return the number of moves in the address; all by default. @param {string | null} wanted @param {number} all */
export const pliesWanted = (wanted, all) =>
  wanted === null ? all : Math.min(all, Math.max(0, Math.trunc(Number(wanted)) || 0));

/** Return the analysis of the move at a ply. @param {ReviewState} state @param {number} ply */
export const reviewAt = ({ feed }, ply) => feed?.analysis?.moves[ply];

/** Return the search for a better move with the analysis of the played one. @param {ReviewState} state */
export function searchOf(state) {
  const review = state.seeking && reviewAt(state, state.seeking.ply);
  return state.seeking && review ? { search: state.seeking, review } : null;
}

/**
 * @param {ReviewState} state  with a proof being shown
 * @param {number} at
 * @returns {ReviewState}
 */
export const withWalkAt = (state, at) =>
  state.walking ? { ...state, walking: { ...state.walking, walk: walkTo(state.walking.walk, at) } } : state;

/**
 * Play the defender's answer in the shown proof.
 *
 * @param {ReviewState} state
 * @param {number} point
 * @returns {ReviewState}  unchanged if no answer is possible there
 */
export function withAnswer(state, point) {
  const { walking } = state;
  if (!walking || walking.walk.played.slice(0, walking.walk.at).includes(point)) return state;
  const walk = choose(walking.walk, point);
  return walk === walking.walk ? state : { ...state, walking: { ...walking, walk } };
}

/**
 * Try another move instead of the played one.
 *
 * @param {ReviewState} state
 * @param {number} point
 * @returns {ReviewState}  unchanged without a search
 */
export function withTry(state, point) {
  const found = searchOf(state);
  if (!found || !state.history) return state;
  const { review, search } = found;
  const played = state.history.moves[search.ply].point;
  return { ...state, seeking: { ...search, told: false, tried: tried(review, played, point) } };
}

/**
 * Begin the search for the attack that won the game.
 *
 * @param {ReviewState} state
 * @returns {ReviewState}  unchanged if there is none to find
 */
export function withAttack(state) {
  const entry = attackOf(state.feed?.analysis);
  if (entry === null || !state.history) return state;
  const stones = state.history.moves.slice(0, entry).map(({ point }) => point);
  return { ...state, walking: null, seeking: null, attack: attempt({ kind: "win", stones }) };
}

/**
 * @param {GameHistory["game"]} game
 * @param {string | null | undefined} me
 * @returns {Color | null}  the viewer's colour
 */
export function ownColor({ black, white }, me) {
  if (!me) return null;
  return black.id === me ? "black" : white.id === me ? "white" : null;
}

/**
 * Return the number of moves up to and including the turning point, or else the mistake, if the viewer lost the game;
 * else null.
 *
 * @param {ReviewState} state
 * @param {string | null | undefined} me
 */
export function mistakeOf(state, me) {
  const { lesson, check } = state.feed?.analysis ?? {};
  if (!state.history) return null;
  const own = ownColor(state.history.game, me);
  const turn = check?.turn?.ply;
  if (turn !== undefined) return moverOf(turn) === own ? turn + 1 : null;
  if (!lesson) return null;
  const ply = lesson.entry - 1;
  return labelOf(reviewAt(state, ply) ?? {}) === "lost_here" && moverOf(ply) === own ? ply + 1 : null;
}

/** Results after which the last position cannot be played on. */
const FINAL = new Set(["five", "full_board", "forbidden"]);

/** Return the ply to play on from: before a losing move or the turning point, or else the shown position. @param {ReviewState} state */
export const tryPly = (state) =>
  state.shown > 0 && namesOpen(reviewAt(state, state.shown - 1) ?? {}) ? state.shown - 1 : state.shown;

/** @param {ReviewState} state */
export function canTry(state) {
  const { result, rules } = state.history?.game ?? {};
  if (!result || !rules || !isFives(rules)) return false;
  return !(tryPly(state) === plies(state) && FINAL.has(result.reason));
}

/**
 * Tell whether a move's time is known. Imported games may lack times, and the stones that a game started with were
 * placed at once.
 *
 * @param {Pick<GameHistory, "game" | "moves">} whole
 * @param {number} ply  of the move, from 0
 */
export const isTimed = ({ game, moves }, ply) =>
  ply >= (game.start ?? 0) && (!game.imported || moves.some(({ think_ms }) => think_ms > 0));
