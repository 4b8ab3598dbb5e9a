import assert from "node:assert/strict";
import { test } from "node:test";

import { NO_MARKS, compact, thoughtMarks, withLosses } from "../../../web_client/lib/thought.js";

test("scores are written in four characters at most", () => {
  const written = {
    0: "0",
    7: "7",
    999: "999",
    1000: "1k",
    2220: "2.2k",
    9949: "9.9k",
    9950: "10k",
    20000: "20k",
    999499: "999k",
    999500: "1M",
    1250000: "1.3M",
    6002220: "6M",
    10000000: "10M",
  };
  for (const [score, text] of Object.entries(written)) assert.equal(compact(Number(score)), text);
  assert.equal(compact(-1000), "−1k");
  for (let score = 1; score < 1e8; score = Math.ceil(score * 1.07))
    assert.ok(compact(score).length <= 4, String(score));
});

test("the played point is emphasised, the others are as strong as their rank", () => {
  const marks = thoughtMarks(
    {
      kind: "attack",
      candidates: [
        [112, 2220],
        [3, 400],
        [4, 400],
        [5, 0],
      ],
    },
    "freestyle",
  );
  assert.deepEqual(
    marks.map(({ point, kind, text }) => [point, kind, text]),
    [
      [112, "chosen", "2.2k"],
      [3, "score", "400"],
      [4, "score", "400"],
      [5, "score", "0"],
    ],
  );
  const values = marks.map(({ value }) => value);
  assert.equal(values[0], 1);
  assert.equal(values[1], values[2]);
  assert.ok(values[1] > values[3] && values[3] > 0);
});

test("a point without a score is marked without a number", () => {
  assert.deepEqual(thoughtMarks({ kind: "block", candidates: [[7, null]] }, "freestyle"), [
    { point: 7, kind: "chosen", value: 1, text: "" },
  ]);
});

test("in noughts and crosses a score is how the game ends", () => {
  const marks = thoughtMarks(
    {
      kind: "defend",
      candidates: [
        [4, 0],
        [0, 1000],
        [1, -1000],
      ],
    },
    "tictactoe",
  );
  assert.deepEqual(
    marks.map(({ text }) => text),
    ["=", "+", "−"],
  );
});

test("at most five marks are on the board, what has lost before the best points", () => {
  const candidates = Array.from({ length: 8 }, (_, point) => [point, 8 - point]);
  const why = { kind: "remembered", lost: [10, 11, 12], game: "g", candidates };
  const best = thoughtMarks(why, "freestyle");
  const points = (/** @type {readonly {point: number}[]} */ marks) => marks.map(({ point }) => point);
  assert.deepEqual(points(best), [0, 1, 2, 3, 4]);
  assert.deepEqual(points(withLosses(why, [0], "lost", best)), [10, 11, 12, 0, 1]);
  const many = { ...why, lost: [10, 11, 12, 13, 14, 15] };
  assert.deepEqual(points(withLosses(many, [0], "lost", best)), [10, 11, 12, 13, 14]);
});

test("no reasons are no marks, and the same reasons the same marks", () => {
  assert.equal(thoughtMarks(null, "freestyle"), NO_MARKS);
  assert.deepEqual(thoughtMarks({ kind: "centre" }, "freestyle"), []);
  const why = { kind: "attack", candidates: [[1, 2]] };
  assert.equal(thoughtMarks(why, "freestyle"), thoughtMarks(why, "freestyle"));
});

test("moves that have lost here are crossed out while their points are free", () => {
  const why = { kind: "remembered", lost: [7, 9], game: "g" };
  const others = thoughtMarks(
    {
      kind: "remembered",
      candidates: [
        [3, 1],
        [7, 1],
      ],
    },
    "freestyle",
  );
  const marks = withLosses(why, [3], "lost", others);
  assert.deepEqual(
    marks.map(({ point, kind, text }) => [point, kind, text]),
    [
      [7, "never", "lost"],
      [9, "never", "lost"],
      [3, "chosen", "1"],
    ],
  );
  assert.equal(withLosses(why, [3, 4], "lost", others), marks); // drawn once
  assert.deepEqual(
    withLosses(why, [7], "lost", NO_MARKS).map(({ point }) => point),
    [9],
  );
  for (const said of [null, { kind: "search" }, { kind: "remembered" }])
    assert.equal(withLosses(said, [], "lost", NO_MARKS), NO_MARKS);
  assert.equal(withLosses(why, [7, 9], "lost", others), others);
});
