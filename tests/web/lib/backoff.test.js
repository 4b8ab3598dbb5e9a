import assert from "node:assert/strict";
import { test } from "node:test";

import { refusedDelay, retryDelay } from "../../../web_client/lib/backoff.js";
import { randomId } from "../../../web_client/lib/random.js";

test("the longest wait doubles up to sixteen seconds, and all of it is left to chance", () => {
  const longest = [0, 1, 2, 3, 4, 5, 50].map((attempt) => retryDelay(attempt, () => 1));
  assert.deepEqual(longest, [1000, 2000, 4000, 8000, 16_000, 16_000, 16_000]);
  assert.deepEqual(
    [0, 3, 50].map((attempt) => retryDelay(attempt, () => 0.25)),
    [250, 2000, 4000],
  );
  assert.equal(
    retryDelay(3, () => 0),
    0,
  );
});

test("what was refused waits half a second to two, then twice as long, up to eight times", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 50].map((attempt) => refusedDelay(attempt, () => 0)),
    [500, 1000, 2000, 4000, 4000],
  );
  assert.deepEqual(
    [0, 1, 50].map((attempt) => refusedDelay(attempt, () => 1)),
    [2000, 4000, 16_000],
  );
});

test("command ids are what the protocol takes, and do not repeat", () => {
  const ids = Array.from({ length: 1000 }, () => randomId());
  assert.ok(ids.every((id) => /^[0-9A-Za-z_-]{16}$/.test(id)));
  assert.equal(new Set(ids).size, ids.length);
});
