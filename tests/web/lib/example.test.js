import assert from "node:assert/strict";
import { test } from "node:test";

import { beginExample, playExample, rowOf } from "../../../web_client/lib/example.js";
import { EXAMPLES, RULE_TOPICS, SHAPE_TOPICS } from "../../../web_client/lib/examples.js";
import { parsePoint, pointName } from "../../../web_client/lib/geometry.js";
import { PATH } from "../../../web_client/lib/learn_path.js";

const at = (example, name) => parsePoint(name, example.size);

test("a forced win is played to its end, and answered on the way", () => {
  let state = beginExample(EXAMPLES.vcf);
  const stones = state.moves.length;
  while (state.step) {
    assert.equal(playExample(state, at(EXAMPLES.vcf, "A1")).result, "not");
    state = playExample(state, at(EXAMPLES.vcf, state.step.right[0]));
    assert.equal(state.result, "right");
  }
  assert.equal(state.moves.length, stones + 5);
  assert.equal(playExample(state, 0), state);
});

test("a row that does not win is told from any other point", () => {
  const state = beginExample(EXAMPLES.enclosed);
  assert.equal(playExample(state, at(EXAMPLES.enclosed, "H6")).result, "enclosed");
  assert.equal(playExample(state, at(EXAMPLES.enclosed, "A1")).result, "not");
});

test("a forbidden point gets no stone", () => {
  const state = beginExample(EXAMPLES.overline);
  const found = playExample(state, at(EXAMPLES.overline, "G6"));
  assert.deepEqual(found.moves, state.moves);
  assert.deepEqual(found.forbidden, { [at(EXAMPLES.overline, "G6")]: "overline" });
});

test("the point that a four forbids is shown with it", () => {
  const [, trap] = PATH.find(({ id }) => id === "forbidden").positions;
  const solved = playExample(beginExample(trap), at(trap, "H4"));
  assert.deepEqual(solved.forbidden, { [at(trap, "F6")]: "double-three" });
  assert.equal(solved.moves.at(-1), at(trap, "H4"));
});

test("who has fewer stones is to play", () => {
  assert.equal(beginExample(EXAMPLES.five).color, "black");
  assert.equal(beginExample(EXAMPLES.white_six_wins).color, "white");
});

test("every example belongs to a topic", () => {
  const told = new Set([RULE_TOPICS, SHAPE_TOPICS].flatMap((topics) => Object.values(topics).flat()));
  assert.deepEqual([...told].sort(), Object.keys(EXAMPLES).sort());
});

test("each right point has its own answer", () => {
  const [, grow] = PATH.find(({ id }) => id === "open_three").positions;
  for (const [point, { reply, step }] of Object.entries(grow.step.answers)) {
    const answered = playExample(beginExample(grow), at(grow, point));
    assert.equal(answered.moves.at(-1), at(grow, reply));
    assert.equal(answered.step, step);
    assert.equal(playExample(answered, at(grow, step.right[0])).step, null);
  }
});

test("the row of the last stone is found in every direction, and no shorter one", () => {
  const row = (example, ...points) => {
    let state = beginExample(example);
    for (const point of points) state = playExample(state, at(example, point));
    return rowOf(state)?.map((point) => pointName(point, example.size)) ?? null;
  };
  const [level, slanting] = PATH.find(({ id }) => id === "five").positions;
  assert.equal(row(level), null);
  assert.deepEqual(row(level, "C6"), ["C6", "D6", "E6", "F6", "G6"]);
  assert.deepEqual(row(slanting, "F6").sort(), ["D4", "E5", "F6", "G7", "H8"]);
  assert.deepEqual(row(EXAMPLES.six_counts_nothing, "H5"), ["H9", "H8", "H7", "H6", "H5"]);
  assert.deepEqual(row(EXAMPLES.three_in_a_row, "C1").sort(), ["A3", "B2", "C1"]);
  assert.equal(row(EXAMPLES.open_three, "D6"), null);
  const [first] = PATH.find(({ id }) => id === "opening").positions;
  assert.equal(row(first), null);
});
