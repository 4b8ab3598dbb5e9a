import assert from "node:assert/strict";
import { test } from "node:test";

import { neverMarks } from "../../../web_client/lib/line.js";

const LINE = { stones: [112, 0, 113, 2, 114, 4], line: [115, 6, 116], entry: 6, mistake: 5, winner: "black" };

test("the move that lost is crossed out from its position on, and before that is not", () => {
  const marked = (line, shown) => neverMarks(line, shown, "never").map(({ point, kind, text }) => [point, kind, text]);
  assert.deepEqual(marked(LINE, 4), []);
  for (const shown of [5, 6, 9]) assert.deepEqual(marked(LINE, shown), [[4, "never", "never"]]);
  assert.deepEqual(marked({ ...LINE, mistake: null }, 5), [[4, "never", "never"]]);
});
