/** The analysis of one game as it comes: how far it is, then itself. */

/** @import {App} from "./app.js" */
/** @import {GameAnalysis} from "./api.js" */
/** @import {AnalysisNews} from "./messages.js" */

/** @param {App} app @param {string} game @param {() => void} onChange */
export function createAnalysisFeed(app, game, onChange) {
  /** @type {AnalysisNews | null} */
  let news = null;
  /** @type {GameAnalysis | null} */
  let analysis = null;
  let loading = false;
  let asking = false;

  async function load() {
    if (loading || analysis) return;
    loading = true;
    try {
      analysis = await app.api.analysis(game);
    } catch (error) {
      app.refuse(error);
    }
    loading = false;
    onChange();
  }

  const stop = app.session.followAnalysis(game, (fresh) => {
    news = fresh;
    if (news.state === "done") void load();
    onChange();
  });

  return {
    /** How far it is; null until the server has said so. */
    get news() {
      return news;
    },

    /** Null until it is done and has come. */
    get analysis() {
      return analysis;
    },

    /** Whether it has been asked for, and the server has not answered yet. */
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
