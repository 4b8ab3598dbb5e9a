import assert from "node:assert/strict";
import { test } from "node:test";

import { t } from "../../../web_client/i18n/index.js";
import { startText, versionText } from "../../../web_client/i18n/words.js";

test("the day of an imported game is the one in its file, wherever it is read", () => {
  process.env.TZ = "America/New_York";
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-GB"] }, configurable: true });
  const at = Date.UTC(2024, 0, 1);
  assert.equal(startText({ started_at: at, imported: "a.sgf" }), "1 Jan 2024");
  assert.match(
    startText({ started_at: at + 1, imported: "a.sgf" }),
    /^31 Dec 2023.* 19:00$/,
    "no day: when it came here",
  );
  assert.match(startText({ started_at: at }), /^31 Dec 2023.* 19:00$/, "played here at midnight");
});

test("that a version had learned nothing is said in words", () => {
  assert.equal(versionText("search 4"), "search 4");
  assert.equal(versionText("search 4, nothing learned"), t("bot.version_fresh", { version: "search 4" }));
});
