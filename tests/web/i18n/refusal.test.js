import assert from "node:assert/strict";
import { test } from "node:test";

import { useLanguage } from "../../../web_client/i18n/index.js";
import { refusedPlace } from "../../../web_client/i18n/words.js";
import { FILE_FAULTS } from "../../../web_client/protocol.js";

test("every fault of a file is told in every language, with its line and what stands there", async () => {
  for (const language of ["en", "zh-Hans", "zh-Hant"]) {
    await useLanguage(language);
    const told = FILE_FAULTS.map((why) => refusedPlace({ code: "bad_notation", detail: { line: 37, why, text: "§" } }));
    for (const text of told) assert.ok(text?.includes("37") && !/fault\.|undefined|\{/.test(text), text ?? "");
    assert.equal(new Set(told).size, FILE_FAULTS.length);
    assert.ok(told[FILE_FAULTS.indexOf("outside")]?.includes("§"));
  }
});

test("a move that is refused is named with the reason", async () => {
  await useLanguage("en");
  assert.equal(
    refusedPlace({ code: "bad_game", detail: { move: 10, why: "game_over" } }),
    "Move 10: The game is over.",
  );
  assert.equal(refusedPlace({ code: "bad_game", detail: { why: "no_moves" } }), "There are no moves in the file.");
  assert.equal(refusedPlace({ code: "rules_needed" }), null);
});
