import assert from "node:assert/strict";
import { test } from "node:test";

import { createOwnRooms } from "../../../web_client/lib/own_rooms.js";

const facts = { rules: "renju", size: 15, clock: { kind: "none" }, rated: false, other: null };

test("the server says which there are, what was known of them stays", () => {
  const rooms = createOwnRooms();
  rooms.add("a", facts);
  rooms.add("b", null);
  rooms.only(["c", "a"]);
  assert.deepEqual(rooms.list(), [
    ["c", null],
    ["a", facts],
  ]);
});

test("it is remembered, and forgotten when the game is over", () => {
  createOwnRooms().only(["a", "b"]);
  const rooms = createOwnRooms();
  rooms.drop("a");
  assert.deepEqual(createOwnRooms().list(), [["b", null]]);
});

test("the server is asked about games that have begun, and of which nobody knows against whom", () => {
  const rooms = createOwnRooms();
  rooms.only(["begun", "waiting", "old"], ["waiting"]);
  rooms.add("old", { ...facts, other: { id: "b", name: "Bob" } });
  assert.deepEqual(rooms.unknown(), ["begun"]);
  rooms.add("new", null, true);
  rooms.add("seen", facts);
  assert.deepEqual(rooms.unknown(), ["begun"]);
  rooms.add("new", null); // the seat was taken
  rooms.only(["begun", "seen"]); // taken, too, while nobody watched
  assert.deepEqual(rooms.unknown(), ["begun", "seen"]);
});
