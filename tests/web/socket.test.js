import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { createSocket } from "../../web_client/socket.js";

/** Connections in the order of opening. */
let opened;
let now;
let wake;

class FakeWebSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor() {
    opened.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.onopen();
  }
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** Session that is ready after its first message and can be set to wait for an answer. */
function fakeSession() {
  const session = {
    ready: false,
    waiting: false,
    opened() {},
    closed() {
      session.ready = false;
    },
    received() {
      session.ready = true;
    },
  };
  return session;
}

function start(isThere) {
  const session = fakeSession();
  const statuses = [];
  const socket = createSocket(
    "ws://x/ws",
    () => session,
    (status) => statuses.push(status),
    isThere,
  );
  socket.open();
  return { session, socket, statuses };
}

function pass(ms) {
  for (let left = ms; left > 0; left -= 100) {
    now += 100;
    mock.timers.tick(100);
  }
}

function online(session) {
  const connection = opened.at(-1);
  connection.accept();
  connection.hear({ t: "welcome" });
  assert.equal(session.ready, true);
  return connection;
}

beforeEach(() => {
  opened = [];
  now = 0;
  wake = {};
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  mock.method(performance, "now", () => now);
  mock.method(Math, "random", () => 0.4);
  globalThis.WebSocket = FakeWebSocket;
  globalThis.addEventListener = (name, listener) => (wake[name] = listener);
  globalThis.document = { hidden: false, addEventListener: (name, listener) => (wake[name] = listener) };
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

test("a lost connection is opened again, later each time, and at once after success", () => {
  const { session, statuses } = start();
  online(session).onclose();
  assert.deepEqual(statuses, ["online", "offline"]);
  pass(300);
  assert.equal(opened.length, 1);
  pass(100);
  assert.equal(opened.length, 2);
  opened[1].onclose();
  pass(700);
  assert.equal(opened.length, 2);
  pass(100);
  assert.equal(opened.length, 3);
  online(session).onclose();
  pass(400);
  assert.equal(opened.length, 4);
  assert.deepEqual(statuses, ["online", "offline", "online", "offline"]);
});

test("a connection that answers nothing is given up, and its late words are not heard", () => {
  const { session, statuses } = start();
  const dead = online(session);
  session.waiting = true;
  pass(13_000);
  assert.equal(dead.readyState, 3);
  assert.equal(dead.onmessage, null);
  assert.equal(opened.length, 2);
  assert.equal(statuses.at(-1), "offline");
});

test("a connection that never opens is given up as well", () => {
  start();
  pass(11_000);
  assert.equal(opened.length, 2);
});

test("after a silence in which two beats should have come the connection is taken for dead", () => {
  const { session, statuses } = start();
  const connection = online(session);
  for (let beats = 0; beats < 10; beats += 1) {
    pass(5_000);
    connection.hear({ t: "beat" });
  }
  pass(10_000);
  assert.equal(statuses.at(-1), "online");
  pass(2_000);
  assert.deepEqual([connection.readyState, statuses.at(-1)], [3, "offline"]);
});

test("beats are no answer to what was asked", () => {
  const { session } = start();
  const connection = online(session);
  session.waiting = true;
  for (let seconds = 0; seconds < 12; seconds += 2) {
    pass(2_000);
    if (connection.readyState === 3) return;
    connection.hear({ t: "beat" });
  }
  assert.fail("the server does not hear us, and we do not notice");
});

test("when the network is back it does not wait for its turn", () => {
  const { session } = start();
  online(session).onclose();
  wake.online();
  assert.equal(opened.length, 2);
  pass(1_000);
  assert.equal(opened.length, 2);
});

test("a page that is looked at again gives up a connection that has died meanwhile, at once", () => {
  const { session } = start();
  online(session);
  document.hidden = true;
  now += 60_000; // the timers were suspended
  wake.visibilitychange();
  assert.equal(opened.length, 1);
  document.hidden = false;
  wake.visibilitychange();
  assert.equal(opened.length, 2);
});

test("whoever is banned stays away, whoever was too loud comes back later", () => {
  const out = start();
  online(out.session);
  out.socket.farewell("signed_out");
  opened[0].onclose();
  pass(60_000);
  assert.deepEqual([opened.length, out.statuses.at(-1)], [1, "stopped"]);
  opened = [];
  const banned = start();
  online(banned.session);
  banned.socket.farewell("banned");
  opened[0].onclose();
  pass(60_000);
  assert.deepEqual([opened.length, banned.statuses.at(-1)], [1, "stopped"]);

  opened = [];
  const loud = start();
  online(loud.session);
  loud.socket.farewell("flood");
  opened[0].onclose();
  pass(6_300);
  assert.equal(opened.length, 1);
  pass(200);
  assert.equal(opened.length, 2);
});

test("nothing is sent on a connection that is not open", () => {
  const { session, socket } = start();
  socket.send({ t: "lobby", on: true });
  const connection = online(session);
  socket.send({ t: "lobby", on: false });
  assert.deepEqual(connection.sent, [{ t: "lobby", on: false }]);
});

const TRIES = 4;

/** End a number of connections before they open. */
async function fail(times) {
  for (let n = 0; n < times; n += 1) {
    const before = opened.length;
    opened.at(-1).onclose();
    await Promise.resolve();
    await Promise.resolve();
    while (opened.length === before) pass(100);
  }
}

test("a server that is there and opens no connection is told of after a few tries, and tried again", async () => {
  let asked = 0;
  const { session, statuses } = start(async () => {
    asked += 1;
    return true;
  });
  await fail(TRIES - 1);
  assert.deepEqual([statuses.at(-1), asked], ["offline", 0]);
  await fail(1);
  assert.deepEqual([statuses.at(-1), asked], ["refused", 1]);
  await fail(3);
  assert.equal(statuses.filter((status) => status === "refused").length, 1);
  online(session);
  assert.equal(statuses.at(-1), "online");
  await fail(1);
  assert.equal(statuses.at(-1), "offline");
});

test("a server that is not there is reconnected to as ever", async () => {
  let there = false;
  const { statuses } = start(async () => there);
  await fail(2 * TRIES);
  assert.deepEqual(new Set(statuses), new Set(["offline"]));
  there = true;
  await fail(1);
  assert.equal(statuses.at(-1), "refused");
  there = false;
  await fail(1);
  assert.equal(statuses.at(-1), "offline");
});
