import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { createSession } from "../../../web_client/lib/session.js";

/** Chance for which the first wait after a refusal is 1.25 s. */
const CHANCE = 0.5;
const FIRST_MS = 1_250;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(Math, "random", () => CHANCE);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

const WELCOME = { t: "welcome", protocol: 1, build: "b1", now: 1, player: { id: "me", name: "Me" }, rooms: [] };

/** Start a session whose messages are recorded, on an open and greeted connection by default. */
function start({ greeted = true, token = null, build = "b1", ...ports } = {}) {
  const sent = [];
  const told = [];
  let kept = token;
  const session = createSession({
    build,
    send: (message) => sent.push(message),
    token: () => kept,
    keepToken: (fresh) => (kept = fresh),
    language: () => "en",
    onWelcome: () => told.push("welcome"),
    onStale: () => told.push("stale"),
    onBye: (code) => told.push(`bye ${code}`),
    ...ports,
  });
  session.opened();
  if (greeted) session.received(WELCOME);
  const fresh = () => sent.splice(0);
  if (greeted) fresh();
  return { session, fresh, told, token: () => kept };
}

/** Return the only message, a hello, without the page's id. */
function hello([message, ...more]) {
  const { page, ...rest } = message;
  assert.match(page, /^[\w-]{8,32}$/);
  assert.deepEqual(more, []);
  return rest;
}

const snapshot = (v) => ({ t: "room", room: "r", v, now: 1 });
const events = (...versions) => ({
  t: "events",
  room: "r",
  now: 1,
  left: [null, null],
  events: versions.map((v) => ({ k: "resumed", v, at: 1, left: [null, null] })),
});

test("says hello with what it knows and keeps a new token", () => {
  const { session, fresh, token } = start({ greeted: false });
  assert.deepEqual(hello(fresh()), { t: "hello", protocol: 1, build: "b1", lang: "en" });
  session.received({ ...WELCOME, token: "secret" });
  assert.equal(token(), "secret");
  session.closed();
  session.opened();
  assert.equal(fresh()[0].token, "secret");
});

test("commands wait for the greeting and go out once on that connection", async () => {
  const { session, fresh } = start({ greeted: false });
  fresh();
  const done = session.command({ t: "resign", room: "r" });
  assert.deepEqual(fresh(), []);
  session.received(WELCOME);
  const [command] = fresh();
  assert.equal(command.t, "resign");
  session.received({ t: "ack", id: command.id, v: 7 });
  assert.equal((await done).v, 7);
});

test("an unanswered command is sent again under the same id, an answered one is not", async () => {
  const { session, fresh } = start();
  const first = session.command({ t: "move", room: "r", ply: 0, point: 5 });
  void session.command({ t: "offer", room: "r", what: "draw" });
  const [move, offer] = fresh();
  assert.notEqual(move.id, offer.id);
  session.received({ t: "ack", id: move.id });
  await first;
  session.closed();
  session.opened();
  session.received(WELCOME);
  assert.deepEqual(fresh().slice(1), [offer]);
});

test("a refusal rejects its command with code and detail, and is not repeated", async () => {
  const { session, fresh } = start();
  const done = session.command({ t: "move", room: "r", ply: 0, point: 5 });
  const [{ id }] = fresh();
  session.received({ t: "error", id, code: "forbidden_overline", detail: { point: 5 } });
  await assert.rejects(done, (error) => error.code === "forbidden_overline" && error.detail.point === 5);
  session.closed();
  session.opened();
  session.received(WELCOME);
  assert.equal(fresh().length, 1);
});

test("a followed room is resumed from the version that is known", () => {
  const { session, fresh } = start();
  const news = [];
  session.follow("r", (message) => news.push(message.t));
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
  session.received(snapshot(3));
  session.received(events(4, 5));
  session.closed();
  session.opened();
  session.received(WELCOME);
  assert.deepEqual(fresh().slice(1), [{ t: "enter", room: "r", since: 5 }]);
  assert.deepEqual(news, ["room", "events"]);
});

test("events that are known already are dropped", () => {
  const { session } = start();
  const seen = [];
  session.follow("r", (message) => message.t === "events" && seen.push(...message.events.map(({ v }) => v)));
  session.received(snapshot(3));
  session.received(events(2, 3, 4));
  session.received(events(4));
  session.received(events(5));
  assert.deepEqual(seen, [4, 5]);
});

