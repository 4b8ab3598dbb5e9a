import assert from "node:assert/strict";
import { test } from "node:test";

import { answer, beginTrial, declare, layStone, zoneOf } from "../../../web_client/lib/opening_steps.js";

test("swap2 lays three stones, then two more if somebody says so", () => {
  let trial = beginTrial("swap2");
  for (const point of [0, 1, 2]) {
    assert.equal(zoneOf(trial, 15), null);
    trial = layStone(trial, point);
  }
  assert.deepEqual(Object.keys(trial.left[0].ask), ["black", "white", "two"]);
  assert.deepEqual(answer(trial, "black").left, []);
  trial = layStone(layStone(answer(trial, "two"), 3), 4);
  assert.deepEqual(trial.moves, [0, 1, 2, 3, 4]);
  assert.deepEqual(Object.keys(trial.left[0].ask), ["black", "white"]);
});

test("what is declared is offered", () => {
  let trial = layStone(layStone(layStone(beginTrial("yamaguchi"), 112), 97), 82);
  assert.deepEqual(trial.left[0], { declare: 12 });
  trial = layStone(answer(declare(trial, 3), "keep"), 0);
  assert.deepEqual([trial.left, trial.offers], [[{ offer: 0 }], 3]);
});
