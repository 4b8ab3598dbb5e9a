import { levelCards } from "../components/levels.js";
import { smallGames } from "../components/small_games.js";
import { termsForm } from "../components/terms_form.js";
import { t } from "../i18n/index.js";
import { h } from "../lib/dom.js";
import { rungs } from "../lib/ladder.js";
import { actions, morph } from "../lib/morph.js";
import { scoresAsker } from "../lib/own_scores.js";
import { pathOf } from "../lib/router.js";
import { gameStarter } from "../lib/start_game.js";
import { against, lastOpponent, loadTerms, smallGame, withFriend } from "../lib/terms.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {LevelScore} from "../lib/api.js" */

/**
 * Page of the bots: the terms above, then the ladder; a press on a rung starts a game.
 *
 * @param {App} app
 * @returns {Page}
 */
export function playPage(app) {
  let terms = loadTerms();
  /** @type {LevelScore[]} */
  let scores = [];
  let closed = false;
  const create = gameStarter(app, () => closed);

  const ladder = h("div");
  const small = h("div", { class: "stack stack--tight" });
  const corner = h(
    "section",
    { class: "card stack stack--tight small-corner", "aria-labelledby": "small-title", hidden: true },
    h("h2", { id: "small-title" }, t("rules.tictactoe")),
    h("p", { class: "muted" }, t("lobby.tictactoe_hint")),
    small,
  );
  const element = h(
    "div",
    { class: "page page--opponents" },
    h(
      "div",
      { class: "page-head" },
      h("h1", { tabindex: -1 }, t("play.title")),
      h(
        "div",
        { class: "row" },
        h("a", { href: pathOf("leaderboard") }, t("leaderboard.title")),
        h("a", { href: pathOf("lobby") }, t("play.to_lobby")),
      ),
    ),
    h(
      "div",
      { class: "stack" },
      termsForm((now) => {
        terms = now;
        render();
      }),
      h(
        "section",
        { class: "stack stack--tight", "aria-labelledby": "ladder-title" },
        h(
          "div",
          null,
          h("h2", { id: "ladder-title" }, t("play.ladder")),
          h("p", { class: "muted" }, t("play.ladder_hint")),
        ),
        ladder,
      ),
      corner,
    ),
  );

  actions(element, {
    "play-bot": ({ level }) => create(against(terms, Number(level))),
    "play-small-bot": ({ level }) => create(smallGame(Number(level))),
    "play-small-friend": () => create(withFriend({ rules: "tictactoe", size: 3 })),
  });

  function render() {
    morph(
      ladder,
      app.levels.length
        ? levelCards(rungs(app.levels, scores), terms, lastOpponent())
        : h("p", { class: "muted" }, t("loading")),
    );
    corner.hidden = !app.levels.length; // the ladder would push it down
    morph(small, ...smallGames(app.levels, scores));
  }

  const ask = scoresAsker(app, (found) => {
    scores = found;
    if (!closed) render();
  });
  const stop = app.watch(() => {
    ask();
    render();
  });
  ask();
  render();

  return {
    title: t("play.title"),
    element,
    close() {
      closed = true;
      stop();
    },
  };
}
