import assert from "node:assert/strict";
import { test } from "node:test";

import { gamesPath, gamesQuery, readFilters } from "../../../web_client/lib/filters.js";
import { gamePath, matchRoute, roomPath } from "../../../web_client/lib/router.js";

test("every address leads to its page", () => {
  const pages = [["/", "lobby", ""], ["/room/Ab3dEf6hIj9k", "room", "Ab3dEf6hIj9k"], ["/play", "play", ""], ["/games", "games", ""], ["/games/", "games", ""], ["/game/x1", "game", "x1"], ["/settings", "settings", ""]];
  for (const [path, page, id] of pages) assert.deepEqual(matchRoute(path), { page, id });
});

test("what is no address leads nowhere", () => {
  for (const path of ["/room", "/room/", "/room/a/b", "/room/..%2f", "/Games", "/main.js", ""]) assert.equal(matchRoute(path).page, "missing", path);
});

test("the addresses that are made lead back", () => {
  assert.deepEqual(matchRoute(roomPath("abc")), { page: "room", id: "abc" });
  const { pathname, search } = new URL(gamePath("abc", 7), "http://x");
  assert.deepEqual([matchRoute(pathname), search], [{ page: "game", id: "abc" }, "?ply=7"]);
});

test("filters leave out what is empty or unknown, and survive the address", () => {
  const filters = readFilters([["rules", "renju"], ["result", ""], ["level", " 3 "], ["evil", "x"]]);
  assert.deepEqual(filters, { rules: "renju", level: "3" });
  const { searchParams } = new URL(gamesPath(filters), "http://x");
  assert.deepEqual(readFilters(searchParams), filters);
  assert.equal(gamesPath({}), "/games");
});

test("the API is asked for the page after the cursor", () => {
  assert.equal(String(gamesQuery({ rules: "caro" }, null)), "rules=caro");
  assert.equal(String(gamesQuery({ rules: "caro" }, "c1")), "rules=caro&cursor=c1");
});
