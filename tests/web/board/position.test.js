import assert from "node:assert/strict";
import { test } from "node:test";

import { cells, changes, emptyBoard, refusal } from "../../../web_client/board/position.js";

const game = (change) => ({
  ...emptyBoard(15),
  moves: [112, 113, 97],
  shown: 3,
  toMove: "white",
  canPlay: true,
  ...change,
});

test("stones alternate from black, carry their numbers, and the last shown is marked", () => {
  const all = cells(game());
  assert.deepEqual(
    [112, 113, 97].map((point) => [all[point].color, all[point].move, all[point].last]),
    [
      ["black", 1, false],
      ["white", 2, false],
      ["black", 3, true],
    ],
  );
  assert.equal(all.filter((cell) => cell.color !== null).length, 3);
});

test("an earlier move hides what belongs to the end of the game", () => {
  const all = cells(game({ shown: 2, pending: 5, winningLine: [112], forbidden: { 6: "overline" } }));
  assert.equal(all[97].color, null);
  assert.equal(all[113].last, true);
  assert.equal(all[5].pending, false);
  assert.equal(all[112].winning, false);
  assert.equal(all[6].forbidden, null);
});

test("a pending stone has the colour and number of the next move", () => {
  const cell = cells(game({ pending: 5 }))[5];
  assert.deepEqual([cell.color, cell.move, cell.pending, cell.last], ["white", 4, true, false]);
});

test("a pending stone that has arrived is a stone like any other", () => {
  const cell = cells(game({ pending: 97 }))[97];
  assert.deepEqual([cell.color, cell.move, cell.pending], ["black", 3, false]);
});

test("a forbidden point keeps its reason until a stone stands there", () => {
  const all = cells(game({ forbidden: { 5: "double-three", 112: "overline" } }));
  assert.equal(all[5].forbidden, "double-three");
  assert.equal(all[112].forbidden, null);
});

test("the texts of several marks on a point are joined", () => {
  const marks = [
    { point: 5, kind: "score", text: "37" },
    { point: 5, kind: "label", text: "A" },
    { point: 6, kind: "hint" },
  ];
  const all = cells(game({ marks }));
  assert.equal(all[5].text, "37 A");
  assert.equal(all[6].text, null);
});

test("a stone of a line that is shown is no stone of the game", () => {
  const state = game({
    marks: [
      { point: 5, kind: "white", text: "1" },
      { point: 6, kind: "hint" },
    ],
  });
  const all = cells(state);
  assert.deepEqual([all[5].line, all[5].text, all[5].color], ["white", "1", null]);
  assert.equal(all[6].line, null);
  assert.equal(refusal(state, 5), null);
});

test("only what differs is drawn again: the new stone and the one before it", () => {
  const before = cells(game());
  assert.deepEqual(changes(before, cells(game())), []);
  assert.deepEqual(changes(before, cells(game({ moves: [112, 113, 97, 96], shown: 4 }))), [96, 97]);
});

test("every property of a cell counts as a change", () => {
  const [cell] = cells(game());
  const others = {
    color: "white",
    move: 9,
    last: true,
    pending: true,
    winning: true,
    forbidden: "overline",
    text: "A",
    line: "black",
    ahead: true,
  };
  assert.deepEqual(Object.keys(others).sort(), Object.keys(cell).sort());
  for (const [property, value] of Object.entries(others)) {
    assert.deepEqual(changes([cell], [{ ...cell, [property]: value }]), [0], property);
  }
});

test("a free point may be played by the one whose turn it is", () => {
  assert.equal(refusal(game(), 0), null);
});

test("everything else is refused with its reason", () => {
  assert.equal(refusal(game({ shown: 2 }), 0), "review");
  assert.equal(refusal(game({ over: true, canPlay: false, toMove: null }), 0), "over");
  assert.equal(refusal(game({ pending: 9 }), 0), "pending");
  assert.equal(refusal(game({ canPlay: false }), 0), "turn");
  assert.equal(refusal(game({ toMove: null }), 0), "turn");
  assert.equal(refusal(game(), 112), "occupied");
  assert.equal(refusal(game({ forbidden: { 0: "double-four" } }), 0), "forbidden");
});
