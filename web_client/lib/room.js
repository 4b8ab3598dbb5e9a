/**
 * A room as this client knows it: the fold of its snapshot and the events that came after, exactly as the server folds
 * them. Pure: every function returns a new room.
 */

import { isFives } from "./rules.js";

/** @import {ClockSpec, Color, Events, OfferKind, OpeningName, OpeningProgress, RoomState, Rules, Who} from "./messages.js" */

/**
 * @typedef {object} Stone
 * @property {number} point
 * @property {number} thinkMs
 * @property {number | null} leftMs
 * @property {Record<string, unknown> | null} why
 * @property {boolean} planned  whether it was the planned answer to the move before it
 */

/**
 * @typedef {object} Room
 * @property {string} id
 * @property {number} v
 * @property {number} now  the server's time at which `left` held
 * @property {Rules} rules
 * @property {number} size
 * @property {ClockSpec} clock
 * @property {"public" | "link" | "private"} visibility
 * @property {boolean} rated
 * @property {RoomState["rating"] | null} rating  those beside the names, and what the game has changed
 * @property {Color | "random"} color  that the owner asked for
 * @property {[Who | null, Who | null]} seats
 * @property {number | null} black  the seat that has black, once the game has begun; in an opening by now
 * @property {number | null} you  this client's seat
 * @property {Stone[]} moves
 * @property {number} start  how many of them were not played here: the game began with them
 * @property {string | null} fromGame  the game they come from
 * @property {OpeningName} opening  the rule by which it begins
 * @property {OpeningProgress | null} progress  how far that has come; null without one
 * @property {[number | null, number | null]} left  milliseconds
 * @property {readonly (number | null)[] | null} reserve  what clocks of some kinds have beside that
 * @property {number | null} running  the seat whose clock runs
 * @property {number | null} flagAt  when the flag of the seat that runs falls, in a game by correspondence
 * @property {readonly (number | null)[] | null} awayUntil  until when either seat is on vacation, in such a game
 * @property {number | null} firstMoveBy
 * @property {[OfferKind[], OfferKind[]]} offers  of either seat
 * @property {[OfferKind[], OfferKind[]]} declined  what each seat has offered in vain since the position last changed
 * @property {[number | null, number | null]} goneSince
 * @property {number} watchers
 * @property {number} claimAfterMs
 * @property {number} turnAt  when the turn began, as the server's time
 * @property {[number, number]} score  half points in the series, this game included
 * @property {{winner: Color | null, reason: string} | null} result
 * @property {number[] | null} line
 * @property {string | null} previous
 * @property {string | null} next
 * @property {Record<number, string>} forbidden  point -> reason, for black to move
 * @property {number | null} ahead  how many moves of other games come before the bot's, where it has to wait
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
 * The room after a message of events; they must follow on the room's version without a gap.
 *
 * @param {Room} room
 * @param {Events} message
 * @param {string} me  this client's player id
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
 * @param {number} v  the version the points are forbidden at
 * @param {readonly (readonly [number, string])[]} points
 * @returns {Room}
 */
export function withForbidden(room, v, points) {
  return v === room.v ? { ...room, forbidden: Object.fromEntries(points) } : room;
}

/**
 * @param {Room} room  changed in place
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

/**
 * A turn was used: what was offered before it is offered no more.
 *
 * @param {Room} room
 * @param {{seat: number, at: number}} act
 */
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
 * Half points of the series once the game has ended: two for a win, one each for a draw, none when it was aborted.
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
 * @param {Room} room  whose game has begun
 * @param {Color} color
 * @returns {number}
 */
export function seatOf(room, color) {
  const black = room.black ?? 0;
  return color === "black" ? black : 1 - black;
}

/**
 * @param {Room} room
 * @returns {number | null}  level of the bot that plays here
 */
export const botLevel = (room) => room.seats.find((who) => typeof who?.level === "number")?.level ?? null;

/**
 * @param {Room} room
 * @returns {boolean}  whether the server helps the player here
 */
export const hasHints = (room) => botLevel(room) !== null && !room.rated && room.you !== null && isFives(room.rules);

/**
 * @param {Room} room
 * @returns {boolean}  whether there is a bot whose reasons the server tells: in a rated game after the end only
 */
export const tellsReasons = (room) => botLevel(room) !== null && (!room.rated || room.result !== null);

/**
 * @param {Room} room
 * @param {number} seat
 * @returns {Color | null}  null until the game has begun
 */
export function colorOf(room, seat) {
  if (room.black === null) return null;
  return seat === room.black ? "black" : "white";
}
