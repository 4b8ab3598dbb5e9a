import assert from "node:assert/strict";
import { test } from "node:test";

import { changeText, graphRating, isListedRated, isRated, markText, wasRated } from "../../../web_client/lib/rating.js";

const BOX = { left: 0, right: 100, top: 0, bottom: 50 };

test("a rating that is not known well has a question mark", () => {
  assert.equal(markText({ rating: 1612, deviation: 109 }), "1612");
  assert.equal(markText({ rating: 1612, deviation: 110 }), "1612?");
});

test("a change has its sign", () => {
  assert.deepEqual([7, 0, -12].map(changeText), ["+7", "+0", "−12"]);
});

test("what does not count is not rated", () => {
  const struck = { pool: "gomoku", marks: [null, null], unrated: "struck" };
  const counted = { pool: "gomoku", marks: [null, null], shifts: [{}, {}] };
  const result = { winner: "black", reason: "five" };
  assert.deepEqual(
    [null, counted, struck].map((rating) => isRated({ rated: true, rating })),
    [true, true, false],
  );
  assert.equal(isRated({ rated: false, rating: null }), false);
  assert.deepEqual(
    [undefined, counted, struck].map((rating) => wasRated({ game: { rated: true, result }, rating })),
    [false, true, false],
  );
  assert.equal(wasRated({ game: { rated: true } }), true, "it goes on");
  assert.deepEqual(
    [{}, { result }, { result, marks: [] }].map((game) => isListedRated({ rated: true, ...game })),
    [true, false, true],
  );
});

test("a rating over time lies in its box, the later to the right, the higher above", () => {
  const graph = graphRating(
    [
      [1_000, 1500, 350],
      [2_000, 1662, 290],
      [4_000, 1400, 45],
    ],
    BOX,
  );
  assert.deepEqual(
    graph.dots.map(([x]) => x),
    [0, 33.3, 100],
  );
  const [first, second, third] = graph.dots.map(([, y]) => y);
  assert.ok(second < first && first < third);
  for (const [, y] of graph.dots) assert.ok(y >= 0 && y <= 50);
  assert.ok(graph.levels.length >= 2 && graph.levels.length <= 8);
  assert.equal(graph.levels[0].y, 50);
});

test("one game is a point at the beginning", () => {
  const graph = graphRating([[1_000, 1500, 350]], BOX);
  assert.equal(graph.line, `M0 ${graph.dots[0][1]}`);
});
