import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { createForm } from "../components/create_form.js";
import { followedCard } from "../components/followed_card.js";
import { explorerPanel } from "../components/explorer_panel.js";
import { gameLine } from "../components/game_line.js";
import { levelCards } from "../components/levels.js";
import { lobbyFrame } from "../components/lobby_frame.js";
import { ownRoomList, waitingList, watchList } from "../components/lobby_lists.js";
import { seekCard } from "../components/seek_card.js";
import { slowGames } from "../components/slow_games.js";
import { smallGames } from "../components/small_games.js";
import { openingChoice } from "../components/opening_choice.js";
import { termsForm } from "../components/terms_form.js";
import { unbeatenCard } from "../components/unbeaten.js";
import { h } from "../lib/dom.js";
import { rungs, shortList } from "../lib/ladder.js";
import { beatIt } from "../lib/line.js";
import { emptyLobby, gamesToWatch, waiting, withLobbyNews } from "../lib/lobby.js";
import { actions, morph } from "../lib/morph.js";
import { scoresAsker } from "../lib/own_scores.js";
import { pathOf, roomPath } from "../lib/router.js";
import { load, save } from "../lib/storage.js";
import { Refused } from "../lib/session.js";
import { gameStarter } from "../lib/start_game.js";
import { against, lastOpponent, loadTerms, smallGame, withFriend } from "../lib/terms.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Create} from "../lib/terms.js" */
/** @import {LevelScore, UnbeatenLine} from "../lib/api.js" */

/**
 * Lobby page: play a bot, a friend or a waiting player, continue a game, watch one.
 *
 * @param {App} app
 * @returns {Page}
 */
