import assert from "node:assert/strict";
import { test } from "node:test";

import { canPlay, levelAbove, rungs, shortList } from "../../../web_client/lib/ladder.js";

const bot = (level, changes = {}) => ({
  level,
  name: { en: `L${level}` },
  character: { en: "" },
  rules: ["freestyle", "renju"],
  sizes: [15, 19],
  elo: 100 * level,
  ...changes,
});
const LEVELS = [
  bot(0, { rules: ["tictactoe"], sizes: [3] }),
  bot(1),
  bot(2),
  bot(3, { rules: ["freestyle"] }),
  bot(4),
  bot(900, { ready: false }),
];
const score = (level, won, drawn = 0, lost = 0) => ({ level, won, drawn, lost });
const shown = (list) => list.map(({ info }) => info.level);

test("the ladder is without noughts and crosses, and knows what is beaten and what is next", () => {
  const ladder = rungs(LEVELS, [score(0, 5), score(1, 2), score(2, 0, 3, 4), score(3, 1)]);
  assert.deepEqual(shown(ladder), [1, 2, 3, 4, 900]);
  assert.deepEqual(
    ladder.map(({ beaten }) => beaten),
    [true, false, true, false, false],
  );
  assert.deepEqual(
    ladder.filter(({ next }) => next).map(({ info }) => info.level),
    [2],
  );
  assert.deepEqual([ladder[1].score, ladder[3].score], [score(2, 0, 3, 4), null]);
});

test("who has beaten everybody has no next step", () => {
  assert.equal(
    rungs([bot(1)], [score(1, 1)]).some(({ next }) => next),
    false,
  );
});

test("the short list is the last opponent, the one above, the next step, filled up from below", () => {
  assert.deepEqual(shown(shortList(rungs(LEVELS, []), null)), [1, 2, 3]);
  assert.deepEqual(shown(shortList(rungs(LEVELS, []), 4)), [1, 4, 900]);
  assert.deepEqual(shown(shortList(rungs(LEVELS, [score(1, 1)]), 1)), [1, 2, 3]);
  assert.deepEqual(shown(shortList(rungs(LEVELS, [score(1, 1), score(2, 1), score(3, 1)]), 3)), [1, 3, 4]);
  assert.deepEqual(shown(shortList(rungs([bot(1)], [score(1, 1)]), 1)), [1]);
  assert.deepEqual(shortList([], 1), []);
});

test("the learner is always at hand, in its place", () => {
  const ladder = rungs([...LEVELS.slice(0, 4), bot(10, { elo: 350 }), bot(4)], []);
  assert.deepEqual(shown(shortList(ladder, null)), [1, 2, 3, 10]);
  assert.deepEqual(shown(shortList(ladder, 4)), [1, 2, 10, 4]);
  assert.deepEqual(shown(shortList(ladder, 10)), [1, 10, 4]);
});

test("a bot as it was on its first day is no rung, and nobody's next step", () => {
  const levels = [bot(1), bot(60, { twin_of: 10 })];
  assert.deepEqual(shown(rungs(levels, [])), [1]);
  assert.deepEqual(
    rungs([bot(10), ...levels], []).map(({ twin }) => twin?.level),
    [60, undefined],
  );
  assert.equal(levelAbove(levels, 1, { rules: "freestyle", size: 15 }), null);
});

test("a bot plays its rules on its boards once it is ready", () => {
  const board = { rules: "renju", size: 15 };
  assert.deepEqual(
    LEVELS.map((info) => canPlay(info, board)),
    [false, true, true, false, true, false],
  );
  assert.equal(canPlay(bot(1), { rules: "renju", size: 20 }), false);
});

test("the level above is the next one that plays there", () => {
  const above = (level, rules, size = 15) => levelAbove(LEVELS, level, { rules, size })?.level ?? null;
  assert.deepEqual([above(1, "freestyle"), above(2, "freestyle"), above(2, "renju")], [2, 3, 4]);
  assert.deepEqual([above(4, "freestyle"), above(0, "tictactoe", 3), above(77, "freestyle")], [null, null, null]);
  assert.equal(levelAbove([...LEVELS, bot(100, { elo: undefined })], 4, { rules: "freestyle", size: 15 }), null);
});
