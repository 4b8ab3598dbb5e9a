import assert from "node:assert/strict";
import { test } from "node:test";
import { countStates, shareParts, spreadParts } from "../../../web_client/lib/evidence.js";

test("a share is said in whole percents, with what it rests on", () => {
  assert.deepEqual(shareParts({ found: 5, of: 8, low: 0.3057, high: 0.8632 }), {
    percent: 63,
    low: 31,
    high: 86,
    found: 5,
    of: 8,
  });
  assert.equal(shareParts({ found: 0, of: 3, low: 0, high: 0.5615 }).percent, 0);
});

test("a spread is said in hundredths", () => {
  assert.deepEqual(spreadParts({ mean: 0.615, low: 0.5, high: 1, games: 12 }), {
    mean: "0.61",
    low: "0.50",
    high: "1.00",
    n: 12,
  });
});

test("games are counted by their states", () => {
  const games = ["studied", "none", "studied", "waiting"].map((state) => ({
    game: "g",
    ended_at: 1,
    opponent: {},
    state: /** @type {"studied"} */ (state),
  }));
  assert.deepEqual(countStates(games), { studied: 2, waiting: 1, none: 1 });
});
