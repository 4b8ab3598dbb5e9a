/** What a review's page knows: the stored game, what was proven of it, and what its reader looks at. Pure. */

import { moverOf } from "./analysis.js";
import { tried } from "./better.js";
import { isLost, labelOf } from "./facts.js";
import { choose, walkTo } from "./proof.js";
import { isFives } from "./rules.js";

/** @import {AnalysisFeed} from "./analysis_feed.js" */
/** @import {GameHistory} from "./api.js" */
/** @import {Search} from "./better.js" */
/** @import {Color} from "./messages.js" */
/** @import {Walk} from "./proof.js" */

/**
 * @typedef {object} ReviewState
 * @property {string} id
 * @property {GameHistory | null} history  null until it is there
 * @property {unknown} failure  why it cannot be shown
 * @property {number} shown  how many moves stand on the board
 * @property {boolean} opened  somebody has gone to a position, or was sent to one
 * @property {boolean} autoplay  it goes on by itself
 * @property {AnalysisFeed | null} feed  of games that can be analysed
 * @property {{base: number, walk: Walk} | null} walking  a proof that is walked through, `base` moves of the game
 *   before it
 * @property {Search | null} seeking  the better move is looked for on the board
 */

/** @param {string} id @param {boolean} opened @returns {ReviewState} */
export const newReviewState = (id, opened) => ({
  id,
  history: null,
  failure: null,
  shown: 0,
  opened,
  autoplay: false,
  feed: null,
  walking: null,
  seeking: null,
});

/** @param {ReviewState} state */
export const plies = ({ history }) => history?.moves.length ?? 0;

/**
 * How many moves an address wants to be shown: all where it says nothing.
 *
 * @param {string | null} wanted
 * @param {number} all
 */
export const pliesWanted = (wanted, all) =>
  wanted === null ? all : Math.min(all, Math.max(0, Math.trunc(Number(wanted)) || 0));

/**
 * What was proven of the move of a ply.
 *
 * @param {ReviewState} state
 * @param {number} ply
 */
export const reviewAt = ({ feed }, ply) => feed?.analysis?.moves[ply];

/**
 * The search for a better move, with what was proven of the move that was played.
 *
 * @param {ReviewState} state
 */
export function searchOf(state) {
  const review = state.seeking && reviewAt(state, state.seeking.ply);
  return state.seeking && review ? { search: state.seeking, review } : null;
}

/**
 * @param {ReviewState} state  in which a proof is walked through
 * @param {number} at
 * @returns {ReviewState}
 */
export const withWalkAt = (state, at) =>
  state.walking ? { ...state, walking: { ...state.walking, walk: walkTo(state.walking.walk, at) } } : state;

/**
 * The defender answers in the proof that is walked through.
 *
 * @param {ReviewState} state
 * @param {number} point
 * @returns {ReviewState}  the same where nothing can be answered there
 */
export function withAnswer(state, point) {
  const { walking } = state;
  if (!walking || walking.walk.played.slice(0, walking.walk.at).includes(point)) return state;
  const walk = choose(walking.walk, point);
  return walk === walking.walk ? state : { ...state, walking: { ...walking, walk } };
}

/**
 * Another move is tried in the place of the one that was played.
 *
 * @param {ReviewState} state
 * @param {number} point
 * @returns {ReviewState}  the same where none is looked for
 */
export function withTry(state, point) {
  const found = searchOf(state);
  if (!found || !state.history) return state;
  const { review, search } = found;
  const played = state.history.moves[search.ply].point;
  return { ...state, seeking: { ...search, told: false, tried: tried(review, played, point) } };
}

/**
 * @param {GameHistory["game"]} game
 * @param {string | null | undefined} me
 * @returns {Color | null}  the reader's own
 */
export function ownColor({ black, white }, me) {
  if (!me) return null;
  return black.id === me ? "black" : white.id === me ? "white" : null;
}

/**
 * Where the one who lost the game is shown how: how many moves stand on the board after the mistake; null for others.
 *
 * @param {ReviewState} state
 * @param {string | null | undefined} me
 */
export function mistakeOf(state, me) {
  const lesson = state.feed?.analysis?.lesson;
  if (!lesson || !state.history) return null;
  const ply = lesson.entry - 1;
  const own = ownColor(state.history.game, me);
  return labelOf(reviewAt(state, ply) ?? {}) === "lost_here" && moverOf(ply) === own ? ply + 1 : null;
}

/** Ends of a game after which nobody can play on from its last position. */
const FINAL = new Set(["five", "full_board", "forbidden"]);

/**
 * At a move that lost one plays on in the place of who made it; else from the position that is shown.
 *
 * @param {ReviewState} state
 */
export const tryPly = (state) =>
  state.shown > 0 && isLost(reviewAt(state, state.shown - 1) ?? {}) ? state.shown - 1 : state.shown;

/** @param {ReviewState} state */
export function canTry(state) {
  const { result, rules } = state.history?.game ?? {};
  if (!result || !rules || !isFives(rules)) return false;
  return !(tryPly(state) === plies(state) && FINAL.has(result.reason));
}

/**
 * Whether it is known how long a move took. Files of imported games may tell of no times, and the stones that a game
 * began with were laid all at once.
 *
 * @param {Pick<GameHistory, "game" | "moves">} whole
 * @param {number} ply  of the move, from 0
 */
export const isTimed = ({ game, moves }, ply) =>
  ply >= (game.start ?? 0) && (!game.imported || moves.some(({ think_ms }) => think_ms > 0));
