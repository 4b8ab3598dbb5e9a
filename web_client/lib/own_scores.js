/** One's own scores against the bots, asked for once the server knows who one is. */

/** @import {App} from "./app.js" */
/** @import {LevelScore} from "./api.js" */

/**
 * @param {App} app
 * @param {(scores: LevelScore[]) => void} onScores
 * @returns {() => void}  to be called whenever `app` has changed; asks again only when one is somebody else
 */
export function scoresAsker(app, onScores) {
  let asked = "";
  return () => {
    const me = app.me.id ?? "";
    if (!me || me === asked) return;
    asked = me;
    // Out of reach, the bots are shown without a score.
    app.api.scores().then(onScores, () => onScores([]));
  };
}
