import assert from "node:assert/strict";
import { test } from "node:test";

import {
  canTry,
  isTimed,
  mistakeOf,
  newReviewState,
  ownColor,
  pliesWanted,
  reviewAt,
  searchOf,
  tryPly,
  withAnswer,
  withAttack,
  withTry,
  withWalkAt,
} from "../../../web_client/lib/review_state.js";
import { startWalk } from "../../../web_client/lib/proof.js";

const GAME = {
  rules: "freestyle",
  size: 15,
  black: { id: "a" },
  white: { id: "b" },
  result: { winner: "black", reason: "five" },
};
const MOVES = [112, 0, 113, 1, 114, 2, 115].map((point) => ({ point, think_ms: 9 }));
/** White's last move, C15, lost; another move was open. */
const ANALYSIS = {
  lesson: { entry: 6 },
  moves: [
    {},
    {},
    {},
    {},
    {},
    { label: "lost_here", open: [{ point: 111, method: "vct", nodes: 9 }], lost: [{ point: 50, line: [115] }] },
    {},
  ],
};
const state = (change) => ({
  ...newReviewState("g", false),
  history: { game: GAME, moves: MOVES },
  feed: { analysis: ANALYSIS },
  ...change,
});

test("the address chooses a position that there is", () => {
  assert.deepEqual(
    ["3", "99", "-1", "x", "2.7", null].map((wanted) => pliesWanted(wanted, 7)),
    [3, 7, 0, 0, 2, 7],
  );
});

test("who lost is shown where, and nobody else", () => {
  assert.equal(mistakeOf(state(), "b"), 6);
  assert.equal(mistakeOf(state(), "a"), null);
  assert.equal(mistakeOf(state(), null), null);
  assert.equal(mistakeOf(state({ feed: null }), "b"), null);
  assert.deepEqual(
    ["a", "b", "c", undefined].map((me) => ownColor(GAME, me)),
    ["black", "white", null, null],
  );
});

test("one plays on in the place of who lost, and from no end of a game", () => {
  assert.equal(tryPly(state({ shown: 6 })), 5);
  assert.equal(tryPly(state({ shown: 4 })), 4);
  assert.equal(canTry(state({ shown: 4 })), true);
  assert.equal(canTry(state({ shown: 7 })), false, "there is a five");
  assert.equal(
    canTry(
      state({
        shown: 7,
        history: { game: { ...GAME, result: { winner: "black", reason: "resigned" } }, moves: MOVES },
      }),
    ),
    true,
  );
  assert.equal(canTry(state({ history: { game: { ...GAME, result: null }, moves: MOVES } })), false);
});

test("another move is tried where one is sought", () => {
  assert.equal(searchOf(state()), null);
  const seeking = state({ shown: 6, seeking: { ply: 5, tried: null, told: true } });
  assert.equal(searchOf(seeking).review, reviewAt(seeking, 5));
  const found = withTry(seeking, 111);
  assert.deepEqual([found.seeking.tried.says, found.seeking.told], ["open", false]);
  assert.equal(withTry(seeking, 50).seeking.tried.says, "lost");
  assert.equal(withTry(seeking, MOVES[5].point).seeking.tried.says, "played");
  const idle = state();
  assert.equal(withTry(idle, 111), idle);
});

test("a proof is walked through by steps and answers", () => {
  const win = {
    move: 10,
    threat: null,
    answers: [
      [11, { move: 12, threat: null, answers: [] }],
      [13, { move: 14, threat: null, answers: [] }],
    ],
  };
  const walking = state({ walking: { base: 6, walk: startWalk(win, "black") } });
  assert.equal(withWalkAt(walking, 99).walking.walk.at, walking.walking.walk.played.length);
  const first = withWalkAt(walking, 1);
  assert.deepEqual(withAnswer(first, 13).walking.walk.played.slice(0, 3), [10, 13, 14]);
  assert.equal(withAnswer(first, 10), first, "there is a stone");
  const idle = state();
  assert.equal(withAnswer(idle, 13), idle);
});

test("files of imported games may tell of no times", () => {
  const game = { ...GAME, imported: "a.sgf" };
  assert.equal(isTimed({ game, moves: MOVES }, 0), true);
  assert.equal(isTimed({ game, moves: MOVES.map((move) => ({ ...move, think_ms: 0 })) }, 0), false);
  const later = { ...game, imported: null, start: 2 };
  assert.deepEqual(
    [1, 2].map((ply) => isTimed({ game: later, moves: MOVES }, ply)),
    [false, true],
    "set-up stones",
  );
});

const WITHOUT = {
  lesson: { entry: 6 },
  moves: [...ANALYSIS.moves.slice(0, 5), { label: "not_proven_lost" }, { win: { method: "five", line: [115] } }],
};

test("where no better move is known, the attack is looked for from its first position", () => {
  const begun = withAttack(state({ feed: { analysis: WITHOUT }, walking: { base: 6 } }));
  assert.deepEqual([begun.attack.puzzle.kind, begun.attack.puzzle.stones.length, begun.walking], ["win", 6, null]);
  for (const analysis of [null, ANALYSIS, { ...WITHOUT, moves: WITHOUT.moves.slice(0, 6) }]) {
    const before = state({ feed: { analysis } });
    assert.equal(withAttack(before), before);
  }
});
