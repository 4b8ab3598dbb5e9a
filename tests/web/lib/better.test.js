import assert from "node:assert/strict";
import { test } from "node:test";

import { answerMarks, searchMarks, tried } from "../../../web_client/lib/better.js";
import { isAsked } from "../../../web_client/lib/facts.js";

const OPEN = { point: 3, method: "vct", nodes: 20_000 };
const REVIEW = {
  label: "lost_here",
  threat: { method: "vcf", line: [40, 41, 42], proof: [40] },
  open: [OPEN],
  undecided: [7, 8],
  lost: [{ point: 5, line: [50, 51] }],
  rest: [60, 61],
  forbidden: [9],
};
const PLAYED = 2;

test("a better move is asked for only where one withstood what refuted the one played", () => {
  assert.ok(isAsked(REVIEW));
  for (const review of [
    undefined,
    {},
    { ...REVIEW, label: "forced" },
    { ...REVIEW, label: "not_proven_lost", open: [] },
  ])
    assert.ok(!isAsked(review));
});

const WON = { label: "missed_win", win: { method: "vcf", line: [20, 21, 22], proof: [20] } };

test("a win that was let go is asked for, too, and known by its first move", () => {
  assert.ok(isAsked(WON));
  assert.ok(!isAsked({ label: "missed_win" }));
  const says = [
    [20, "win", [21, 22]],
    [PLAYED, "win_played", []],
    [21, "win_unknown", []],
  ];
  for (const [point, word, line] of says) {
    const found = tried(WON, PLAYED, point);
    assert.deepEqual([found.says, found.line], [word, line]);
  }
  assert.deepEqual(
    searchMarks(WON, { ply: 4, tried: tried(WON, PLAYED, 20), told: false }).map(({ point, text }) => [point, text]),
    [
      [20, "1"],
      [21, "2"],
      [22, "3"],
    ],
  );
  assert.deepEqual(searchMarks(WON, { ply: 4, tried: null, told: true }), [{ point: 20, kind: "hint" }]);
});

test("what the study knows of a move that is tried", () => {
  const says = [
    [3, "open", []],
    [7, "undecided", []],
    [5, "lost", [50, 51]],
    [100, "lost", [60, 61]],
    [9, "forbidden", []],
    [PLAYED, "played", [40, 41, 42]],
  ];
  for (const [point, word, line] of says) {
    const found = tried(REVIEW, PLAYED, point);
    assert.deepEqual([found.point, found.says, found.line], [point, word, line]);
  }
});

test("where a win was there and the move lost, the win is right and each other move is what it is known to be", () => {
  const review = { ...REVIEW, win: WON.win };
  assert.ok(isAsked({ ...review, open: [] }));
  const says = [
    [20, "win", [21, 22]],
    [PLAYED, "played", [40, 41, 42]],
    [3, "open", []],
    [7, "undecided", []],
    [100, "lost", [60, 61]],
  ];
  for (const [point, word, line] of says) {
    const found = tried(review, PLAYED, point);
    assert.deepEqual([found.says, found.line], [word, line]);
  }
  const told = searchMarks(review, { ply: 4, tried: null, told: true });
  assert.deepEqual(told, [{ point: 20, kind: "hint" }, ...answerMarks(REVIEW)]);
});

test("nothing is said to lose that is not proven to", () => {
  const { rest, lost, ...bare } = REVIEW;
  for (const point of [5, 100]) assert.equal(tried(bare, PLAYED, point).says, "unknown");
  assert.equal(tried({ ...bare, lost }, PLAYED, 5).says, "lost");
});

test("the line that refutes a move stands on the board behind it", () => {
  const search = { ply: 5, tried: tried(REVIEW, PLAYED, 5), told: false };
  assert.deepEqual(searchMarks(REVIEW, search), [
    { point: 5, kind: "white", text: "1" },
    { point: 50, kind: "black", text: "2" },
    { point: 51, kind: "white", text: "3" },
  ]);
  assert.deepEqual(searchMarks(REVIEW, { ...search, tried: null }), []);
  assert.deepEqual(searchMarks(REVIEW, { ...search, told: true }), answerMarks(REVIEW));
  assert.deepEqual(answerMarks(REVIEW), [{ point: 3, kind: "hint" }]);
});

test("at most five marks are on the board, the missed win among them", () => {
  const review = { ...REVIEW, win: WON.win, open: Array.from({ length: 20 }, (_, point) => ({ ...OPEN, point })) };
  for (const marks of [answerMarks(review), searchMarks(review, { ply: 4, tried: null, told: true })])
    assert.deepEqual(
      marks.map(({ point }) => point),
      [20, 0, 1, 2, 3],
    );
});
