import assert from "node:assert/strict";
import { test } from "node:test";

import { beginExample, playExample } from "../../../web_client/lib/example.js";
import { EXAMPLES, RULE_TOPICS, SHAPE_TOPICS } from "../../../web_client/lib/examples.js";
import { parsePoint } from "../../../web_client/lib/geometry.js";

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

test("who has fewer stones is to play", () => {
  assert.equal(beginExample(EXAMPLES.five).color, "black");
  assert.equal(beginExample(EXAMPLES.white_six_wins).color, "white");
});

test("every example belongs to a topic", () => {
  const told = new Set([RULE_TOPICS, SHAPE_TOPICS].flatMap((topics) => Object.values(topics).flat()));
  assert.deepEqual([...told].sort(), Object.keys(EXAMPLES).sort());
});
