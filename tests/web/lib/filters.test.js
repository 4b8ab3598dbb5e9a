import assert from "node:assert/strict";
import { test } from "node:test";

import { gamesOf, gamesPath, gamesQuery, playerOf, playerText, readFilters } from "../../../web_client/lib/filters.js";

const KNOWN = [
  { id: "p1", name: "Me" },
  { id: "p2", name: "Li 李" },
  { id: "", name: "" },
];

test("filters leave out what is empty or unknown, and survive the address", () => {
  const filters = readFilters([
    ["rules", "renju"],
    ["player", " Li & 李 "],
    ["result", ""],
    ["since", " "],
    ["level", " 3 "],
    ["evil", "x"],
  ]);
  assert.deepEqual(filters, { rules: "renju", player: "Li & 李", level: "3" });
  const { searchParams } = new URL(gamesPath(filters), "http://x");
  assert.deepEqual(readFilters(searchParams), filters);
  assert.equal(gamesPath({}), "/games");
});

test("the API is asked for the page after the cursor", () => {
  assert.equal(String(gamesQuery({ rules: "caro" }, null)), "rules=caro");
  assert.equal(String(gamesQuery({ rules: "caro" }, "c1")), "rules=caro&cursor=c1");
});

test("a known player is shown by name and looked for by id, anybody else goes by what was typed", () => {
  assert.deepEqual(
    ["p2", "Li 李", "unseen", ""].map((player) => playerText(player, KNOWN)),
    ["Li 李", "Li 李", "unseen", ""],
  );
  assert.deepEqual(
    [" Li 李 ", "p2", "Nobody", ""].map((text) => playerOf(text, KNOWN)),
    ["p2", "p2", "Nobody", ""],
  );
});

test("a player's other games are found by id, a bot's by its level, a deleted player's not at all", () => {
  assert.deepEqual(gamesOf({ id: "p1", name: "Me" }), { player: "p1" });
  assert.deepEqual(gamesOf({ id: "", name: "", level: 0 }), { level: "0" });
  assert.deepEqual(gamesOf({ id: "", name: "" }), {});
});
