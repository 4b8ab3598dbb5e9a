/** Lobby as this client knows it. Pure. */

/** @import {LobbyNews, LobbyRoom, SeekInfo} from "./messages.js" */

/** @typedef {{rooms: Map<string, LobbyRoom>, seeks: Map<string, SeekInfo>, online: number}} Lobby */

/** @type {Lobby} */
export const emptyLobby = { rooms: new Map(), seeks: new Map(), online: 0 };

/** @param {Lobby} lobby @param {LobbyNews} news @returns {Lobby} */
export function withLobbyNews(lobby, news) {
  const rooms = news.t === "lobby" ? new Map() : new Map(lobby.rooms);
  for (const room of news.rooms) rooms.set(room.room, room);
  if (news.t === "lobby_change") for (const gone of news.gone) rooms.delete(gone);
  const seeks = news.t === "lobby" ? new Map() : new Map(lobby.seeks);
  for (const seek of news.seeks ?? []) seeks.set(seek.seek, seek);
  if (news.t === "lobby_change") for (const gone of news.seeks_gone ?? []) seeks.delete(gone);
  return { rooms, seeks, online: news.online };
}

/**
 * List the players who wait for an opponent, in a room or with a seek, longest waiting first, without blocked ones.
 *
 * @param {Lobby} lobby
 * @param {ReadonlySet<string>} blocked  ids
 * @returns {(LobbyRoom | SeekInfo)[]}
 */
export function waiting(lobby, blocked) {
  const rooms = [...lobby.rooms.values()].filter(isOpen);
  return [...rooms, ...lobby.seeks.values()]
    .filter((each) => !people(each).some((who) => who?.id && blocked.has(who.id)))
    .sort((a, b) => a.created_at - b.created_at);
}

/** @param {LobbyRoom | SeekInfo} each */
const people = (each) => ("seek" in each ? [each.who] : each.seats);

/** List the games in progress, most watched first, then newest first. @param {Lobby} lobby @returns {LobbyRoom[]} */
export function gamesToWatch(lobby) {
  return [...lobby.rooms.values()]
    .filter((room) => !isOpen(room))
    .sort((a, b) => b.watchers - a.watchers || b.created_at - a.created_at);
}

/** @param {LobbyRoom} room */
const isOpen = (room) => room.seats.includes(null);
