import assert from "node:assert/strict";
import { test } from "node:test";

import {
  at,
  centre,
  frame,
  nearestPoint,
  neighbour,
  parsePoint,
  pointName,
  starPoints,
  xy,
} from "../../../web_client/lib/geometry.js";

test("names count columns from the left with I and rows from the bottom", () => {
  assert.equal(pointName(at(0, 14, 15), 15), "A1");
  assert.equal(pointName(at(7, 7, 15), 15), "H8");
  assert.equal(pointName(at(8, 0, 15), 15), "I15");
  assert.equal(pointName(at(19, 0, 20), 20), "T20");
});

test("every point of every size is read back from its name", () => {
  for (const size of [3, 15, 19, 20]) {
    for (let point = 0; point < size * size; point++) {
      assert.equal(parsePoint(pointName(point, size), size), point);
      const { x, y } = xy(point, size);
      assert.equal(at(x, y, size), point);
    }
  }
});

test("case and outer blanks of a name do not matter", () => {
  assert.equal(parsePoint(" h8 ", 15), at(7, 7, 15));
});

test("what names no point of the board is null", () => {
  for (const text of ["", "h", "8", "h0", "h08", "h16", "p1", "hh8", "h8x", "h100", "天元"])
    assert.equal(parsePoint(text, 15), null, text);
});

test("a neighbour stops at the edge", () => {
  assert.equal(neighbour(at(0, 0, 15), -1, 0, 15), at(0, 0, 15));
  assert.equal(neighbour(at(14, 3, 15), 1, 0, 15), at(14, 3, 15));
  assert.equal(neighbour(at(4, 3, 15), 0, 1, 15), at(4, 4, 15));
});

test("star points: five on 15 lines, nine on 19, four on 20, none on 3", () => {
  const names = (size) =>
    starPoints(size)
      .map((point) => pointName(point, size))
      .sort();
  assert.deepEqual(names(15), ["D12", "D4", "H8", "L12", "L4"]);
  assert.deepEqual(names(19), ["D10", "D16", "D4", "J10", "J16", "J4", "P10", "P16", "P4"]);
  assert.deepEqual(names(20), ["D17", "D4", "Q17", "Q4"]);
  assert.deepEqual(names(3), []);
});

test("the place a point is drawn at is nearest to that point, up to half a line away", () => {
  for (const coordinates of [true, false]) {
    const drawn = frame(19, coordinates);
    for (let point = 0; point < 361; point++) {
      const { x, y } = centre(drawn, point);
      for (const [dx, dy] of [
        [0, 0],
        [49, -49],
        [-49, 49],
      ]) {
        assert.equal(nearestPoint(drawn, (x + dx) / drawn.side, (y + dy) / drawn.side), point);
      }
    }
  }
});

test("outside the outer lines the edge is nearest, and further out nothing", () => {
  const drawn = frame(15, true);
  assert.equal(nearestPoint(drawn, (drawn.margin - 65) / drawn.side, 0.5), at(0, 7, 15));
  assert.equal(nearestPoint(drawn, (drawn.margin - 75) / drawn.side, 0.5), null);
  assert.equal(nearestPoint(drawn, 0.5, 1), null);
});
