import assert from "node:assert/strict";
import { test } from "node:test";

import { createOwnRatings } from "../../../web_client/lib/own_ratings.js";

const mark = (pool, rating) => ({ pool, rating, deviation: 60 });

test("an account's ratings are asked for, and again when a game was counted", async () => {
  const answers = [[mark("renju", 1400), mark("gomoku", 1600)], [mark("gomoku", 1612)]];
  let changes = 0;
  const ratings = createOwnRatings(
    async () => answers.shift(),
    () => (changes += 1),
  );
  assert.equal(ratings.first(), null);
  await ratings.begin("ada");
  assert.equal(ratings.first().rating, 1600);
  assert.equal(ratings.list().length, 2);
  await ratings.refresh();
  assert.equal(ratings.first().rating, 1612);
  assert.equal(changes, 2);
});

test("a guest has none and asks for none; what comes too late is dropped", async () => {
  /** @type {((found: unknown[]) => void)[]} */
  const asked = [];
  const ratings = createOwnRatings(
    () => new Promise((resolve) => asked.push(resolve)),
    () => {},
  );
  await ratings.begin("");
  assert.equal(asked.length, 0);
  const late = ratings.begin("ada");
  await ratings.begin("");
  asked[0]([mark("gomoku", 1600)]);
  await late;
  assert.deepEqual(ratings.list(), []);
});

test("what is known stays where the server is out of reach, and another pool stands in", async () => {
  const ask = [async () => [mark("renju", 1400)], () => Promise.reject(new Error("gone"))];
  const ratings = createOwnRatings(
    () => ask.shift()(),
    () => {},
  );
  await ratings.begin("ada");
  await ratings.begin("ada");
  assert.equal(ratings.first().pool, "renju");
});

test("of two games counted one after the other, the ratings after the second stay", async () => {
  /** @type {((found: unknown[]) => void)[]} */
  const asked = [];
  const ratings = createOwnRatings(
    () => new Promise((resolve) => asked.push(resolve)),
    () => {},
  );
  const loads = [ratings.begin("ada"), ratings.refresh()];
  asked[1]([mark("gomoku", 1624)]);
  asked[0]([mark("gomoku", 1612)]);
  await Promise.all(loads);
  assert.equal(ratings.first().rating, 1624);
});
