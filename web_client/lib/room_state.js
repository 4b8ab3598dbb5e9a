/** State of a room's page: the room, and the viewer's actions in progress. Pure. */

import { fromSnapshot, withEvents, withForbidden, withPresence, withQueue } from "./room.js";
import { standing } from "./standing.js";
import { withTalk } from "./talk.js";

/** @import {AnalysisNews, RoomNews} from "./messages.js" */
/** @import {Room} from "./room.js" */

/**
 * @typedef {object} RoomState
 * @property {string} id
 * @property {Room | null} room  null until the server has sent it, or if it cannot be shown
 * @property {unknown} failure  reason why it cannot be shown
 * @property {boolean} replaced  another page of the viewer has taken over the room
 * @property {boolean} late  somebody else took the seat that was offered to the viewer
 * @property {"resign" | "takeback" | null} asking  action that awaits confirmation
 * @property {{ply: number, point: number} | null} pending  move sent without an answer yet
 * @property {number[]} offering  points selected to be offered in the opening
 * @property {import("./premove.js").Premove | null} premove  chosen on the opponent's turn
 * @property {Record<number, string>} refused  points that the server refused in this position, with the reason
 * @property {number | null} shown  number of shown moves; null follows the game
 * @property {import("./talk.js").Talk | null} talk  null until the server has sent it
 * @property {AnalysisNews | null} studied  progress and results of the game's study
 */

/** @param {string} id @returns {RoomState} */
export const newRoomState = (id) => ({
  id,
  room: null,
  failure: null,
  replaced: false,
  late: false,
  asking: null,
  pending: null,
  premove: null,
  offering: [],
  refused: {},
  shown: null,
  talk: null,
  studied: null,
});

/** @param {RoomState} before @param {RoomNews} news @param {string} me @returns {RoomState} */
export function withRoomNews(before, news, me) {
  const state = settled(received(before, news, me));
  const late = maySit(before.room) && state.room !== null && !maySit(state.room) && state.room.you === null;
  return late ? { ...state, late } : state;
}

/** @param {RoomState} state @param {RoomNews} news @param {string} me @returns {RoomState} */
function received(state, news, me) {
  const { room } = state;
  switch (news.t) {
    case "room":
      return { ...state, room: fromSnapshot(news), failure: null, replaced: false, refused: {}, offering: [] };
    case "error":
      return { ...state, room: null, failure: news };
    case "replaced":
      return { ...state, replaced: true };
    case "events": {
      if (!room) return state;
      const now = withEvents(room, news, me);
      const shown = now.moves.length < room.moves.length ? null : state.shown;
      const offering = now.progress?.turn?.kind === "offer" ? state.offering : [];
      return { ...state, room: now, shown, offering, refused: news.events.length ? {} : state.refused };
    }
    case "presence":
      return { ...state, room: room && withPresence(room, news.presence) };
    case "ratings":
      return { ...state, room: room && { ...room, rating: news.rating } };
    case "queued":
      return { ...state, room: room && withQueue(room, news.ahead ?? null) };
    case "forbidden":
      return { ...state, room: room && withForbidden(room, news.v, news.points) };
    case "talk":
    case "said":
    case "unsaid":
      return { ...state, talk: withTalk(state.talk, news) };
    default:
      return state;
  }
}

/**
 * Clear a pending stone once the game has passed it or cannot reach it any more.
 *
 * @param {RoomState} state
 * @returns {RoomState}
 */
function settled(state) {
  const { room, pending } = state;
  const done = pending && room && (room.moves.length !== pending.ply || room.result);
  return done ? { ...state, pending: null } : state;
}

/**
 * Undo a refused move; if the point is forbidden, remember that.
 *
 * @param {RoomState} state
 * @param {{ply: number, point: number}} move
 * @param {string} code
 * @returns {RoomState}
 */
export function withRefusal(state, { ply, point }, code) {
  const forbidden = code.startsWith("forbidden_") && state.room?.moves.length === ply;
  return {
    ...state,
    pending: state.pending?.ply === ply ? null : state.pending,
    refused: forbidden
      ? { ...state.refused, [point]: code.slice("forbidden_".length).replaceAll("_", "-") }
      : state.refused,
  };
}

/**
 * Select or deselect a point to offer; one point too many deselects the first.
 *
 * @param {RoomState} state
 * @param {number} point
 * @param {number} count
 * @returns {RoomState}
 */
export function withOffering(state, point, count) {
  const { offering } = state;
  const next = offering.includes(point) ? offering.filter((each) => each !== point) : [...offering, point];
  return { ...state, offering: next.slice(-count) };
}

/** Tell whether a seat is offered to the viewer. @param {Room | null} room */
export const maySit = (room) => room !== null && standing(room, 0).can.sit;

/** @param {RoomState} state */
export const shownPlies = ({ shown, room }) => shown ?? room?.moves.length ?? 0;

/** List the moves of the shown position. @param {RoomState} state */
export const shownMoves = (state) => (state.room?.moves ?? []).slice(0, shownPlies(state));

/** Return a bot's reasons for the shown move, or for its last one until it has answered. @param {RoomState} state */
export function reasonsShown(state) {
  const moves = state.room?.moves ?? [];
  return moves[shownPlies(state) - 1]?.why ?? (state.shown === null ? moves.at(-2)?.why : null);
}
