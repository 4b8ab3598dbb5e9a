/** Facts of one analysed move, and everything that a page says and offers about it. Pure. */

/** @import {Label, Looked} from "./analysis.js" */
/** @import {MoveReview} from "./api.js" */

/**
 * @typedef {object} Facts
 * @property {"won" | "lost" | "held" | null} before  known result of the position before the move, for the mover: won
 *   and lost are proven, held is the result of a search
 * @property {boolean} loses  the opponent is proven to win after it
 * @property {boolean} letGo  the move missed a proven win
 * @property {boolean} turned  no proof, but the check saw the game as lost only after it
 * @property {boolean} forced  a pass is proven to lose
 * @property {boolean} over  the move completed the row, so there is no win left to show
 * @property {boolean} refutation  the proof of the opponent's win, after the move or after a pass, can be shown
 * @property {"proven" | "searched" | null} better  certainty that another move was better; null if none is named
 * @property {readonly Looked[]} checked  search effort for each of the named moves
 * @property {boolean} mine  the viewer made the move
 */

/** @typedef {"missed_win" | "lost_win" | "lost_here" | "not_proven_lost" | "turned" | "forced" | "lost_before"} Sentence */
/** @typedef {"seek_win" | "seek" | "show_win" | "show_threat" | "show_pass"} Offer */

/**
 * @typedef {object} Said
 * @property {Label | null} sign
 * @property {Sentence[]} sentences
 * @property {Offer[]} offers  buttons
 * @property {boolean} names  whether the open moves are listed; not if the viewer is to find them
 */

/**
 * Return the facts that an analysis knows of a move. Its label alone is not reliable: earlier studies labelled a loss
 * "perhaps since earlier" although they knew of a win before it.
 *
 * @param {MoveReview & {turned?: boolean}} review
 * @param {boolean} [mine]
 * @param {number | null} [played]  the point of the move
 * @returns {Facts}
 */
export function factsOf(review, mine = false, played = null) {
  const { label = null, before: told = null, win, threat, forced, open = [], turned = false } = review;
  const held = open.length > 0 && (turned || told === "held" || label === "lost_here" || label === "not_proven_lost");
  const before = win ? "won" : told === "lost" ? "lost" : held ? "held" : null;
  const loses = before !== "lost" && (label === "lost_here" || label === "not_proven_lost");
  return {
    before,
    loses,
    letGo: before === "won" && label === "missed_win",
    turned: turned && before === "held" && !loses,
    forced: Boolean(forced),
    over: win?.line.length === 1 && win.line[0] === played,
    refutation: Boolean(threat),
    better: before === "won" ? "proven" : before === "held" ? "searched" : null,
    checked: open,
    mine,
  };
}

/** Derive the sign, sentences and offers; no two of them contradict each other. @param {Facts} facts @returns {Said} */
export function saidOf({ before, loses, letGo, turned, forced, over, refutation, better, mine }) {
  const hadTo = forced && before !== "won"; // a side that could win by force did not have to answer
  const lost = better ? "lost_here" : "not_proven_lost";
  const sign = loses ? lost : letGo ? "missed_win" : turned ? "turned" : hadTo ? "forced" : null;
  /** @type {Sentence[]} */
  const sentences = [];
  if (loses) sentences.push(before === "won" ? "lost_win" : before === "held" ? "lost_here" : "not_proven_lost");
  else if (letGo) sentences.push("missed_win");
  else if (turned) sentences.push("turned");
  if (hadTo && !(loses && !better)) sentences.push("forced"); // where nothing is known to help, it tells no more
  if (before === "lost") sentences.push("lost_before");
  /** @type {Offer[]} */
  const offers = [];
  if ((loses || letGo || turned) && better) offers.push(before === "won" ? "seek_win" : "seek");
  if (before === "won" && !over) offers.push("show_win");
  if (refutation && loses) offers.push("show_threat");
  else if (refutation && hadTo) offers.push("show_pass");
  return { sign, sentences, offers, names: (loses || turned) && !(mine && better !== null) };
}

/** Return the sign of a move, the same in all places. @param {MoveReview} review @returns {Label | null} */
export const labelOf = (review) => saidOf(factsOf(review)).sign;

/**
 * Tell whether the opponent's win stands after the move; otherwise it is the win that a pass would have allowed.
 *
 * @param {MoveReview} review
 */
export const isLost = (review) => factsOf(review).loses;

/** Tell whether the check alone makes the move the turning point. @param {MoveReview} review */
export const isTurned = (review) => factsOf(review).turned;

/** Tell whether the open moves are better ones. @param {MoveReview} review */
export const namesOpen = (review) => saidOf(factsOf(review)).names;

/**
 * Tell whether there is a better move to find: a missed win, or a move that withstands the refutation of the played
 * one.
 *
 * @param {MoveReview | undefined} review
 */
export const isAsked = (review) => review !== undefined && offersOf(review).some((offer) => SOUGHT.includes(offer));

/** Tell whether the better move is a proven win. @param {MoveReview} review */
export const isWinSought = (review) => offersOf(review).includes("seek_win");

/** @type {Offer[]} */
const SOUGHT = ["seek", "seek_win"];

/** @param {MoveReview} review */
const offersOf = (review) => saidOf(factsOf(review)).offers;
