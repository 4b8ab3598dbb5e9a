import assert from "node:assert/strict";
import { test } from "node:test";

import { createSlowGames } from "../../../web_client/lib/slow_games.js";

const game = (room, yours, flag_at) => ({ room, yours, flag_at });

/** Server that answers on demand. */
function server() {
  const asked = [];
  let changes = 0;
  const games = createSlowGames(
    () => new Promise((resolve, reject) => asked.push({ resolve, reject })),
    () => (changes += 1),
  );
  return { games, asked, changes: () => changes, rooms: () => games.list().map(({ room }) => room) };
}

const settle = () => new Promise(setImmediate);

test("those in which one is to move come first, the most urgent before the others", async () => {
  const { games, asked, rooms, changes } = server();
  const begun = games.begin("me");
  asked[0].resolve([game("late", true, 9), game("theirs", false, 1), game("soon", true, 5)]);
  await begun;
  assert.deepEqual(rooms(), ["soon", "late", "theirs"]);
  assert.equal(changes(), 1);
});

test("what changes while it is being asked is asked for once more, and once only", async () => {
  const { games, asked, rooms } = server();
  void games.begin("me");
  void games.refresh();
  void games.refresh();
  assert.equal(asked.length, 1);
  asked[0].resolve([game("a", true, 1)]);
  await settle();
  assert.equal(asked.length, 2);
  asked[1].resolve([]);
  await settle();
  assert.equal(asked.length, 2);
  assert.deepEqual(rooms(), []);
});

test("a server out of reach takes nothing away, another player has nothing of the first", async () => {
  const { games, asked, rooms } = server();
  void games.begin("me");
  asked[0].resolve([game("a", true, 1)]);
  await settle();
  void games.begin("me"); // after a reconnect
  asked[1].reject(new Error("unreachable"));
  await settle();
  assert.deepEqual(rooms(), ["a"]);
  void games.refresh();
  void games.begin("another");
  assert.deepEqual(rooms(), []);
  asked[2].resolve([game("a", true, 1)]); // requested by the first
  await settle();
  assert.deepEqual(rooms(), []);
  asked[3].resolve([game("b", false, 1)]);
  await settle();
  assert.deepEqual(rooms(), ["b"]);
});
