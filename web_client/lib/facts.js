/** Facts of one move of an analysis, and all that a page says and offers because of them. Pure. */

/** @import {Label, Looked} from "./analysis.js" */
/** @import {MoveReview} from "./api.js" */

/**
 * @typedef {object} Facts
 * @property {"won" | "lost" | "held" | null} before  what is known of the position before the move, for its maker: won
 *   and lost are proven, held is what a search found
 * @property {boolean} loses  the opponent is proven to win after it
 * @property {boolean} letGo  the proven win that there was is gone
 * @property {boolean} forced  a pass would have lost, by a proof
 * @property {boolean} over  the move made the row: no win is left to show
 * @property {boolean} refutation  the proof of the opponent's win, after the move or after a pass, can be shown
 * @property {"proven" | "searched" | null} better  how certain it is that another move was better; null where none is
 *   named
 * @property {readonly Looked[]} checked  how hard a win was looked for after each of the moves that are named
 * @property {boolean} mine  the reader made the move
 */

/** @typedef {"missed_win" | "lost_win" | "lost_here" | "not_proven_lost" | "forced" | "lost_before"} Sentence */
/** @typedef {"seek_win" | "seek" | "show_win" | "show_threat" | "show_pass"} Offer */

/**
 * @typedef {object} Said
 * @property {Label | null} sign
 * @property {Sentence[]} sentences
 * @property {Offer[]} offers  buttons
 * @property {boolean} names  the moves after which no win was found stand beside it; not where they are to be found
 */

/**
 * What an analysis knows of a move. Its label is not taken at its word: earlier studies called a loss "perhaps since
 * earlier" where they knew of a win before it.
 *
 * @param {MoveReview} review
 * @param {boolean} [mine]
 * @returns {Facts}
 */
export function factsOf({ label = null, before: told = null, win, threat, forced, open = [] }, mine = false) {
  const held = open.length > 0 && (told === "held" || label === "lost_here" || label === "not_proven_lost");
  const before = win ? "won" : told === "lost" ? "lost" : held ? "held" : null;
  return {
    before,
    loses: before !== "lost" && (label === "lost_here" || label === "not_proven_lost"),
    letGo: before === "won" && label === "missed_win",
    forced: Boolean(forced),
    over: label === null && win?.line.length === 1,
    refutation: Boolean(threat),
    better: before === "won" ? "proven" : before === "held" ? "searched" : null,
    checked: open,
    mine,
  };
}

/**
 * What is said and offered: no two parts of it contradict one another.
 *
 * @param {Facts} facts
 * @returns {Said}
 */
export function saidOf({ before, loses, letGo, forced, over, refutation, better, mine }) {
  const hadTo = forced && before !== "won"; // whoever could win by force had to answer nothing
  const sign = loses ? (better ? "lost_here" : "not_proven_lost") : letGo ? "missed_win" : hadTo ? "forced" : null;
  /** @type {Sentence[]} */
  const sentences = [];
  if (loses) sentences.push(before === "won" ? "lost_win" : before === "held" ? "lost_here" : "not_proven_lost");
  else if (letGo) sentences.push("missed_win");
  if (hadTo) sentences.push("forced");
  if (before === "lost") sentences.push("lost_before");
  /** @type {Offer[]} */
  const offers = [];
  if ((loses || letGo) && better) offers.push(before === "won" ? "seek_win" : "seek");
  if (before === "won" && !over) offers.push("show_win");
  if (refutation && loses) offers.push("show_threat");
  else if (refutation && hadTo) offers.push("show_pass");
  return { sign, sentences, offers, names: loses && !(mine && better !== null) };
}

/**
 * The sign that a move gets, wherever it stands.
 *
 * @param {MoveReview} review
 * @returns {Label | null}
 */
export const labelOf = (review) => saidOf(factsOf(review)).sign;

/**
 * Whether the opponent's win stands after the move; otherwise it is what a pass would have lost to.
 *
 * @param {MoveReview} review
 */
export const isLost = (review) => factsOf(review).loses;

/**
 * Whether there is a better move to be found: the win that was let go, or one that withstood what refuted the one
 * played.
 *
 * @param {MoveReview | undefined} review
 */
export const isAsked = (review) => review !== undefined && offersOf(review).some((offer) => SOUGHT.includes(offer));

/**
 * Whether the better move is a proven win.
 *
 * @param {MoveReview} review
 */
export const isWinSought = (review) => offersOf(review).includes("seek_win");

/** @type {Offer[]} */
const SOUGHT = ["seek", "seek_win"];

/** @param {MoveReview} review */
const offersOf = (review) => saidOf(factsOf(review)).offers;
