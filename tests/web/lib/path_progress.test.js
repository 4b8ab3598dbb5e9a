import assert from "node:assert/strict";
import { test } from "node:test";

import { isPathFinished, keepSolved, loadProgress, nextPosition } from "../../../web_client/lib/path_progress.js";

test("solved positions are kept once each, and all of them finish the path", () => {
  assert.deepEqual(loadProgress(), { solved: [], finished: false });
  keepSolved(2, 3);
  keepSolved(0, 3);
  assert.deepEqual(keepSolved(2, 3), { solved: [0, 2], finished: false });
  assert.ok(!isPathFinished());
  assert.deepEqual(keepSolved(1, 3), { solved: [0, 1, 2], finished: true });
  assert.deepEqual(loadProgress(), { solved: [0, 1, 2], finished: true });
  assert.ok(isPathFinished());
});

test("the next position is the next unsolved one, then the next in order", () => {
  assert.equal(nextPosition(-1, [], 3), 0);
  assert.equal(nextPosition(-1, [0, 1], 3), 2);
  assert.equal(nextPosition(0, [0, 1], 3), 2);
  assert.equal(nextPosition(2, [2], 3), 0, "who began in the middle goes on from the start");
  assert.equal(nextPosition(0, [0, 1, 2], 3), 1);
  assert.equal(nextPosition(2, [0, 1, 2], 3), null);
});
