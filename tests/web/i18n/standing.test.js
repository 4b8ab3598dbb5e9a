import assert from "node:assert/strict";
import { test } from "node:test";

import { useLanguage } from "../../../web_client/i18n/index.js";
import { headlineText } from "../../../web_client/i18n/standing.js";

const LEVELS = [{ level: 3, name: { en: "Compass" } }];

/** Return the text for Bob, who waits, while the opening asks seat 0. */
function said(turn, who = { id: "ann", name: "Ann" }) {
  const room = { rules: "renju", seats: [who, { id: "bob", name: "Bob" }], you: 1, result: null, progress: { turn } };
  return headlineText(room, { phase: "playing", seatToMove: 0, yourTurn: false }, LEVELS);
}

test("while the opening asks for something else than a stone, the other is not said to move", async () => {
  await useLanguage("en");
  assert.deepEqual(
    ["stone", "choice", "number", "offer", "pick"].map((kind) => said({ kind, seat: 0 })),
    [
      "Ann is to move",
      "Ann is to choose",
      "Ann is to declare the number of fifth stones",
      "Ann is to offer points",
      "Ann is to pick a point",
    ],
  );
  assert.equal(said(null), "Ann is to move");
  assert.equal(said({ kind: "choice", seat: 0 }, { level: 3 }), "Compass is thinking…");
});
