import { t } from "../i18n/index.js";
import { colorName, errorText, whoName } from "../i18n/words.js";
import { createForm } from "../components/create_form.js";
import { gameLine } from "../components/game_line.js";
import { levelCards } from "../components/levels.js";
import { smallGames } from "../components/small_games.js";
import { termsForm } from "../components/terms_form.js";
import { h } from "../lib/dom.js";
import { rungs, shortList } from "../lib/ladder.js";
import { emptyLobby, gamesToWatch, openRooms, withLobbyNews } from "../lib/lobby.js";
import { actions, morph } from "../lib/morph.js";
import { scoresAsker } from "../lib/own_scores.js";
import { roomPath } from "../lib/router.js";
import { gameStarter } from "../lib/start_game.js";
import { against, lastOpponent, loadTerms, smallGame, withFriend } from "../lib/terms.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {LevelScore} from "../lib/api.js" */
/** @import {LobbyRoom} from "../lib/messages.js" */

/** @import {OwnRoom} from "../lib/own_rooms.js" */

/**
 * Where everything begins: play a bot, a friend or whoever waits, go on with a game, watch one.
 *
 * @param {App} app
 * @returns {Page}
 */
export function lobbyPage(app) {
  let lobby = emptyLobby;
  let terms = loadTerms();
  /** @type {LevelScore[]} */
  let scores = [];
  let closed = false;
  const create = gameStarter(app, () => closed);

  const form = createForm(app, create);
  const bots = h("div");
  const friendLine = h("p", { "data-testid": "friend-game" });
  const small = h("div", { class: "stack stack--tight" });
  const running = h("section", { class: "card stack stack--tight", "aria-labelledby": "mine-title" });
  const open = h("section", { class: "card stack stack--tight", "aria-labelledby": "open-title" });
  const watch = h("section", { class: "card stack stack--tight", "aria-labelledby": "watch-title" });
  const online = h("p", { class: "muted", "data-testid": "online" });

  const element = h("div", { class: "page" },
    h("div", { class: "page-head" }, h("h1", { tabindex: -1 }, t("lobby.title")), online),
    h("div", { class: "columns" },
      h("div", { class: "stack stack--loose" },
        running,
        h("section", { class: "stack", "aria-labelledby": "bots-title" },
          h("div", { class: "row row--apart" },
            h("h2", { id: "bots-title" }, t("lobby.bots")),
            h("a", { class: "button button--small", href: "/play" }, t("play.all"))),
          termsForm((now) => {
            terms = now;
            render();
          }),
          bots),
        h("div", { class: "cards" },
          h("section", { class: "card stack stack--tight", "aria-labelledby": "friend-title" },
            h("h2", { id: "friend-title" }, t("lobby.friend")),
            h("p", { class: "muted" }, t("lobby.friend_hint")),
            friendLine,
            h("div", null, h("button", { type: "button", class: "button button--primary", "data-do": "play-friend" }, t("lobby.friend_button")))),
          h("section", { class: "card stack stack--tight", "aria-labelledby": "small-title" },
            h("h2", { id: "small-title" }, t("rules.tictactoe")),
            h("p", { class: "muted" }, t("lobby.tictactoe_hint")),
            small)),
        h("section", { class: "card", "aria-labelledby": "create-title" },
          h("details", { class: "create" },
            h("summary", null, h("h2", { id: "create-title" }, t("create.title"))),
            form.element))),
      h("div", { class: "stack" }, open, watch)));

  actions(element, {
    "play-bot": ({ level }) => create(against(terms, Number(level))),
    "play-friend": () => create(withFriend(terms)),
    "play-small-bot": ({ level }) => create(smallGame(Number(level))),
    "play-small-friend": () => create(withFriend({ rules: "tictactoe", size: 3 })),
    join: ({ room }) => join(room ?? ""),
  });

  /** @param {string} room */
  async function join(room) {
    try {
      await app.session.command({ t: "sit", room });
      app.ownRooms.add(room, null);
    } catch (error) {
      // Somebody was quicker: the room can still be watched.
      app.toast(errorText(error));
    }
    if (!closed) app.navigate(roomPath(room));
  }

  /** Whether they go on is asked of the server, which knows of a game once it has begun. */
  async function askForMine() {
    await Promise.all(app.ownRooms.list().map(async ([id, known]) => {
      if (known && !known.other) return;
      try {
        const { game } = await app.api.game(id);
        const { rules, size, clock, rated, black, white } = game;
        if (game.result) app.ownRooms.drop(id);
        else app.ownRooms.add(id, { rules, size, clock, rated, other: black.id === app.me.id ? white : black });
      } catch {
        // Not begun, or out of reach: what is known stays.
      }
    }));
    if (!closed) render();
  }

  function render() {
    online.textContent = app.status === "online" ? t("lobby.online", { n: lobby.online }) : "";
    morph(bots, app.levels.length ? levelCards(shortList(rungs(app.levels, scores), lastOpponent()), terms, lastOpponent()) : h("p", { class: "muted" }, t("loading")));
    morph(friendLine, gameLine(withFriend(terms)));
    morph(small, ...smallGames(app.levels, scores));
    const mine = app.ownRooms.list();
    running.hidden = mine.length === 0;
    morph(running, h("h2", { id: "mine-title" }, t("lobby.mine")), h("ul", { class: "list" }, mine.map(mineItem)));
    const rooms = openRooms(lobby);
    morph(open, h("h2", { id: "open-title" }, t("lobby.open")),
      rooms.length ? h("ul", { class: "list" }, rooms.map(openItem)) : h("p", { class: "muted" }, t("lobby.open_none")));
    const games = gamesToWatch(lobby);
    morph(watch, h("h2", { id: "watch-title" }, t("lobby.watch")),
      games.length ? h("ul", { class: "list" }, games.map(watchItem)) : h("p", { class: "muted" }, t("lobby.watch_none")));
  }

  /** @param {[id: string, known: OwnRoom | null]} room */
  function mineItem([id, known]) {
    return h("li", { class: "list-item", "data-key": `mine-${id}`, "data-room": id },
      h("span", { class: "grow" },
        h("span", { class: "list-title" }, known?.other ? t("lobby.against", { name: whoName(known.other, app.levels) }) : t("lobby.waiting")),
        known && gameLine(known)),
      h("a", { class: "button button--small button--primary", href: roomPath(id) }, t("lobby.continue")));
  }

  /** @param {LobbyRoom} room */
  function openItem(room) {
    const owner = room.seats[0] ?? room.seats[1];
    const own = owner?.id === app.me.id;
    return h("li", { class: "list-item", "data-key": `open-${room.room}`, "data-room": room.room },
      h("span", { class: "grow" },
        h("span", { class: "list-title" }, whoName(owner, app.levels)),
        gameLine(room, room.color && room.color !== "random" ? t("lobby.your_color", { color: colorName(room.color === "black" ? "white" : "black", room.rules) }) : "")),
      own
        ? h("a", { class: "button button--small", href: roomPath(room.room) }, t("lobby.to_room"))
        : h("button", { type: "button", class: "button button--small button--primary", "data-do": "join", "data-room": room.room,
            "aria-label": t("lobby.join_whom", { name: whoName(owner, app.levels) }) }, t("lobby.join")));
  }

  /** @param {LobbyRoom} room */
  function watchItem(room) {
    const black = room.black ?? 0;
    const names = [room.seats[black], room.seats[1 - black]].map((who) => whoName(who ?? null, app.levels));
    return h("li", { "data-key": `watch-${room.room}` },
      h("a", { class: "list-item", href: roomPath(room.room) },
        h("span", { class: "grow" },
          h("span", { class: "list-title" }, t("lobby.versus", { black: names[0], white: names[1] })),
          gameLine(room)),
        // It is told every ten moves: at first the number says nothing.
        room.ply > 0 && h("span", { class: "muted small" }, t("lobby.ply", { n: room.ply }))));
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
  render();

  return {
    title: t("lobby.title"),
    element,
    close() {
      closed = true;
      for (const each of stop) each();
    },
  };
}
