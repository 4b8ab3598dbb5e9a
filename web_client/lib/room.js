/**
 * Room as this client knows it: the fold of its snapshot and the later events, equal to the server's. Pure: every
 * function returns a new room.
 */

import { isFives } from "./rules.js";

/** @import {ClockSpec, Color, Events, OfferKind, OpeningName, OpeningProgress, RoomState, Rules, Who} from "./messages.js" */

/**
 * @typedef {object} Stone
 * @property {number} point
 * @property {number} thinkMs
 * @property {number | null} leftMs
 * @property {Record<string, unknown> | null} why
 * @property {boolean} planned  whether it was the planned answer to the previous move
 */

/**
 * @typedef {object} Room
 * @property {string} id
 * @property {number} v
 * @property {number} now  server time at which `left` was valid
 * @property {Rules} rules
 * @property {number} size
 * @property {ClockSpec} clock
 * @property {"public" | "link" | "private"} visibility
 * @property {boolean} rated
 * @property {RoomState["rating"] | null} rating  ratings beside the names, and the changes of the game
 * @property {Color | "random"} color  requested by the owner
 * @property {[Who | null, Who | null]} seats
 * @property {number | null} black  seat that has black, once the game has begun; in an opening, so far
 * @property {number | null} you  the viewer's seat
 * @property {Stone[]} moves
 * @property {number} start  number of moves that the game started with
 * @property {string | null} fromGame  the game that they come from
 * @property {OpeningName} opening  opening rule
 * @property {OpeningProgress | null} progress  of the opening; null without one
 * @property {[number | null, number | null]} left  milliseconds
 * @property {readonly (number | null)[] | null} reserve  additional time of some kinds of clocks
 * @property {number | null} running  seat whose clock runs
 * @property {number | null} flagAt  flag time of the running clock, in a game by correspondence
 * @property {readonly (number | null)[] | null} awayUntil  end of each seat's vacation, in such a game
 * @property {number | null} firstMoveBy
 * @property {[OfferKind[], OfferKind[]]} offers  by seat
 * @property {[OfferKind[], OfferKind[]]} declined  offers of each seat that were declined in this position
 * @property {[number | null, number | null]} goneSince
 * @property {number} watchers
 * @property {number} claimAfterMs
 * @property {number} claimFrom  server time before which the server refuses a claim; 0 if none was refused
 * @property {number} turnAt  server time at which the turn began
 * @property {[number, number]} score  half points in the series, including this game
 * @property {{winner: Color | null, reason: string} | null} result
 * @property {number[] | null} line
 * @property {string | null} previous
 * @property {string | null} next
 * @property {Record<number, string>} forbidden  point -> reason, for black to move
 * @property {number | null} ahead  number of moves that are queued before the bot's
 */

/** @param {RoomState} state @returns {Room} */
export function fromSnapshot(state) {
  return {
    id: state.room,
    v: state.v,
    now: state.now,
    rules: state.rules,
    size: state.size,
    clock: state.clock,
    visibility: state.visibility,
    rated: state.rated,
    rating: state.rating ?? null,
    color: state.color,
    seats: [state.seats[0], state.seats[1]],
    black: state.black ?? null,
    you: state.you ?? null,
    moves: state.moves.map((stone) => ({
      point: stone.point,
      thinkMs: stone.think_ms,
      leftMs: stone.left_ms ?? null,
      why: stone.why ?? null,
      planned: stone.conditional ?? false,
    })),
    start: state.start ?? 0,
    fromGame: state.from_game ?? null,
    opening: state.opening ?? "free",
    progress: state.progress ?? null,
    left: [state.left[0], state.left[1]],
    reserve: state.reserve ?? null,
    flagAt: state.flag_at ?? null,
    awayUntil: state.away_until ?? null,
    running: state.running ?? null,
    firstMoveBy: state.first_move_by ?? null,
    offers: [[...state.offers[0]], [...state.offers[1]]],
    declined: [[], []],
    goneSince: [state.presence.gone_since[0], state.presence.gone_since[1]],
    watchers: state.presence.watchers,
    claimAfterMs: state.claim_after_ms,
    claimFrom: 0,
    turnAt: state.turn_at ?? 0,
    score: [state.score[0], state.score[1]],
    result: state.result ?? null,
    line: state.line ?? null,
    previous: state.previous ?? null,
    next: state.next ?? null,
    forbidden: {},
    ahead: null,
  };
}

/**
 * Apply a message of events; they must follow the room's version without a gap.
 *
 * @param {Room} room
 * @param {Events} message
 * @param {string} me  id of this client's player
 * @returns {Room}
 */
export function withEvents(room, message, me) {
  const after = structuredClone(room);
  for (const event of message.events) apply(after, event, me);
  if (message.events.length) after.ahead = null;
  after.now = message.now;
  after.left = [message.left[0], message.left[1]];
  after.reserve = message.reserve ?? null;
  after.flagAt = message.flag_at ?? null;
  after.running = message.running ?? null;
  after.firstMoveBy = message.first_move_by ?? null;
  after.progress = message.progress ?? null;
  return after;
}

