import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import {
  gamePath,
  isRoomId,
  matchRoute,
  pathOf,
  pathPart,
  playerPath,
  puzzlePath,
  roomPath,
  rulesPath,
  trapPath,
} from "../../../web_client/lib/router.js";
import { PAGES } from "../../../web_client/protocol.js";

const CLIENT = new URL("../../../web_client/", import.meta.url);

test("every address leads to its page", () => {
  const pages = [
    ["/", "lobby", ""],
    ["/room/Ab3dEf6hIj9k", "room", "Ab3dEf6hIj9k"],
    ["/play", "play", ""],
    ["/games", "games", ""],
    ["/games/", "games", ""],
    ["/game/x1", "game", "x1"],
    ["/settings", "settings", ""],
    ["/staff", "staff", ""],
    ["/staff/server", "staff", "server"],
    ["/staff/classes", "classes", ""],
    ["/staff/classes/AbCdEfGh1234", "classes", "AbCdEfGh1234"],
    ["/code", "code", ""],
    ["/staff/jobs", "staff", "jobs"],
    ["/staff/learning", "staff", "learning"],
    ["/oidc", "oidc", ""],
    ["/traps", "traps", ""],
    ["/traps/12", "trap", "12"],
    ["/puzzles", "puzzles", ""],
    ["/puzzles/7", "puzzle", "7"],
    ["/puzzles/daily", "puzzle", "daily"],
    ["/puzzles/storm", "run", "storm"],
    ["/learn", "learn", ""],
    ["/rules", "rules", ""],
    ["/rules/swap2", "rules", "swap2"],
  ];
  for (const [path, page, id] of pages) assert.deepEqual(matchRoute(path), { page, id });
});

test("what is no address leads nowhere", () => {
  for (const path of ["/room", "/room/", "/room/a/b", "/Games", "/puzzles/x", "/traps/a/b", "/main.js", ""])
    assert.equal(matchRoute(path).page, "missing", path);
});

test("the addresses that are made lead back", () => {
  assert.deepEqual(matchRoute(roomPath("abc")), { page: "room", id: "abc" });
  const { pathname, search } = new URL(gamePath("abc", 7), "http://x");
  assert.deepEqual([matchRoute(pathname), search], [{ page: "game", id: "abc" }, "?ply=7"]);
  assert.deepEqual(matchRoute(rulesPath("open_four")), { page: "rules", id: "open_four" });
  assert.deepEqual(matchRoute(puzzlePath(7)), { page: "puzzle", id: "7" });
  assert.deepEqual(matchRoute(trapPath("renju-black:x.o/?%")), { page: "trap", id: "renju-black:x.o/?%" });
});

test("the path of each page leads to the page", () => {
  const ids = { bot: 7, puzzle: 7, run: "storm", classes: "AbCdEfGh1234", staff: "rooms" };
  for (const [page, path] of Object.entries(PAGES)) {
    if (!path.includes("{")) assert.deepEqual(matchRoute(pathOf(page)), { page, id: "" });
    else assert.deepEqual(matchRoute(pathOf(page, ids[page] ?? "x1")), { page, id: String(ids[page] ?? "x1") });
    if (path.includes("?")) assert.deepEqual(matchRoute(pathOf(page)), { page, id: "" });
  }
});

test("no other module writes the path of a page", () => {
  const first = new Set(Object.values(PAGES).map((path) => path.split("/")[1]));
  first.delete("");
  const written = new RegExp(`["\`]/(?:${[...first].join("|")})(?:["\`?#]|/(?!start))`);
  const files = readdirSync(CLIENT, { recursive: true }).filter((name) => name.endsWith(".js"));
  const found = files.filter(
    (name) => name !== "protocol.js" && written.test(readFileSync(new URL(name, CLIENT), "utf8")),
  );
  assert.deepEqual(found, []);
});

test("an address that is badly escaped is taken as it stands", () =>
  assert.deepEqual(matchRoute("/traps/50%"), { page: "trap", id: "50%" }));

test("only ids that the server could have made are asked for", () => {
  for (const id of ["Ab3dEf6hIj9k", "12345678"]) assert.ok(isRoomId(id), id);
  for (const id of ["abc", "", "a-b-c-d-e", "../12345678", "1".repeat(25)]) assert.ok(!isRoomId(id), id);
});

test("a link to a player of any name leads there as a browser reads it", () => {
  const chars = [..."./\\%?#&+ ;:@_-~'\"<>|[]{}^`aZ7\u00e9\u738b\u0301\u{1f600}"];
  const names = ["..", "...", ".a", "a.", "a/b", "a\\b", "%2F", "%", "100%", "?x", "#x", "a b", "//", "/.", "./"];
  for (const a of chars) for (const b of chars) for (const c of ["", "x", "."]) names.push(a + b + c);
  for (const name of names.filter((each) => each.trim().length > 1 && each === each.trim())) {
    const { pathname, search, hash } = new URL(playerPath(name), "http://here.example/leaderboard");
    assert.deepEqual([search, hash], ["", ""]);
    const found = matchRoute(pathname);
    assert.deepEqual([found.page, found.id.trim()], ["player", name]);
    const asked = new URL(`/api/players/${pathPart(found.id)}`, "http://here.example/");
    assert.equal(decodeURIComponent(asked.pathname.slice("/api/players/".length)).trim(), name);
  }
});
