import assert from "node:assert/strict";
import { test } from "node:test";

import {
  OPENINGS,
  allowedPoints,
  openingMarks,
  openingNote,
  openingOf,
  openingsFor,
  usualOpening,
} from "../../../web_client/lib/openings.js";
import { newRoomState, withOffering } from "../../../web_client/lib/room_state.js";

test("openings are offered where they fit, free always first", () => {
  assert.deepEqual(openingsFor("freestyle", 15), ["free", "swap2", "swap", "swap_after_first", "pro", "long_pro"]);
  assert.deepEqual(openingsFor("caro", 20), ["free", "swap2", "swap", "swap_after_first"]);
  assert.deepEqual(openingsFor("renju", 20), ["free"]);
  assert.deepEqual(openingsFor("tictactoe", 3), ["free"]);
  assert.equal(openingsFor("renju", 15).length, 12);
  assert.equal(new Set(OPENINGS).size, 17);
});

test("a tick at rated changes no opening without a word, and none is spoken of where it changes nothing", () => {
  for (const rules of ["freestyle", "standard", "renju", "caro", "row_4", "row_6"])
    for (const size of [7, 14, 15, 20])
      for (const wanted of [null, ...OPENINGS]) {
        const begins = (rated) => [openingOf({ rules, size, rated }, wanted)];
        const [casual, rated] = [openingNote(false, begins), openingNote(true, begins)];
        assert.equal(casual !== null, begins(false)[0] !== begins(true)[0]);
        assert.equal(rated.says, casual ? "rated_changed" : "begun_by");
        for (const note of [casual, rated]) if (note) assert.deepEqual(note.openings, begins(true));
      }
  const usual = (rated) => [openingOf({ rules: "freestyle", size: 15, rated }, null)];
  assert.deepEqual(openingNote(false, usual), { says: "rated_begins", openings: ["swap2"] });
  assert.equal(
    openingNote(false, () => ["free", "swap2"]),
    null,
  );
});

test("a rated game begins by the rule of its championships where that fits, any other freely", () => {
  const usual = (rules, size, rated = true) => usualOpening({ rules, size, rated });
  assert.deepEqual(
    ["freestyle", "standard", "renju", "caro", "row_6"].map((rules) => usual(rules, 15)),
    ["swap2", "swap2", "soosyrv_8", "free", "free"],
  );
  assert.deepEqual([usual("freestyle", 20), usual("freestyle", 8), usual("renju", 14)], ["swap2", "free", "free"]);
  assert.deepEqual([usual("freestyle", 15, false), usual("renju", 15, false)], ["free", "free"]);
  assert.equal(usualOpening({ rules: "renju", size: 15 }), "free");
});

test("what was chosen is played where it fits, else what is usual", () => {
  const rated = { rules: "freestyle", size: 15, rated: true };
  assert.deepEqual(
    [openingOf(rated, null), openingOf(rated, "free"), openingOf(rated, "pro")],
    ["swap2", "free", "pro"],
  );
  assert.equal(openingOf({ ...rated, rules: "renju" }, "pro"), "soosyrv_8");
});

test("a zone allows the points of a square around the centre, or those outside it", () => {
  const inside = allowedPoints({ kind: "stone", seat: 0, farthest: 1 }, 15);
  assert.deepEqual(inside, [96, 97, 98, 111, 112, 113, 126, 127, 128]);
  const outside = allowedPoints({ kind: "stone", seat: 0, nearest: 3, farthest: 25 }, 15);
  assert.equal(outside.length, 225 - 25);
  assert.ok(!outside.includes(112));
  assert.equal(allowedPoints({ kind: "stone", seat: 0, farthest: 25 }, 15), null);
});

test("a pick is of the offered points, a choice of none, an offer of all", () => {
  assert.deepEqual(allowedPoints({ kind: "pick", seat: 0, points: [3, 4] }, 15), [3, 4]);
  assert.deepEqual(allowedPoints({ kind: "choice", seat: 0, choices: ["keep"] }, 15), []);
  assert.equal(allowedPoints({ kind: "offer", seat: 0, count: 2 }, 15), null);
  assert.equal(allowedPoints(null, 15), null);
});

test("offered points are numbered, what is outside a zone is shaded where no stone lies", () => {
  assert.deepEqual(openingMarks({ kind: "pick", seat: 0, points: [9, 7] }, 15, [], [112]), [
    { point: 9, kind: "label", text: "1" },
    { point: 7, kind: "label", text: "2" },
  ]);
  assert.deepEqual(openingMarks({ kind: "offer", seat: 0, count: 2 }, 15, [5], []), [
    { point: 5, kind: "label", text: "1" },
  ]);
  const shaded = openingMarks({ kind: "stone", seat: 0, farthest: 0 }, 15, [], [0]);
  assert.equal(shaded.length, 223);
  assert.deepEqual(openingMarks({ kind: "choice", seat: 0, choices: ["keep"] }, 15, [], []), []);
});

test("points are chosen to be offered, let go again, and never more than are asked for", () => {
  let state = newRoomState("room");
  for (const point of [1, 2, 1, 3]) state = withOffering(state, point, 2);
  assert.deepEqual(state.offering, [2, 3]);
  assert.deepEqual(withOffering(state, 4, 2).offering, [3, 4]);
});
