import assert from "node:assert/strict";
import { test } from "node:test";

import { isAny, nextPath, readWishes, wishesQuery, wishesText } from "../../../web_client/lib/puzzle_filter.js";

const read = (text) => readWishes(new URLSearchParams(text));
const ANY = { kind: null, rules: null, theme: null, band: null };

test("what makes no sense in an address is any", () => {
  assert.deepEqual(read(""), ANY);
  assert.deepEqual(read("kind=mate&rules=tictactoe&theme=pin&band=12&after=3"), ANY);
  assert.ok(isAny(ANY));
});

test("wishes are in the address as they are read", () => {
  const wishes = read("kind=win&rules=renju&theme=four_three&band=hard");
  assert.deepEqual(wishes, { kind: "win", rules: "renju", theme: "four_three", band: "hard" });
  assert.ok(!isAny(wishes));
  assert.deepEqual(read(wishesText(wishes).slice(1)), wishes);
  assert.equal(wishesText(ANY), "");
});

test("the next puzzle is another one of the same sort", () => {
  assert.equal(nextPath(ANY), "/puzzles/next");
  assert.equal(nextPath(ANY, 7), "/puzzles/next?after=7");
  assert.equal(nextPath({ ...ANY, rules: "renju", band: "easy" }, 7), "/puzzles/next?rules=renju&band=easy&after=7");
});

test("the server is asked for ratings, each in one band", () => {
  const asked = (band) => Object.fromEntries(wishesQuery({ ...ANY, band }, null));
  assert.deepEqual(asked(null), {});
  const [easy, medium, hard] = ["easy", "medium", "hard"].map(asked);
  assert.equal(Number(easy.most) + 1, Number(medium.least));
  assert.equal(Number(medium.most) + 1, Number(hard.least));
  assert.deepEqual([easy.least, hard.most], [undefined, undefined]);
  assert.equal(String(wishesQuery({ ...ANY, theme: "vcf" }, "9")), "theme=vcf&after=9");
});
