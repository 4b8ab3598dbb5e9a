/** Analysis of one game as it arrives: first its progress, then the result. */

import { withTurn } from "./analysis.js";
import { newest } from "./newest.js";

/** @import {App} from "./app.js" */
/** @import {GameAnalysis} from "./api.js" */
/** @import {AnalysisNews} from "./messages.js" */

/** @param {App} app @param {string} game @param {() => void} onChange */
export function createAnalysisFeed(app, game, onChange) {
  /** @type {AnalysisNews | null} */
  let news = null;
  /** @type {GameAnalysis | null} */
  let analysis = null;
  let asking = false;

  const load = newest(
    () => app.api.analysis(game),
    (found) => {
      analysis = withTurn(found);
      onChange();
    },
    (error) => {
      app.refuse(error);
      onChange();
    },
  );

  const stop = app.session.followAnalysis(game, (fresh) => {
    news = fresh;
    if (news.state === "done" && (!analysis || (news.check === "done" && !analysis.check))) void load();
    onChange();
  });

  return {
    /** Progress; null until the server has answered. */
    get news() {
      return news;
    },

    /** Result; null until it has arrived. */
    get analysis() {
      return analysis;
    },

    /** Whether it was requested and the server has not yet answered. */
    get asking() {
      return asking;
    },

    async ask() {
      asking = true;
      onChange();
      try {
        await app.session.command({ t: "analyse", game });
      } catch (error) {
        app.refuse(error);
      }
      asking = false;
      onChange();
    },

    close: stop,
  };
}

/** @typedef {ReturnType<typeof createAnalysisFeed>} AnalysisFeed */
