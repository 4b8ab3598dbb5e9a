import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { createFollowedRooms } from "../../../web_client/lib/followed_rooms.js";
import { createPostponed } from "../../../web_client/lib/postponed.js";

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(Math, "random", () => 0.5);
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

/** Start with an open connection, unless `line.open` is false; messages are recorded. */
function start() {
  const sent = [];
  const line = { open: true };
  const rooms = createFollowedRooms({
    send: (message) => sent.push(message),
    ready: () => line.open,
    postponed: createPostponed(),
  });
  return { rooms, line, fresh: () => sent.splice(0) };
}

const whole = (room, v) => ({ t: "room", room, v, now: 1 });
const events = (room, ...versions) => ({
  t: "events",
  room,
  now: 1,
  left: [null, null],
  events: versions.map((v) => ({ k: "resumed", v, at: 1, left: [null, null] })),
});

test("a room is asked for whole, and resumed from its version on the next connection", () => {
  const { rooms, line, fresh } = start();
  const heard = [];
  rooms.follow("r", (news) => heard.push(news));
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
  assert.ok(rooms.waiting);
  rooms.receivedWhole(whole("r", 4));
  rooms.receivedEvents(events("r", 4, 5, 6));
  assert.ok(!rooms.waiting);
  assert.deepEqual(
    heard[1].events.map(({ v }) => v),
    [5, 6],
  );
  line.open = false;
  rooms.closed();
  rooms.resume();
  assert.deepEqual(fresh(), []);
  line.open = true;
  rooms.resume();
  assert.deepEqual(fresh(), [{ t: "enter", room: "r", since: 6 }]);
});

test("a gap in the events asks for the room whole, and they are not handed on", () => {
  const { rooms, fresh } = start();
  const heard = [];
  rooms.follow("r", (news) => heard.push(news));
  rooms.receivedWhole(whole("r", 4));
  fresh();
  rooms.receivedEvents(events("r", 6));
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
  rooms.receivedEvents(events("r", 7)); // the expected snapshot contains them
  assert.equal(heard.length, 1);
});

test("another identity sees every room anew", () => {
  const { rooms, fresh } = start();
  rooms.follow("r", () => {});
  rooms.receivedWhole(whole("r", 4));
  fresh();
  rooms.forgetVersions();
  rooms.resume();
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
});

test("a room that another page has is entered behind that, until it is taken over", () => {
  const { rooms, fresh } = start();
  const stop = rooms.follow("r", () => {});
  fresh();
  rooms.replaced({ t: "replaced", room: "r" });
  rooms.resume();
  assert.deepEqual(fresh(), [{ t: "enter", room: "r", behind: true }]);
  rooms.takeOver("r");
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
  rooms.replaced({ t: "replaced", room: "r" });
  stop();
  assert.deepEqual(fresh(), [{ t: "leave", room: "r" }]);
});

test("a refusal is told to who follows the room, and to nobody else", () => {
  const { rooms } = start();
  const heard = [];
  rooms.follow("r", (news) => heard.push(news.code));
  assert.ok(rooms.refused({ t: "error", code: "private_room", room: "r" }));
  assert.ok(!rooms.refused({ t: "error", code: "private_room", room: "other" }));
  assert.ok(!rooms.refused({ t: "error", code: "banned" }));
  assert.deepEqual(heard, ["private_room"]);
  assert.ok(!rooms.waiting);
});

test("a room that is put off is entered once, later", () => {
  const { rooms, fresh } = start();
  rooms.follow("r", () => {});
  fresh();
  rooms.postpone("r");
  rooms.postpone("r");
  rooms.postpone("other");
  assert.ok(!rooms.waiting);
  assert.deepEqual(fresh(), []);
  mock.timers.tick(60_000);
  assert.deepEqual(fresh(), [{ t: "enter", room: "r" }]);
});
