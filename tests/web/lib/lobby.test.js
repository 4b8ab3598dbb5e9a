import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLobby, gamesToWatch, waiting, withLobbyNews } from "../../../web_client/lib/lobby.js";

const line = (room, created_at, { open = false, watchers = 0 } = {}) => ({
  room,
  created_at,
  watchers,
  seats: [{ id: "a" }, open ? null : { id: "b" }],
});
const nobody = new Set();
const names = (rooms) => rooms.map(({ room }) => room);

test("the whole lobby replaces what was known", () => {
  const before = withLobbyNews(emptyLobby, { t: "lobby", rooms: [line("old", 1)], online: 1 });
  const now = withLobbyNews(before, { t: "lobby", rooms: [line("new", 1)], online: 2 });
  assert.deepEqual([[...now.rooms.keys()], now.online], [["new"], 2]);
});

test("a change adds, replaces and removes", () => {
  const before = withLobbyNews(emptyLobby, {
    t: "lobby",
    rooms: [line("a", 1, { open: true }), line("b", 2)],
    online: 1,
  });
  const now = withLobbyNews(before, { t: "lobby_change", rooms: [line("a", 1), line("c", 3)], gone: ["b"], online: 3 });
  assert.deepEqual([...now.rooms.keys()].sort(), ["a", "c"]);
  assert.deepEqual(names(waiting(now, nobody)), []);
  assert.deepEqual([...before.rooms.keys()], ["a", "b"]);
});

test("who waits longest stands first; then the most watched game, then the newest", () => {
  const rooms = [
    line("late", 2, { open: true }),
    line("early", 1, { open: true }),
    line("quiet", 9),
    line("newer", 10),
    line("watched", 1, { watchers: 5 }),
  ];
  const lobby = withLobbyNews(emptyLobby, { t: "lobby", rooms, online: 1 });
  assert.deepEqual(names(waiting(lobby, nobody)), ["early", "late"]);
  assert.deepEqual(names(gamesToWatch(lobby)), ["watched", "newer", "quiet"]);
});

test("who looks for an opponent stands among the rooms that wait, until the seek is gone", () => {
  const seek = { seek: "s", who: { id: "c" }, created_at: 2 };
  const rooms = [line("late", 3, { open: true }), line("early", 1, { open: true })];
  const first = withLobbyNews(emptyLobby, { t: "lobby", rooms, online: 1, seeks: [seek] });
  assert.deepEqual(
    waiting(first, nobody).map((each) => each.room ?? each.seek),
    ["early", "s", "late"],
  );
  const more = withLobbyNews(first, {
    t: "lobby_change",
    rooms: [],
    gone: [],
    online: 1,
    seeks: [{ ...seek, seek: "n" }],
    seeks_gone: ["s"],
  });
  assert.deepEqual([...more.seeks.keys()], ["n"]);
  assert.deepEqual([...first.seeks.keys()], ["s"]);
});

test("who is blocked waits for others", () => {
  const room = (id, owner) => ({ ...line(id, 1), seats: [{ id: owner }, null] });
  const seek = (id, player) => ({ seek: id, created_at: 2, who: { id: player } });
  const lobby = withLobbyNews(emptyLobby, {
    t: "lobby",
    rooms: [room("hers", "foe"), room("his", "friend"), line("playing", 3)],
    seeks: [seek("one", "foe"), seek("two", "friend")],
    online: 2,
  });
  const shown = (blocked) => waiting(lobby, new Set(blocked)).map((each) => each.room ?? each.seek);
  assert.deepEqual(shown([]), ["hers", "his", "one", "two"]);
  assert.deepEqual(shown(["foe"]), ["his", "two"]);
});
