import assert from "node:assert/strict";
import { test } from "node:test";

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
