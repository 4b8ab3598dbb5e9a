import assert from "node:assert/strict";
import { before, test } from "node:test";

import { hintText } from "../../../web_client/i18n/hint.js";
import { useLanguage } from "../../../web_client/i18n/index.js";
import { createHints, hintMarks } from "../../../web_client/lib/hint.js";

before(() => useLanguage("en"));

test("without a proof the best point has a ring", () => {
  assert.deepEqual(hintMarks({ point: 7 }, "black"), [{ point: 7, kind: "hint" }]);
  assert.deepEqual(hintMarks({ point: 7, line: [] }, "black"), [{ point: 7, kind: "hint" }]);
});

test("a proof is a line of stones that begins with one's own", () => {
  assert.deepEqual(
    hintMarks({ point: 7, line: [7, 8, 9] }, "white").map(({ kind, text }) => [kind, text]),
    [
      ["white", "1"],
      ["black", "2"],
      ["white", "3"],
    ],
  );
});

test("the weightiest reasons are said in words, and what is unknown is left out", () => {
  assert.equal(hintText({ point: 112, reasons: ["open_four"] }, 15), "H8 makes an open four.");
  assert.equal(
    hintText({ point: 112, reasons: ["forced_win", "new_one", "four", "open_three", "builds"] }, 15),
    "H8 wins by force, makes a four, makes an open three.",
  );
  assert.equal(hintText({ point: 112, reasons: ["new_one"] }, 15), "H8 prepares for more.");
});

test("without a hint nothing is said", () => {
  assert.equal(hintText(null, 15), "");
  assert.equal(hintText("asked", 15), "Looking for the best move…");
});

const after = (plies, first = 0) => ({
  moves: Array.from({ length: plies }, (_, ply) => ({ point: first + ply })),
  result: null,
});

/** Start with a server that answers on demand. */
function start() {
  const waiting = [];
  const told = [];
  const session = { command: () => new Promise((give, refuse) => waiting.push({ give, refuse })) };
  return { hints: createHints({ session, refuse: ({ code }) => told.push(code) }, "r", () => {}), waiting, told };
}

const settled = () => new Promise(setImmediate);

test("a hint holds for the position it was asked in, and is asked for once", async () => {
  const { hints, waiting } = start();
  hints.ask(after(4));
  hints.ask(after(4));
  assert.equal(hints.at(after(4)), "asked");
  waiting[0].give({ point: 7, reasons: [] });
  await settled();
  hints.ask(after(4));
  assert.equal(waiting.length, 1);
  assert.equal(hints.at(after(4)).point, 7);
  assert.equal(hints.at(after(5)), null);
  assert.equal(hints.at(after(4, 1)), null, "as many moves, but others: some were taken back");
  assert.equal(hints.at({ ...after(4), result: { winner: "white", reason: "resigned" } }), null);
});

test("a hint that comes when the game has moved on is dropped, and so is its refusal", async () => {
  const { hints, waiting, told } = start();
  hints.ask(after(4));
  hints.ask(after(6));
  waiting[1].give({ point: 9, reasons: [] });
  waiting[0].refuse({ code: "not_your_turn" });
  await settled();
  assert.equal(hints.at(after(6)).point, 9);
  assert.deepEqual(told, []);
});

test("after a refusal it can be asked for again", async () => {
  const { hints, waiting, told } = start();
  hints.ask(after(4));
  waiting[0].refuse({ code: "engine_not_ready" });
  await settled();
  assert.equal(hints.at(after(4)), null);
  assert.equal(told.length, 1);
  hints.ask(after(4));
  assert.equal(waiting.length, 2);
});
