/**
 * Room as its viewer sees it: whose turn it is, and the viewer's possible actions. Pure functions of the room and the
 * server time.
 */

import { seatOf } from "./room.js";
import { isSlow } from "./slow.js";

/** @import {Color, OfferKind} from "./messages.js" */
/** @import {Room} from "./room.js" */

/** Number of plies during which the game can be aborted and no clock runs. */
export const UNCHARGED_PLIES = 2;

/** @typedef {"open" | "playing" | "over"} Phase */

/**
 * @typedef {object} Standing
 * @property {Phase} phase
 * @property {Color | null} toMove  null unless the game is in progress
 * @property {number | null} seatToMove
 * @property {boolean} yourTurn
 * @property {"won" | "lost" | "drawn" | "aborted" | null} outcome  for the viewer's seat; null while in progress, and
 *   for a watcher unless aborted or drawn
 * @property {OfferKind[]} asked  the other player's offers
 * @property {OfferKind[]} offered  the viewer's offers
 * @property {number | null} goneSince  server time since which the other player has been away
 * @property {number | null} claimInMs  time until the viewer may claim, 0 if they may now. Null while the other player
 *   is present, on the viewer's own turn, and until both have moved: until then the game can be aborted
 * @property {Actions} can
 */

/**
 * @typedef {object} Actions
 * @property {boolean} sit
 * @property {boolean} abort
 * @property {boolean} resign
 * @property {boolean} draw
 * @property {boolean} takeback
 * @property {boolean} rematch
 * @property {boolean} claim
 */

/**
 * @param {Room} room
 * @param {number} now  server time
 * @returns {Standing}
 */
export function standing(room, now) {
  const phase = room.result ? "over" : room.black === null ? "open" : "playing";
  const playing = phase === "playing";
  const toMove = playing ? (room.moves.length % 2 === 0 ? "black" : "white") : null;
  const asksNow = room.progress?.turn ?? null;
  const seatToMove = asksNow && playing ? asksNow.seat : toMove && seatOf(room, toMove);
  const { you } = room;
  const other = you === null ? null : 1 - you;
  const seated = you !== null;
  const bot = other !== null && typeof room.seats[other]?.level === "number";
  const played = room.moves.length - room.start;
  const started = room.progress ? room.progress.started : played >= UNCHARGED_PLIES;
  const free = played - (room.progress?.laid ?? 0); // a take-back cannot reach into the opening
  const asked = other === null ? [] : room.offers[other];
  const offered = you === null ? [] : room.offers[you];
  // In a game by correspondence nobody waits at the board.
  const goneSince = playing && other !== null && !isSlow(room.clock) ? room.goneSince[other] : null;
  const yourTurn = seated && seatToMove === you;
  const claimAt = Math.max(Math.max(goneSince ?? 0, room.turnAt) + room.claimAfterMs, room.claimFrom);
  const claimInMs = goneSince === null || !started || yourTurn ? null : Math.max(0, claimAt - now);
  /** @param {OfferKind} what */
  const mayOffer = (what) =>
    you !== null && !asked.includes(what) && !offered.includes(what) && !room.declined[you].includes(what);
  return {
    phase,
    toMove,
    seatToMove,
    yourTurn,
    outcome: outcomeFor(room),
    asked,
    offered,
    goneSince,
    claimInMs,
    can: {
      sit: phase === "open" && !seated,
      abort: seated && phase !== "over" && !started,
      resign: seated && playing && started,
      draw: playing && started && !bot && mayOffer("draw"), // bots do not accept draws
      takeback: playing && !asksNow && free >= (seatToMove === you ? 2 : 1) && mayOffer("takeback"),
      rematch: phase === "over" && room.black !== null && room.next === null && mayOffer("rematch"),
      claim: claimInMs === 0,
    },
  };
}

/** @param {Room} room @returns {Standing["outcome"]} */
function outcomeFor(room) {
  if (!room.result) return null;
  if (room.result.reason === "aborted") return "aborted";
  if (room.result.winner === null) return "drawn";
  if (room.you === null) return null;
  return seatOf(room, room.result.winner) === room.you ? "won" : "lost";
}
