import assert from "node:assert/strict";
import { test } from "node:test";

import { createSeeking } from "../../../web_client/lib/seeking.js";
import {
  againstBot,
  fittingOpenings,
  isWithin,
  loadWishes,
  markOf,
  openingsOf,
  saveWishes,
  seekOf,
  USUAL,
} from "../../../web_client/lib/seeks.js";

/** Session with answers given by the test. */
function session() {
  const said = [];
  return {
    said,
    command: (message) => new Promise((resolve, reject) => said.push({ message, resolve, reject })),
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("one search at a time, which ends with a game", async () => {
  const server = session();
  const seeking = createSeeking(server, () => 7);
  const begun = seeking.begin(USUAL);
  await seeking.begin(USUAL);
  assert.equal(server.said.length, 1);
  assert.equal(server.said[0].message.t, "seek");
  server.said[0].resolve({ seek: "one" });
  await begun;
  assert.deepEqual(seeking.search, { wishes: USUAL, since: 7, id: "one", level: null });
  assert.equal(seeking.received({ t: "matched", seek: "other", room: "r", opponent: {} }), false);
  assert.equal(seeking.received({ t: "bot_offered", seek: "one", level: 3 }), true);
  assert.equal(seeking.search.level, 3);
  seeking.declineBot();
  assert.equal(seeking.search.level, null);
  assert.equal(seeking.received({ t: "matched", seek: "one", room: "r", opponent: {} }), true);
  assert.equal(seeking.search, null);
});

test("what is called off is withdrawn, also while it has no answer yet", async () => {
  const server = session();
  const seeking = createSeeking(server, () => 0);
  const begun = seeking.begin(USUAL);
  await seeking.stop();
  assert.equal(server.said.length, 1);
  server.said[0].resolve({ seek: "one" });
  await settled();
  assert.deepEqual(server.said[1].message, { t: "unseek", seek: "one" });
  server.said[1].resolve({});
  await begun;
  assert.equal(seeking.search, null);
});

test("a refusal ends the search and is told", async () => {
  const server = session();
  const seeking = createSeeking(server, () => 0);
  const begun = seeking.begin(USUAL);
  server.said[0].reject(new Error("too_many_seeks"));
  await assert.rejects(begun);
  assert.equal(seeking.search, null);
});

test("on a new connection it is looked for again, and a search without an answer is not asked for twice", async () => {
  const server = session();
  const seeking = createSeeking(server, () => 0);
  await seeking.again();
  const begun = seeking.begin(USUAL);
  await seeking.again();
  assert.equal(server.said.length, 1);
  server.said[0].resolve({ seek: "one" });
  await begun;
  const again = seeking.again();
  assert.equal(server.said.length, 2);
  server.said[1].resolve({ seek: "two" });
  await again;
  assert.equal(seeking.search.id, "two");
});

test("wishes are remembered; those that are no more are the usual ones", () => {
  saveWishes({ ...USUAL, rules: ["renju", "caro"], within: 200 });
  assert.deepEqual(loadWishes(), { ...USUAL, rules: ["renju", "caro"], within: 200 });
  saveWishes({ ...USUAL, clocks: ["gone"] });
  assert.deepEqual(loadWishes(), { ...USUAL });
});

test("a seek names the clocks themselves, in the order of the list", () => {
  const { t, clocks } = seekOf({ ...USUAL, clocks: ["5+3", "none"] });
  assert.equal(t, "seek");
  assert.deepEqual(clocks, [{ kind: "none" }, { kind: "fischer", initial_ms: 300_000, increment_ms: 3_000 }]);
});

test("a bot plays what it knows of what is looked for", () => {
  const level = { level: 4, rules: ["renju"], sizes: [15, 19] };
  const wishes = { ...USUAL, rules: ["caro", "renju"], sizes: [13, 19] };
  const { rules, size, level: number, rated } = againstBot(wishes, level);
  assert.deepEqual([rules, size, number, rated], ["renju", 19, 4, false]);
  assert.equal(againstBot({ ...wishes, rules: ["caro"] }, level), null);
});

test("a rated seek is for the rules of the championships until others are chosen, the usual ones first", () => {
  const begins = (change) => openingsOf({ ...USUAL, rated: true, ...change });
  assert.deepEqual(begins({}), ["swap2"]);
  assert.deepEqual(begins({ rules: ["freestyle", "renju"] }), ["swap2", "soosyrv_8"]);
  assert.deepEqual(begins({ rules: ["caro"] }), ["free"]);
  assert.deepEqual(begins({ rated: false }), ["free"]);
  assert.deepEqual(begins({ openings: ["free", "swap", "swap2"] }), ["swap2", "free", "swap"]);
  assert.deepEqual(begins({ openings: ["free"] }), ["free"]);
  assert.deepEqual(begins({ rules: ["renju"], openings: ["swap"] }), ["soosyrv_8"], "none that was chosen fits");
  assert.deepEqual(seekOf({ ...USUAL, rated: true }).openings, ["swap2"]);
});

test("all openings that fit some of the games are to be had", () => {
  assert.deepEqual(fittingOpenings({ rules: ["freestyle"], sizes: [13] }).length, 6);
  assert.deepEqual(fittingOpenings({ rules: ["freestyle", "renju"], sizes: [13, 15] }).length, 17);
  assert.deepEqual(fittingOpenings({ rules: ["renju"], sizes: [14] }), ["free"]);
});

test("a bot begins by an opening that is looked for", () => {
  const level = { level: 4, rules: ["renju"], sizes: [15] };
  const wishes = { ...USUAL, rules: ["freestyle", "renju"], openings: ["swap2", "rif"] };
  assert.equal(againstBot(wishes, level)?.opening, "rif");
  assert.equal(againstBot({ ...wishes, openings: ["swap2"] }, level)?.opening, "free");
});

test("a seek is for who is near in one of its games", () => {
  const near = (/** @type {number | null} */ theirs, /** @type {number | null} */ mine, /** @type {any} */ more = {}) =>
    isWithin(
      { rules: ["freestyle"], within: 100, marks: theirs === null ? [] : [mark("gomoku", theirs)], ...more },
      mine === null ? [] : [mark("gomoku", mine)],
    );
  assert.equal(near(1500, 1600), true);
  assert.equal(near(1500, 1601), false);
  assert.equal(near(1500, null), false);
  assert.equal(near(null, 1900), true);
  assert.equal(near(1500, 1900, { within: null }), true);
  assert.equal(near(1500, null, { within: undefined }), true);
  assert.equal(near(1500, 1900, { rules: ["freestyle", "renju"] }), true);
  assert.equal(near(1500, 1900, { rules: ["standard"] }), false);
  assert.equal(near(1500, 1500, { marks: undefined }), true);
  assert.equal(markOf([mark("renju", 1), mark("gomoku", 2)], "standard").rating, 2);
  assert.equal(markOf([mark("renju", 1)], "tictactoe"), null);
});

const mark = (pool, rating) => ({ pool, rating, deviation: 60 });