/** @param {Room} room @param {RoomState["presence"]} presence @returns {Room} */
export function withPresence(room, presence) {
  return { ...room, goneSince: [presence.gone_since[0], presence.gone_since[1]], watchers: presence.watchers };
}

/**
 * @param {Room} room
 * @param {number | null} ahead  null once the bot thinks
 * @returns {Room}
 */
export function withQueue(room, ahead) {
  return { ...room, ahead };
}

/**
 * @param {Room} room
 * @param {number} v  version for which the points are forbidden
 * @param {readonly (readonly [number, string])[]} points
 * @returns {Room}
 */
export function withForbidden(room, v, points) {
  return v === room.v ? { ...room, forbidden: Object.fromEntries(points) } : room;
}

/**
 * @param {Room} room  mutated
 * @param {Events["events"][number]} event
 * @param {string} me
 */
function apply(room, event, me) {
  room.v = event.v;
  switch (event.k) {
    case "seated":
      room.seats[event.seat] = event.who;
      room.black = event.black;
      room.turnAt = event.at;
      if (event.who.id && event.who.id === me) room.you = event.seat;
      break;
    case "moved":
      room.moves.push({
        point: event.point,
        thinkMs: event.think_ms,
        leftMs: event.left[event.seat],
        why: event.why ?? null,
        planned: event.conditional ?? false,
      });
      acted(room, event);
      break;
    case "chose":
      room.black = event.black;
      acted(room, event);
      break;
    case "declared":
    case "proposed":
      acted(room, event);
      break;
    case "offered":
      room.offers[event.seat].push(event.what);
      break;
    case "answered":
      answered(room, event.seat, event.what);
      break;
    case "took_back":
      room.moves.splice(room.moves.length - event.plies);
      room.rated = false;
      room.turnAt = event.at;
      room.forbidden = {};
      room.declined = [[], []];
      clear(room, "draw", "takeback");
      break;
    case "ended":
      room.result = { winner: event.winner, reason: event.reason };
      room.line = event.line ?? null;
      room.score = scoreAfter(room);
      room.forbidden = {};
      clear(room, "draw", "takeback");
      break;
    case "rematched":
      room.next = event.room;
      clear(room, "rematch");
      break;
    case "resumed":
      room.turnAt = event.at;
      break;
    case "created":
      break;
  }
}

/** Clear the offers after a turn was used. @param {Room} room @param {{seat: number, at: number}} act */
function acted(room, { seat, at }) {
  room.turnAt = at;
  room.forbidden = {};
  room.declined = [[], []];
  drop(room, 1 - seat, "draw");
  clear(room, "takeback");
}

/** @param {Room} room @param {number} seat @param {OfferKind} what */
function answered(room, seat, what) {
  if (room.offers[seat].includes(what)) {
    drop(room, seat, what);
  } else {
    drop(room, 1 - seat, what);
    room.declined[1 - seat].push(what);
  }
}

/** @param {Room} room @param {number} seat @param {OfferKind} what */
function drop(room, seat, what) {
  room.offers[seat] = room.offers[seat].filter((offer) => offer !== what);
}

/** @param {Room} room @param {...OfferKind} kinds */
function clear(room, ...kinds) {
  for (const kind of kinds) for (const seat of [0, 1]) drop(room, seat, kind);
}

/**
 * Return the half points of the series after the game: two for a win, one each for a draw, none if aborted.
 *
 * @param {Room} room
 * @returns {[number, number]}
 */
function scoreAfter(room) {
  const [first, second] = room.score;
  if (!room.result || room.result.reason === "aborted" || room.black === null) return room.score;
  if (room.result.winner === null) return [first + 1, second + 1];
  return seatOf(room, room.result.winner) === 0 ? [first + 2, second] : [first, second + 2];
}

/**
 * @param {Room} room  in a game that has begun
 * @param {Color} color
 * @returns {number}
 */
export function seatOf(room, color) {
  const black = room.black ?? 0;
  return color === "black" ? black : 1 - black;
}

/** @param {Room} room @returns {number | null}  level of the bot in this room */
export const botLevel = (room) => room.seats.find((who) => typeof who?.level === "number")?.level ?? null;

/** @param {Room} room @returns {boolean}  whether the server gives hints */
export const hasHints = (room) => botLevel(room) !== null && !room.rated && room.you !== null && isFives(room.rules);

/**
 * @param {Room} room
 * @returns {boolean}  whether a bot plays whose reasons the server sends: in a rated game only after the end
 */
export const tellsReasons = (room) => botLevel(room) !== null && (!room.rated || room.result !== null);

/** @param {Room} room @param {number} seat @returns {Color | null}  null until the game has begun */
export function colorOf(room, seat) {
  if (room.black === null) return null;
  return seat === room.black ? "black" : "white";
}
