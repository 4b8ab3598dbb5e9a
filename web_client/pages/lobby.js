import { t } from "../i18n/index.js";
import { errorText } from "../i18n/words.js";
import { firstBoard } from "../components/first_board.js";
import { followedCard } from "../components/followed_card.js";
import { lobbyFrame } from "../components/lobby_frame.js";
import { ownRoomList, waitingList, watchList } from "../components/lobby_lists.js";
import { newGame } from "../components/new_game.js";
import { seekCard } from "../components/seek_card.js";
import { slowGames } from "../components/slow_games.js";
import { unbeatenCard } from "../components/unbeaten.js";
import { nextOpponent, rungs } from "../lib/ladder.js";
import { beatIt } from "../lib/line.js";
import { emptyLobby, gamesToWatch, waiting, withLobbyNews } from "../lib/lobby.js";
import { actions, morph } from "../lib/morph.js";
import { scoresAsker } from "../lib/own_scores.js";
import { isPathFinished } from "../lib/path_progress.js";
import { pathOf, roomPath } from "../lib/router.js";
import { Refused } from "../lib/session.js";
import { gameStarter } from "../lib/start_game.js";
import { against, DEFAULTS, lastOpponent, loadTerms, withFriend } from "../lib/terms.js";
import { watchedGames } from "../lib/watched_games.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Create} from "../lib/terms.js" */
/** @import {LevelScore, UnbeatenLine} from "../lib/api.js" */

/** Games of the list to watch, of which the first are drawn. */
const WATCHED = 5;
const DRAWN = 2;

/**
 * Lobby page: play a bot, a friend or a waiting player, continue a game, watch one.
 *
 * @param {App} app
 * @param {URLSearchParams} query  a player to challenge, or a position to begin from
 * @returns {Page}
 */
export function lobbyPage(app, query) {
  let lobby = emptyLobby;
  /** @type {LevelScore[]} */
  let scores = [];
  /** @type {UnbeatenLine | null} */
  let today = null;
  let closed = false;
  const create = gameStarter(app, () => closed);

  const dialog = newGame(app, create, challenge);
  const first = firstBoard(app, DEFAULTS, (level, point) =>
    create(against({ ...DEFAULTS, color: "black" }, level), app.refuse, point),
  );
  const seek = seekCard(app, create, () => (lobby.online > 1 ? null : next()));
  const followed = followedCard(app, false);
  const watched = watchedGames(app, () => !closed && render());
  const frame = lobbyFrame(first.element, seek.element, followed.element);
  const { element, newcomer, slow, running, open, toList, watch, unbeaten, online } = frame;

  /** Return the bot of the viewer's strength; null until the bots are known. */
  const next = () => nextOpponent(rungs(app.levels, scores), DEFAULTS);

  actions(element, {
    "play-friend": () => create(withFriend(loadTerms())),
    "seek-now": () => seek.begin(),
    "new-game": () => dialog.open(),
    join: ({ room }) => join(room ?? ""),
    "go-to-list": () => (running.hidden ? open : running).focus(),
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

  /**
   * @param {string} name
   * @param {Create} game
   * @returns {Promise<string | null>}  why there is no challenge
   */
  async function challenge(name, { rules, size, clock, opening, color, rated, visibility }) {
    let found = "";
    try {
      const { players } = await app.session.command({ t: "find_players", name });
      const same = players.find((each) => each.name?.toLowerCase() === name.toLowerCase());
      const other = same ?? (players.length === 1 ? players[0] : null);
      if (!other?.id) return t("challenge.nobody", { name });
      if (rated && !(await hasAccount(other.id))) return t("challenge.unrated", { name: other.name ?? "" });
      if (app.blocked.has(other.id)) {
        const whom = { href: `${pathOf("settings")}#blocks-title`, text: t("talk.blocked.open") };
        app.toast(t("challenge.blocked", { name: other.name ?? "" }), whom);
        return null;
      }
      found = other.name ?? name;
      const terms = { rules, size, clock, opening, color, rated, visibility };
      await app.session.command({ t: "challenge", to: other.id, ...terms });
      app.toast(t("challenge.sent", { name: other.name ?? "" }));
      return null;
    } catch (error) {
      // The player was found a moment ago, so this refusal means that the two may not meet.
      const barred = found && /** @type {{code?: string}} */ (error).code === "no_player";
      return barred ? t("challenge.barred", { name: found }) : errorText(error);
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
    const alone = lobby.online <= 1;
    online.textContent =
      app.status !== "online" ? "" : alone ? t("lobby.alone") : t("lobby.online", { n: lobby.online });
    first.meet(next());
    newcomer.hidden =
      isPathFinished() || scores.length > 0 || lastOpponent() !== null || app.ownRooms.list().length > 0;
    slow.hidden = app.slowGames.list().length === 0;
    morph(slow, ...slowGames(app.slowGames.list(), app.levels));
    const mine = app.ownRooms.list().length;
    running.hidden = mine === 0;
    morph(running, ...ownRoomList(app));
    const asked = unbeatenCard(app, today);
    unbeaten.hidden = asked.length === 0;
    morph(unbeaten, ...asked);
    const those = waiting(lobby, app.blocked);
    open.hidden = those.length === 0;
    toList.hidden = running.hidden && open.hidden;
    toList.textContent = mine ? t("lobby.mine_count", { n: mine }) : t("lobby.open_count", { n: those.length });
    morph(open, ...waitingList(app, those, app.ownRatings.list()));
    const games = gamesToWatch(lobby).slice(0, WATCHED);
    watch.hidden = games.length === 0;
    watched.look(games.slice(0, DRAWN));
    morph(watch, ...watchList(app, games, ({ room }) => watched.movesOf(room)));
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
      seek.update();
      render();
    }),
    app.watch(() => {
      dialog.update();
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
  render();
  if (query.has("challenge") || query.has("moves")) dialog.open();

  return {
    title: t("lobby.title"),
    element,
    close() {
      closed = true;
      seek.close();
      followed.close();
      watched.close();
      dialog.close();
      for (const each of stop) each();
    },
  };
}