export function lobbyPage(app) {
  let lobby = emptyLobby;
  let terms = loadTerms();
  /** @type {LevelScore[]} */
  let scores = [];
  /** @type {UnbeatenLine | null} */
  let today = null;
  let closed = false;
  const create = gameStarter(app, () => closed);

  const form = createForm(app, create, challenge);
  const chosen = termsForm((now) => {
    terms = now;
    explorer.at(terms, []);
    render();
  });
  const opening = openingChoice("friend-opening", load("friend_opening", null), (wanted) => {
    save("friend_opening", wanted);
    render();
  });
  const seek = seekCard(app, create);
  const followed = followedCard(app);
  const explorer = explorerPanel(app, t("explorer.lobby"), "lobby_explorer");
  const { element, bots, friendLine, small, slow, running, open, openCount, watch, unbeaten, online } = lobbyFrame(
    chosen,
    form.element,
    opening.element,
    seek.element,
    followed.element,
    explorer.element,
  );

  /** Return a friend's game: the rule set and board of the bot terms, always casual. */
  function friendsGame() {
    const { rules, size } = terms;
    return withFriend({ rules, size }, opening.of({ rules, size }));
  }

  actions(element, {
    "play-bot": ({ level }) => create(against(terms, Number(level))),
    "play-friend": () => create(friendsGame()),
    "play-small-bot": ({ level }) => create(smallGame(Number(level))),
    "play-small-friend": () => create(withFriend({ rules: "tictactoe", size: 3 })),
    join: ({ room }) => join(room ?? ""),
    "go-open": () => open.focus(),
    "accept-seek": ({ seek }) => acceptSeek(seek ?? ""),
    "beat-today": () => today?.line && create(beatIt(today.line)),
  });

  /** @param {string} room */
  async function join(room) {
    try {
      await app.session.command({ t: "sit", room });
      app.ownRooms.add(room, null);
    } catch (error) {
      // Somebody else was faster: the room can still be watched.
      app.refuse(error);
    }
    if (!closed) app.navigate(roomPath(room));
  }

  /** @param {string} name @param {Create} game */
  async function challenge(name, { rules, size, clock, opening, color, rated, visibility }) {
    let found = "";
    try {
      const { players } = await app.session.command({ t: "find_players", name });
      const same = players.find((each) => each.name?.toLowerCase() === name.toLowerCase());
      const other = same ?? (players.length === 1 ? players[0] : null);
      if (!other?.id) {
        app.toast(t("challenge.nobody", { name }));
        return;
      }
      if (rated && !(await hasAccount(other.id))) {
        app.toast(t("challenge.unrated", { name: other.name ?? "" }));
        return;
      }
      if (app.blocked.has(other.id)) {
        const whom = { href: `${pathOf("settings")}#blocks-title`, text: t("talk.blocked.open") };
        app.toast(t("challenge.blocked", { name: other.name ?? "" }), whom);
        return;
      }
      found = other.name ?? name;
      const terms = { rules, size, clock, opening, color, rated, visibility };
      await app.session.command({ t: "challenge", to: other.id, ...terms });
      app.toast(t("challenge.sent", { name: other.name ?? "" }));
    } catch (error) {
      // The player was found a moment ago, so this refusal means that the two may not meet.
      const barred = found && /** @type {{code?: string}} */ (error).code === "no_player";
      app.toast(barred ? t("challenge.barred", { name: found }) : errorText(error));
    }
  }

  /** @param {string} player */
  async function hasAccount(player) {
    try {
      await app.api.player(player);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.code === "not_found") return false;
      throw error;
    }
  }

  /** @param {string} seek */
  async function acceptSeek(seek) {
    try {
      const { room } = await app.session.command({ t: "accept_seek", seek });
      if (!room) return;
      app.ownRooms.add(room, null);
      if (!closed) app.navigate(roomPath(room));
    } catch (error) {
      app.refuse(error); // somebody else was faster
    }
  }

  /** Load the terms and opponents of the viewer's rooms, as far as they are unknown. */
  async function askForMine() {
    await Promise.all(
      app.ownRooms.unknown().map(async (id) => {
        try {
          const { game } = await app.api.game(id);
          const { rules, size, clock, rated, black, white } = game;
          if (game.result) app.ownRooms.drop(id);
          else app.ownRooms.add(id, { rules, size, clock, rated, other: black.id === app.me.id ? white : black });
        } catch {
          // Unreachable: keep the known data.
        }
      }),
    );
    if (!closed) render();
  }

  function render() {
    online.textContent = app.status === "online" ? t("lobby.online", { n: lobby.online }) : "";
    morph(
      bots,
      app.levels.length
        ? levelCards(shortList(rungs(app.levels, scores), lastOpponent()), terms, lastOpponent())
        : h("p", { class: "muted" }, t("loading")),
    );
    morph(friendLine, gameLine(friendsGame()));
    morph(small, ...smallGames(app.levels, scores));
    slow.hidden = app.slowGames.list().length === 0;
    morph(slow, ...slowGames(app.slowGames.list(), app.levels));
    running.hidden = app.ownRooms.list().length === 0;
    morph(running, ...ownRoomList(app));
    const asked = unbeatenCard(app, today);
    unbeaten.hidden = asked.length === 0;
    morph(unbeaten, ...asked);
    const those = waiting(lobby, app.blocked);
    openCount.hidden = those.length === 0;
    openCount.textContent = t("lobby.open_count", { n: those.length });
    morph(open, ...waitingList(app, those, app.ownRatings.list()));
    morph(watch, ...watchList(app, gamesToWatch(lobby)));
  }

  async function askForToday() {
    try {
      today = await app.api.today();
    } catch {
      return; // the lobby works without it
    }
    if (!closed) render();
  }

  const askForScores = scoresAsker(app, (found) => {
    scores = found;
    if (!closed) render();
  });
  let asked = false;
  const stop = [
    app.session.followLobby((news) => {
      lobby = withLobbyNews(lobby, news);
      render();
    }),
    app.watch(() => {
      form.update();
      seek.update();
      render();
      askForScores();
      if (app.me.id && !asked) {
        asked = true;
        void askForMine();
      }
    }),
  ];
  if (app.me.id) {
    asked = true;
    void askForMine();
  }
  askForScores();
  void askForToday();
  explorer.at(terms, []);
  render();

  return {
    title: t("lobby.title"),
    element,
    close() {
      closed = true;
      seek.close();
      followed.close();
      explorer.close();
      for (const each of stop) each();
    },
  };
}