test("a gap asks for the whole room, and nothing is handed on until it comes", () => {
  const { session, fresh } = start();
  const news = [];
  session.follow("r", (message) => news.push(message.t));
  fresh();
  session.received(snapshot(3));
  session.received(events(5));
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
  session.received(events(6));
  assert.deepEqual(fresh(), []);
  session.received(snapshot(6));
  session.received(events(7));
  assert.deepEqual(news, ["room", "room", "events"]);
});

test("a replaced room is asked for behind the page that has it, until it is taken over", () => {
  const { session, fresh } = start();
  session.follow("r", () => {});
  session.received(snapshot(3));
  session.received({ t: "replaced", room: "r" });
  session.closed();
  session.opened();
  fresh();
  session.received(WELCOME);
  assert.deepEqual(fresh(), [{ t: "enter", room: "r", behind: true }]);
  session.received({ t: "replaced", room: "r" });
  session.takeOver("r");
  assert.deepEqual(fresh(), [{ t: "enter", room: "r", since: 3 }]);
});

test("leaving is said once, and for a room that was replaced, too: the page stood behind another there", () => {
  const { session, fresh } = start();
  const leave = session.follow("r", () => {});
  fresh();
  leave();
  leave();
  assert.deepEqual(fresh(), [{ t: "leave", room: "r" }]);
  const again = session.follow("r", () => {});
  session.received({ t: "replaced", room: "r" });
  fresh();
  again();
  assert.deepEqual(fresh(), [{ t: "leave", room: "r" }]);
});

test("whom a new connection takes for another sees the rooms whole, and asks nothing in the former name", async () => {
  const { session, fresh } = start();
  session.follow("r", () => {});
  session.received(snapshot(3));
  const move = session.command({ t: "move", room: "r", ply: 1, point: 2 });
  const signIn = session.command({ t: "sign_in", name: "Ann", password: "secret" }, "s1");
  session.closed();
  session.opened();
  fresh();
  session.received({ ...WELCOME, player: { id: "other", name: "Other" } });
  await assert.rejects(move, { code: "signed_out" });
  const sent = fresh();
  assert.deepEqual(sent[0], { t: "enter", room: "r" });
  assert.deepEqual(sent.slice(1), [{ t: "sign_in", name: "Ann", password: "secret", id: "s1" }]);
  session.received({ t: "ack", id: "s1" });
  await signIn;
});

test("a page that nobody looks at comes back behind the others", () => {
  let hidden = true;
  const { session, fresh } = start({ hidden: () => hidden });
  session.follow("r", () => {});
  session.received(snapshot(3));
  for (const expected of [{ behind: true }, {}]) {
    session.closed();
    session.opened();
    fresh();
    session.received(WELCOME);
    assert.deepEqual(fresh(), [{ t: "enter", room: "r", since: 3, ...expected }]);
    hidden = false;
  }
});

test("a second welcome answers redeem and brings the rooms anew", async () => {
  const { session, fresh, token } = start({ token: "old" });
  session.follow("r", () => {});
  session.received(snapshot(3));
  const done = session.command({ t: "redeem", code: "ABCD" });
  fresh();
  session.received({ ...WELCOME, player: { id: "other", name: "Other" }, token: "new" });
  await done;
  assert.equal(token(), "new");
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
});

test("the lobby is followed again on the next connection, until it is no longer", () => {
  const { session, fresh } = start();
  const news = [];
  const stop = session.followLobby((message) => news.push(message.t));
  assert.deepEqual(fresh(), [{ t: "lobby", on: true }]);
  session.closed();
  session.opened();
  session.received(WELCOME);
  assert.deepEqual(fresh().slice(1), [{ t: "lobby", on: true }]);
  session.received({ t: "lobby", rooms: [], online: 1 });
  stop();
  session.received({ t: "lobby_change", rooms: [], gone: [], online: 2 });
  assert.deepEqual(news, ["lobby"]);
});

