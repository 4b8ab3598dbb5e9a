import assert from "node:assert/strict";
import { test } from "node:test";

import {
  alike,
  answer,
  beginTrial,
  declare,
  layStone,
  offer,
  playable,
  turnOf,
} from "../../../web_client/lib/opening_steps.js";

test("swap2 lays three stones, then two more if somebody says so", () => {
  let trial = beginTrial("swap2");
  for (const point of [0, 1, 2]) {
    assert.deepEqual(turnOf(trial), { kind: "stone", seat: 0 });
    assert.equal(playable(trial, 15)?.length, 225 - trial.moves.length);
    trial = layStone(trial, point);
  }
  assert.deepEqual(turnOf(trial), { kind: "choice", seat: 1, choices: ["black", "white", "two"] });
  assert.equal(playable(trial, 15), null);
  assert.deepEqual([turnOf(answer(trial, "black")), answer(trial, "black").black], [null, 1]);
  assert.equal(answer(trial, "white").black, 0);
  trial = layStone(layStone(answer(trial, "two"), 3), 4);
  assert.deepEqual(trial.moves, [0, 1, 2, 3, 4]);
  assert.deepEqual(turnOf(trial), { kind: "choice", seat: 0, choices: ["black", "white"] });
});

test("what is declared is offered, and one of it is picked", () => {
  let trial = layStone(layStone(layStone(beginTrial("yamaguchi"), 112), 97), 82);
  assert.deepEqual(turnOf(trial), { kind: "number", seat: 0, most: 12 });
  trial = layStone(answer(declare(trial, 3), "swap"), 0);
  assert.deepEqual(turnOf(trial), { kind: "offer", seat: 1, count: 3 });
  trial = offer(trial, [5, 6, 7]);
  assert.deepEqual(turnOf(trial), { kind: "pick", seat: 0, points: [5, 6, 7] });
  assert.deepEqual(playable(trial, 15), [5, 6, 7]);
  trial = layStone(trial, 6);
  assert.deepEqual([turnOf(trial), trial.moves, trial.black], [null, [112, 97, 82, 0, 6], 1]);
});

test("points are one offer where the position is like itself turned", () => {
  assert.deepEqual(alike([112, 97, 82, 67], 110, 15).sort(), [110, 114]);
  assert.deepEqual(alike([112, 97, 82, 67], 7, 15), [7]);
  assert.deepEqual(alike([112, 97, 82, 66], 110, 15), [110]);
  assert.equal(alike([112], 0, 15).length, 4);
});

test("no stone of an opening makes five", () => {
  const moves = [112, 0, 113, 1, 114, 2, 115, 3];
  const trial = { ...beginTrial("swap"), moves };
  assert.ok(!playable(trial, 15)?.includes(116));
  assert.ok(!playable(trial, 15)?.includes(111));
  assert.ok(playable(trial, 15)?.includes(117));
});
