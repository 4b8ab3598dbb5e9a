/**
 * What a room means for the one who looks at it: whose turn it is, and what may be done now. Pure functions of the room
 * and the server's time.
 */

import { seatOf } from "./room.js";
import { isSlow } from "./slow.js";

/** @import {Color, OfferKind} from "./messages.js" */
/** @import {Room} from "./room.js" */

/** Until both sides have made their first move, the game can be aborted and nobody's clock runs. */
export const UNCHARGED_PLIES = 2;

/** @typedef {"open" | "playing" | "over"} Phase */

/**
 * @typedef {object} Standing
 * @property {Phase} phase
 * @property {Color | null} toMove  null unless the game goes on
 * @property {number | null} seatToMove
 * @property {boolean} yourTurn
 * @property {"won" | "lost" | "drawn" | "aborted" | null} outcome  for the viewer's seat; null while it goes on, and
 *   for a watcher unless aborted or drawn
 * @property {OfferKind[]} asked  what the other player has on offer to the viewer
 * @property {OfferKind[]} offered  what the viewer has on offer
 * @property {number | null} goneSince  since when the other player has been gone, as the server's time
 * @property {number | null} claimInMs  until the viewer may claim; 0 when it is time; null when the other is there, on
 *   the viewer's own turn, when nobody keeps them waiting, and until both have moved: then the game can be aborted
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
 * @param {number} now  the server's time
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
  const free = played - (room.progress?.laid ?? 0); // no take-back leads into an opening
  const asked = other === null ? [] : room.offers[other];
  const offered = you === null ? [] : room.offers[you];
  // nobody waits at the board of a game by correspondence
  const goneSince = playing && other !== null && !isSlow(room.clock) ? room.goneSince[other] : null;
  const yourTurn = seated && seatToMove === you;
  const claimAt = Math.max(goneSince ?? 0, room.turnAt) + room.claimAfterMs;
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
      draw: playing && started && !bot && mayOffer("draw"), // bots play on
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
