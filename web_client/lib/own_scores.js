/** Viewer's scores against the bots, requested once the server has greeted the client. */

import { newest } from "./newest.js";

/** @import {App} from "./app.js" */
/** @import {LevelScore} from "./api.js" */

/**
 * @param {App} app
 * @param {(scores: LevelScore[]) => void} onScores
 * @returns {() => void}  to be called after each change of `app`; repeats the request only for another player
 */
export function scoresAsker(app, onScores) {
  let asked = "";
  const load = newest(
    () => app.api.scores(),
    onScores,
    () => onScores([]), // if unreachable, the bots are shown without scores
  );
  return () => {
    const me = app.me.id ?? "";
    if (!me || me === asked) return;
    asked = me;
    void load();
  };
}
