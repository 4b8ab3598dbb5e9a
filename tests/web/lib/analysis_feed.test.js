import assert from "node:assert/strict";
import { test } from "node:test";

import { createAnalysisFeed } from "../../../web_client/lib/analysis_feed.js";

test("a check that ends while the analysis is loaded is shown, whichever answer comes last", async () => {
  /** @type {((analysis: unknown) => void)[]} */
  const asked = [];
  /** @type {(news: unknown) => void} */
  let tell = () => {};
  const app = {
    api: { analysis: () => new Promise((resolve) => asked.push(resolve)) },
    session: {
      followAnalysis(_game, heard) {
        tell = heard;
        return () => {};
      },
    },
  };
  const feed = createAnalysisFeed(/** @type {any} */ (app), "game00000001", () => {});
  tell({ state: "done", check: "running" });
  tell({ state: "done", check: "done" });
  assert.equal(asked.length, 2);
  asked[1]({ moves: [], check: { nodes: 5 } });
  asked[0]({ moves: [] });
  await new Promise(setImmediate);
  assert.deepEqual(feed.analysis?.check, { nodes: 5 });
});
