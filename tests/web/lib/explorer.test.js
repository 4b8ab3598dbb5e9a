import assert from "node:assert/strict";
import { test } from "node:test";

import {
  explorerMarks,
  explorerPath,
  explorerQuery,
  leadOf,
  named,
  percents,
  playPath,
  readPlace,
  shareText,
} from "../../../web_client/lib/explorer.js";

const USUAL = { rules: "freestyle", size: 15, moves: [], who: "all", span: "", player: "" };

test("the address holds position and filters, and the usual is left out", () => {
  assert.equal(explorerPath(USUAL), "/explorer");
  const place = {
    ...USUAL,
    rules: "renju",
    size: 15,
    moves: [112, 97],
    who: "bots",
    span: "week",
    player: "Ada & Bob",
  };
  const path = explorerPath(place);
  assert.deepEqual(readPlace(new URL(path, "http://x").searchParams), place);
  assert.deepEqual(readPlace(new URLSearchParams("rules=chess&size=4&who=me&span=day")), USUAL);
  assert.equal(readPlace(new URLSearchParams("rules=tictactoe&size=15")).size, 3);
  assert.equal(readPlace(new URLSearchParams("rules=row_8&size=7")).size, 15);
  assert.equal(explorerPath({ ...USUAL, size: 9 }), "/explorer?size=9");
});

test("a game is made from the position", () => {
  assert.equal(playPath({ ...USUAL, rules: "renju", moves: [112, 113] }), "/?rules=renju&size=15&moves=h8i8");
});

test("the API is asked for days, and for everybody without a name", () => {
  const now = Date.UTC(2026, 0, 31);
  assert.equal(explorerQuery(USUAL, now).toString(), "rules=freestyle&size=15&moves=&who=all");
  const query = explorerQuery({ ...USUAL, span: "month", player: "Ada" }, now);
  assert.equal(query.get("since"), "2026-01-01");
  assert.equal(query.get("player"), "Ada");
});

test("percents are whole and make a hundred", () => {
  assert.deepEqual(percents({ black: 1, draw: 1, white: 1 }), { black: 34, draw: 33, white: 33 });
  assert.deepEqual(percents({ black: 0, draw: 0, white: 7 }), { black: 0, draw: 0, white: 100 });
  assert.deepEqual(percents({ black: 0, draw: 0, white: 0 }), { black: 0, draw: 0, white: 0 });
  for (let n = 0; n < 200; n++) {
    const { black, draw, white } = percents({ black: n * 7, draw: n % 5, white: 199 - n });
    assert.equal(black + draw + white, 100);
  }
  assert.equal(shareText(1, 1000), "<1");
  assert.equal(shareText(0, 0), "0");
  assert.equal(shareText(2, 3), "67");
});

test("an estimate is told in a word, the same for both sides", () => {
  assert.deepEqual([0, 39, 100, -100, 200, -900, 9999].map(leadOf), [
    "even",
    "even",
    "slightly",
    "slightly",
    "ahead",
    "far",
    "far",
  ]);
});

test("of the images of a move one is named: the highest, then the one to the right", () => {
  assert.equal(named([97, 111, 113, 127], 15), 97);
  assert.equal(named([96, 98, 126, 128], 15), 98);
});

test("marks are as large as moves are played, and images are dots", () => {
  const results = { black: 2, draw: 0, white: 1 };
  const moves = [
    { points: [96, 98], results, last: 1 },
    { points: [5], results: { black: 0, draw: 1, white: 0 }, last: 1 },
  ];
  assert.deepEqual(explorerMarks({ moves }, 15), [
    { point: 98, kind: "games", value: 0.75, text: "75", parts: [2, 0, 1] },
    { point: 96, kind: "image" },
    { point: 5, kind: "games", value: 0.25, text: "25", parts: [0, 1, 0] },
  ]);
  assert.deepEqual(explorerMarks(null, 15), []);
});
