import assert from "node:assert/strict";
import { test } from "node:test";

import { watchedGames } from "../../../web_client/lib/watched_games.js";

test("a game is drawn as the newest answer has it, whichever comes last", async (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  globalThis.document = /** @type {Document} */ ({ hidden: false });
  /** @type {((game: {moves: {point: number}[]}) => void)[]} */
  const asked = [];
  const app = { api: { game: () => new Promise((resolve) => asked.push(resolve)) } };
  let changes = 0;
  const games = watchedGames(/** @type {any} */ (app), () => (changes += 1));
  games.look(/** @type {any} */ ([{ room: "room00000001" }]));
  assert.deepEqual(games.movesOf("room00000001"), []);
  context.mock.timers.tick(5_000);
  assert.equal(asked.length, 2);
  asked[1]({ moves: [{ point: 112 }, { point: 113 }] });
  asked[0]({ moves: [{ point: 112 }] });
  await new Promise(setImmediate);
  assert.deepEqual([games.movesOf("room00000001"), changes], [[112, 113], 1]);
  games.look([]);
  assert.equal(games.movesOf("room00000001"), null);
  games.close();
});
