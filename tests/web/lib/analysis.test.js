import assert from "node:assert/strict";
import { test } from "node:test";

import {
  attackOf,
  graphPaths,
  missedMarks,
  outlook,
  pliesOf,
  plyAt,
  trapsAt,
  walkOf,
  withTurn,
} from "../../../web_client/lib/analysis.js";

const LINE = { method: "vcf", line: [40], proof: [40] };

test("a missed win is walked from before the move, by the mover", () => {
  const { base, walk } = walkOf({ label: "missed_win", win: LINE }, "win", 6);
  assert.deepEqual([base, walk.attacker, walk.played], [6, "black", [40]]);
});

test("what a move lost to is walked from after it, by the opponent", () => {
  const { base, walk } = walkOf({ label: "lost_here", threat: LINE }, "threat", 6);
  assert.deepEqual([base, walk.attacker], [7, "white"]);
  assert.deepEqual(walkOf({ label: "not_proven_lost", threat: LINE }, "threat", 7).base, 8);
});

test("what a pass would have lost to is walked from before the move", () => {
  const { base, walk } = walkOf({ label: "forced", forced: "vcf", threat: LINE }, "threat", 7);
  assert.deepEqual([base, walk.attacker], [7, "black"]);
});

test("a missed win is marked", () => {
  assert.deepEqual(missedMarks({ label: "missed_win", win: LINE }), [{ point: 40, kind: "hint" }]);
  assert.deepEqual(missedMarks({ label: "forced", forced: "four" }), []);
  assert.deepEqual(missedMarks({}), []);
});

test("an estimate becomes what may be expected of the game", () => {
  const odds = Math.E ** 2; // at an estimate of 400
  assert.equal(outlook(0), 0);
  assert.equal(outlook(-50), -outlook(50));
  assert.ok(Math.abs(outlook(400) - (odds - 1) / (odds + 1)) < 1e-12);
  assert.ok(outlook(30_000) <= 1);
});

test("the curve is up for Black and ends at the right edge", () => {
  const { line, area } = graphPaths([0, 200, -200, 0], 400, 100);
  assert.equal(line, "M100 50L200 26.9L300 73.1L400 50");
  assert.equal(area, "M100 50L100 50L200 26.9L300 73.1L400 50L400 50Z");
});

test("moves without an estimate leave a gap", () => {
  assert.equal(graphPaths([null, 200, null, 0], 400, 100).line, "M200 26.9M400 50");
  assert.deepEqual(graphPaths([null, null], 400, 100), { area: "", line: "" });
});

test("a place on the graph is the position there", () => {
  assert.deepEqual(
    [-0.1, 0, 0.49, 0.5, 1, 1.2].map((place) => plyAt(place, 10)),
    [0, 0, 5, 5, 10, 10],
  );
});

test("labels are found by their plies", () => {
  const forced = { label: "forced", forced: "four" };
  assert.deepEqual(pliesOf([{}, forced, { label: "not_proven_lost" }, forced], "forced"), [1, 3]);
});

test("a turning point takes the place of a suspect", () => {
  const suspect = { ply: 0, point: 5, method: "vct", nodes: 9 };
  const open = [{ point: 7 }];
  const found = withTurn({ moves: [{}, {}], suspect, check: { nodes: 9, turn: { ply: 1, open, score: 0 } } });
  assert.deepEqual([found.suspect, found.moves], [null, [{}, { open, turned: true }]]);
  const unchanged = { moves: [{}, {}], suspect, check: { nodes: 9 } };
  assert.equal(withTurn(unchanged), unchanged);
});

test("traps belong to the position they stand in", () => {
  const analysis = {
    traps: [
      { key: "a", ply: 4 },
      { key: "b", ply: 6 },
      { key: "c", ply: 4 },
    ],
  };
  assert.deepEqual(trapsAt(analysis, 4), ["a", "c"]);
  assert.deepEqual(trapsAt({}, 4), []);
});

test("the attack is to be found only where no better move is known and its proof is", () => {
  const win = { method: "vcf", line: [40, 41, 42], proof: [40] };
  const open = [{ point: 3, method: "vct", nodes: 9 }];
  const analysis = { lesson: { entry: 1 }, moves: [{ label: "not_proven_lost" }, { win }] };
  assert.equal(attackOf(analysis), 1);
  assert.equal(attackOf({ ...analysis, lesson: { entry: 0 }, moves: [{ win }] }), 0);
  for (const other of [
    null,
    { moves: [] },
    { ...analysis, moves: [{}, {}] },
    { ...analysis, check: { turn: { ply: 0, open, score: 0 } } },
    { ...analysis, moves: [{ label: "lost_here", open }, { win }] },
  ])
    assert.equal(attackOf(other), null);
});
