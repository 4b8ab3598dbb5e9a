import assert from "node:assert/strict";
import { test } from "node:test";

import { leaveAt, nodeLeft } from "../../../web_client/lib/left_trees.js";

test("a tree is found again where it was left, and the last fifty are", () => {
  assert.equal(nodeLeft("a"), null);
  leaveAt("a", 3);
  leaveAt("b", 9);
  leaveAt("a", 0);
  assert.deepEqual([nodeLeft("a"), nodeLeft("b")], [0, 9]);
  for (let n = 0; n < 49; n++) leaveAt(`tree${n}`, n);
  assert.deepEqual([nodeLeft("a"), nodeLeft("b"), nodeLeft("tree48")], [0, null, 48]);
});