test("other files on the server, another protocol and farewells are told", () => {
  const { session, told } = start();
  session.closed();
  session.opened();
  session.received({ ...WELCOME, build: "b2" });
  session.received({ t: "bye", code: "restart" });
  session.received({ t: "error", id: null, code: "stale_protocol" });
  assert.deepEqual(told, ["welcome", "stale", "welcome", "bye restart", "stale", "bye stale_protocol"]);
});

test("an error of a room goes to whoever follows it", () => {
  const { session } = start();
  const codes = [];
  session.follow("r", (message) => message.t === "error" && codes.push(message.code));
  session.received({ t: "error", room: "r", code: "unknown_room" });
  assert.deepEqual(codes, ["unknown_room"]);
  assert.equal(session.waiting, false);
});

test("it waits while a command or an entry has no answer", async () => {
  const { session } = start();
  assert.equal(session.waiting, false);
  session.follow("r", () => {});
  assert.equal(session.waiting, true);
  session.received(snapshot(1));
  assert.equal(session.waiting, false);
});

test("an entry refused for a flood is tried again, later each time, until the room comes", () => {
  const { session, fresh, told } = start();
  const news = [];
  session.follow("r", (message) => news.push(message.t));
  const [enter] = fresh();
  for (const wait of [1, 2, 4, 8, 8]) {
    session.received({ t: "error", room: "r", code: "flood" });
    assert.equal(session.waiting, false);
    mock.timers.tick(wait * FIRST_MS - 1);
    assert.deepEqual(fresh(), []);
    mock.timers.tick(1);
    assert.deepEqual(fresh(), [enter]);
    assert.equal(session.waiting, true);
  }
  session.received(snapshot(1));
  session.received({ t: "error", room: "r", code: "flood" });
  mock.timers.tick(FIRST_MS);
  assert.deepEqual(fresh(), [{ ...enter, since: 1 }]);
  assert.deepEqual([news, told], [["room"], ["welcome"]]);
});

test("an entry is not tried again once the room has come, is left, or the connection is lost", () => {
  const { session, fresh } = start();
  const flood = () => session.received({ t: "error", room: "r", code: "flood" });
  const leave = session.follow("r", () => {});
  flood();
  flood();
  session.received(snapshot(1));
  fresh();
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
  flood();
  session.closed();
  session.opened();
  session.received(WELCOME);
  fresh();
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
  flood();
  leave();
  fresh();
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
});

test("following the lobby is tried again after a flood, until it comes or is no longer wanted", () => {
  const { session, fresh, told } = start();
  const flood = () => session.received({ t: "error", id: null, room: null, code: "flood" });
  const stop = session.followLobby(() => {});
  fresh();
  flood();
  mock.timers.tick(FIRST_MS);
  assert.deepEqual(fresh(), [{ t: "lobby", on: true }]);
  flood();
  session.received({ t: "lobby", rooms: [], online: 1 });
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
  flood();
  stop();
  flood();
  fresh();
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
  assert.deepEqual(told, ["welcome"]);
});

test("a command that was sent again by itself outlasts a flood, and has one effect", async () => {
  const { session, fresh } = start();
  const done = session.command({ t: "move", room: "r", ply: 0, point: 5 });
  const [move] = fresh();
  session.closed();
  session.opened();
  session.received(WELCOME);
  fresh();
  session.received({ t: "error", id: move.id, room: "r", code: "flood" });
  assert.equal(session.waiting, false);
  mock.timers.tick(FIRST_MS);
  assert.deepEqual(fresh(), [move]);
  assert.equal(session.waiting, true);
  session.received({ t: "error", id: move.id, room: "r", code: "flood" });
  session.received({ t: "ack", id: move.id, v: 7 });
  assert.equal((await done).v, 7);
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
});

test("a command that somebody has just given is refused by a flood, and not repeated", async () => {
  const { session, fresh } = start();
  session.follow("r", () => assert.fail("the refusal is the command's"));
  const done = session.command({ t: "move", room: "r", ply: 0, point: 5 });
  const [, { id }] = fresh();
  session.received({ t: "error", id, room: "r", code: "flood" });
  await assert.rejects(done, (error) => error.code === "flood");
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), []);
});

