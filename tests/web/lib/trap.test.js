import assert from "node:assert/strict";
import { test } from "node:test";

import { attackerOf, isOrdered, pictureOf, signsOf } from "../../../web_client/lib/trap.js";

const cell = (x, y, kind) => ({ x, y, kind });

/** Four in a row with both ends free; the left end blocks better. */
const PATTERN = {
  width: 5,
  height: 1,
  cells: [
    cell(0, 0, "empty"),
    cell(1, 0, "attacker"),
    cell(2, 0, "attacker"),
    cell(3, 0, "attacker"),
    cell(4, 0, "empty"),
  ],
  blocking: [
    { x: 0, y: 0, weight: 8 },
    { x: 4, y: 0, weight: 2 },
  ],
};

test("a trap stands in the middle of a square with a line around it", () => {
  const { size, spots } = pictureOf(PATTERN, "black");
  assert.equal(size, 7);
  assert.deepEqual(
    spots.filter(({ kind }) => kind === "stone").map(({ x, y, color }) => [x, y, color]),
    [
      [2, 3, "black"],
      [3, 3, "black"],
      [4, 3, "black"],
    ],
  );
});

test("a small one is not drawn larger than others", () =>
  assert.equal(
    pictureOf({ ...PATTERN, width: 1, height: 1, cells: [cell(0, 0, "attacker")], blocking: [] }, "black").size,
    5,
  ));

test("a blocking point is drawn once, with its rank where not all weigh the same", () => {
  const { spots } = pictureOf(PATTERN, "black");
  assert.deepEqual(
    spots.filter(({ kind }) => kind === "block").map(({ x, rank }) => [x, rank]),
    [
      [1, 1],
      [5, 2],
    ],
  );
  assert.equal(
    spots.some(({ kind }) => kind === "empty"),
    false,
  );
  assert.equal(spots.length, 5);
  const same = { ...PATTERN, blocking: PATTERN.blocking.map((block) => ({ ...block, weight: 24 })) };
  assert.deepEqual(
    pictureOf(same, "black")
      .spots.filter(({ kind }) => kind === "block")
      .map((spot) => "rank" in spot),
    [false, false],
  );
  assert.deepEqual(
    [PATTERN, same, { blocking: [] }].map((each) => isOrdered(each)),
    [true, false, false],
  );
});

test("points that weigh the same are of one rank", () => {
  const blocking = [120, 24, 120, 7].map((weight, x) => ({ x, y: 0, weight }));
  const { spots } = pictureOf({ ...PATTERN, cells: [], blocking }, "black");
  assert.deepEqual(
    spots.map(({ rank }) => rank),
    [1, 2, 1, 3],
  );
});

test("the attacker has its own colour where the rules care, else that of who won the line", () => {
  assert.deepEqual(
    [
      attackerOf({ attacker: "white" }, "black"),
      attackerOf({ attacker: null }, "white"),
      attackerOf({}, "white"),
      attackerOf({}),
    ],
    ["white", "white", "white", "black"],
  );
});

test("the attacker has the colour that is asked for, and the defender the other", () => {
  const cells = [cell(0, 0, "attacker"), cell(1, 0, "defender"), cell(2, 0, "other")];
  const { spots } = pictureOf({ ...PATTERN, cells, blocking: [] }, "white");
  assert.deepEqual(
    spots.map(({ kind, color }) => [kind, color]),
    [
      ["stone", "white"],
      ["stone", "black"],
      ["other", undefined],
    ],
  );
});

test("its line is in the picture, the attacker's moves and the answers in turn", () => {
  const line = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: -1, y: 2 },
  ];
  const { size, spots, moves } = pictureOf({ ...PATTERN, line }, "white");
  assert.equal(size, 8); // six columns and three rows, with a line around them
  assert.deepEqual(
    moves.map(({ x, y, color }) => [x, y, color]),
    [
      [2, 2, "white"],
      [6, 2, "black"],
      [1, 4, "white"],
    ],
  );
  assert.deepEqual(
    spots.filter(({ kind }) => kind === "block").map(({ x, y }) => [x, y]),
    [
      [2, 2],
      [6, 2],
    ],
  );
});

test("a legend names the signs that the pictures have", () => {
  const same = { ...PATTERN, blocking: PATTERN.blocking.map((block) => ({ ...block, weight: 24 })) };
  assert.deepEqual(signsOf([]), []);
  assert.deepEqual(signsOf([same]), ["block"]);
  assert.deepEqual(signsOf([PATTERN]), ["block", "best"]);
  assert.deepEqual(signsOf([same, { ...PATTERN, blocking: [] }]), ["empty", "block"]);
  assert.deepEqual(signsOf([{ ...PATTERN, cells: [cell(0, 0, "other")], blocking: [] }]), ["other"]);
});
