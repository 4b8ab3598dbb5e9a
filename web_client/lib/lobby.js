/** The lobby as this client knows it. Pure. */

/** @import {LobbyNews, LobbyRoom} from "./messages.js" */

/** @typedef {{rooms: Map<string, LobbyRoom>, online: number}} Lobby */

/** @type {Lobby} */
export const emptyLobby = { rooms: new Map(), online: 0 };

/**
 * @param {Lobby} lobby
 * @param {LobbyNews} news
 * @returns {Lobby}
 */
export function withLobbyNews(lobby, news) {
  const rooms = news.t === "lobby" ? new Map() : new Map(lobby.rooms);
  for (const room of news.rooms) rooms.set(room.room, room);
  if (news.t === "lobby_change") for (const gone of news.gone) rooms.delete(gone);
  return { rooms, online: news.online };
}

/**
 * Rooms with a free seat, the longest waiting first.
 *
 * @param {Lobby} lobby
 * @returns {LobbyRoom[]}
 */
export function openRooms(lobby) {
  return [...lobby.rooms.values()].filter(isOpen).sort((a, b) => a.created_at - b.created_at);
}

/**
 * Games that go on, the most watched and then the newest first.
 *
 * @param {Lobby} lobby
 * @returns {LobbyRoom[]}
 */
export function gamesToWatch(lobby) {
  return [...lobby.rooms.values()]
    .filter((room) => !isOpen(room))
    .sort((a, b) => b.watchers - a.watchers || b.created_at - a.created_at);
}

/** @param {LobbyRoom} room */
const isOpen = (room) => room.seats.includes(null);