test("an attempt and a hint are answered by what was asked for", async () => {
  const { session, fresh } = start();
  const tried = session.command({ t: "try", puzzle: 3, moves: [5] });
  const hint = session.command({ t: "hint", room: "r" });
  const [first, second] = fresh();
  session.received({ t: "hint", id: second.id, room: "r", v: 4, point: 7, reasons: ["five"] });
  session.received({ t: "tried", id: first.id, puzzle: 3, right: true, done: false, reply: 6 });
  assert.equal((await tried).reply, 6);
  assert.equal((await hint).point, 7);
  assert.equal(session.waiting, false);
});

test("an analysis is followed over connections until it is left", () => {
  const { session, fresh } = start();
  const told = [];
  const stop = session.followAnalysis("g", ({ state }) => told.push(state));
  assert.deepEqual(fresh(), [{ t: "watch", game: "g", on: true }]);
  session.received({ t: "analysis", game: "g", state: "queued", ahead: 2 });
  session.received({ t: "analysis", game: "other", state: "done" });
  session.closed();
  session.opened();
  fresh();
  session.received(WELCOME);
  assert.deepEqual(fresh(), [{ t: "watch", game: "g", on: true }]);
  stop();
  session.received({ t: "analysis", game: "g", state: "done" });
  assert.deepEqual(fresh(), [{ t: "watch", game: "g", on: false }]);
  assert.deepEqual(told, ["queued"]);
});

test("a tree is followed over connections until it is left", () => {
  const { session, fresh } = start();
  const told = [];
  const stop = session.followTree("t", ({ v }) => told.push(v));
  assert.deepEqual(fresh(), [{ t: "follow_tree", tree: "t", on: true }]);
  session.received({ t: "tree", tree: "t", v: 1, title: "" });
  session.received({ t: "tree", tree: "other", v: 2, title: "" });
  session.closed();
  session.opened();
  fresh();
  session.received(WELCOME);
  assert.deepEqual(fresh(), [{ t: "follow_tree", tree: "t", on: true }]);
  stop();
  session.received({ t: "tree", tree: "t", v: 3, title: "" });
  assert.deepEqual(fresh(), [{ t: "follow_tree", tree: "t", on: false }]);
  assert.deepEqual(told, [1]);
});

test("a command that is given once more keeps its id", async () => {
  const { session, fresh } = start();
  const done = session.command({ t: "upload_open", kind: "games", name: "a.sgf", bytes: 3 }, "mine");
  assert.equal(fresh()[0].id, "mine");
  session.received({ t: "ack", id: "mine" });
  assert.equal((await done).id, "mine");
});

test("who looks for an opponent answers each beat, and hears what becomes of it", () => {
  let seeking = false;
  const news = [];
  const { session, fresh } = start({ seeking: () => seeking, onSeek: ({ t }) => news.push(t) });
  session.received({ t: "beat" });
  assert.deepEqual(fresh(), []);
  seeking = true;
  session.received({ t: "beat" });
  assert.deepEqual(fresh(), [{ t: "here" }]);
  session.received({ t: "bot_offered", seek: "s", level: 2 });
  session.received({ t: "matched", seek: "s", room: "r", opponent: { id: "b" } });
  assert.deepEqual(news, ["bot_offered", "matched"]);
});

test("who is muted looks at the rooms again, which say so, and who is banned is told why", () => {
  const told = [];
  const { session, fresh } = start({
    onSanctioned: ({ kind }) => told.push(kind),
    onBye: (code, detail) => told.push([code, detail]),
  });
  session.follow("r", () => {});
  session.received(snapshot(3));
  fresh();
  session.received({ t: "sanctioned", sanction: { kind: "mute", reason: "spam" } });
  assert.deepEqual(fresh(), [{ t: "enter", room: "r", since: 3 }]);
  session.received({ t: "bye", code: "banned", detail: { why: "spam", until: 7 } });
  assert.deepEqual(told, ["mute", ["banned", { why: "spam", until: 7 }]]);
});

test("who is not to be the player of the token goes no further: the page is about to be loaded anew", () => {
  const { session, fresh, told } = start({ greeted: false, keepToken: () => false });
  void session.command({ t: "resign", room: "r" });
  fresh();
  session.received({ ...WELCOME, token: "another" });
  assert.deepEqual([fresh(), told, session.ready], [[], [], false]);
});
