import { createBoard } from "../board/board.js";
import { actionButton, goneNotice, offers, roomActions, seriesScore } from "../components/actions.js";
import { copyLink } from "../components/copy_link.js";
import { gameLine } from "../components/game_line.js";
import { moveList, scrollToShown } from "../components/moves.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { playerStrip } from "../components/player.js";
import { t } from "../i18n/index.js";
import { colorName, errorText, reasonText, resultText, rulesName, scoreText, sizeName, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { actions, morph } from "../lib/morph.js";
import { fromSnapshot, withEvents, withForbidden, withPresence } from "../lib/room.js";
import { gamePath, roomPath } from "../lib/router.js";
import { play, muted, setMuted } from "../lib/sound.js";
import { standing } from "../lib/standing.js";
import { clockText, isLow, leftNow } from "../lib/time.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Command, Events, OfferKind, RoomNews} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Standing} from "../lib/standing.js" */
/** @import {BoardHandle} from "../board/board.js" */

const CLOCK_MS = 100;
const COUNTDOWN_MS = 1000;

/**
 * A room: the board, both players and their clocks, and everything that can be done there.
 *
 * @param {App} app
 * @param {string} id
 * @returns {Page}
 */
export function roomPage(app, id) {
  /** @type {Room | null} */
  let room = null;
  /** @type {unknown} */
  let failure = null;
  let replaced = false;
  let resigning = false;
  /** @type {{ply: number, point: number} | null} */
  let pending = null;
  /** @type {Record<number, string>} what the server refused in this position, and why */
  let refused = {};
  /** @type {number | null} how many moves are shown; null follows the game */
  let shown = null;
  /** @type {BoardHandle | null} */
  let board = null;

  const title = h("h1", { class: "room-title", tabindex: -1 }, t("room.title"));
  const top = h("div", { class: "player" });
  const bottom = h("div", { class: "player" });
  const boardPlace = h("div", { class: "board-place" });
  const headline = h("p", { class: "status", role: "status", "data-testid": "status" });
  const detail = h("p", { class: "muted", "data-testid": "detail" });
  const notices = h("div", { class: "stack stack--tight", "aria-live": "polite" });
  const buttons = h("div", { class: "row room-actions" });
  const steps = h("div", { class: "row playback", role: "group", "aria-label": t("step.label") });
  const moves = h("div", { class: "moves" });
  const scroller = h("div", { class: "scroll moves-scroll", tabindex: 0, role: "region", "aria-label": t("moves.label") }, moves);
  const invitation = copyLink(t("room.link"), () => location.origin + roomPath(id));
  const about = h("div", { class: "stack stack--tight" });
  const tools = h("div", { class: "row" });

  const playing = h("div", { class: "play", hidden: true },
    h("div", { class: "play-board" }, top, boardPlace, bottom),
    h("div", { class: "play-side" },
      h("div", { class: "card stack stack--tight" }, headline, detail, notices, invitation, buttons),
      h("section", { class: "card stack stack--tight", "aria-labelledby": "moves-title" }, h("h2", { id: "moves-title" }, t("moves.label")), scroller, steps),
      h("div", { class: "card stack stack--tight" }, about, tools)));
  const waiting = h("div", { class: "empty" }, h("p", { role: "status" }, t("loading")));
  const element = h("div", { class: "page page--play" }, title, waiting, playing);

  actions(element, {
    sit: () => act({ t: "sit", room: id }),
    resign: () => {
      resigning = false;
      act({ t: "resign", room: id });
    },
    "ask-resign": () => ask(true),
    "keep-playing": () => ask(false),
    abort: () => act({ t: "abort", room: id }),
    offer: ({ what }) => act({ t: "offer", room: id, what: /** @type {OfferKind} */ (what) }),
    accept: ({ what }) => act({ t: "answer", room: id, what: /** @type {OfferKind} */ (what), accept: true }),
    decline: ({ what }) => act({ t: "answer", room: id, what: /** @type {OfferKind} */ (what), accept: false }),
    claim: ({ result }) => act({ t: "claim", room: id, result: result === "draw" ? "draw" : "win" }),
    "take-over": () => {
      replaced = false;
      app.session.takeOver(id);
      render();
    },
    show: ({ ply }) => show(Number(ply)),
    step: ({ step }) => step && show(stepTo(step, shownPlies(), room?.moves.length ?? 0)),
    numbers: () => app.settings.change("numbers", !app.settings.values.numbers),
    coordinates: () => app.settings.change("coordinates", !app.settings.values.coordinates),
    mute: () => {
      setMuted(!muted());
      render();
    },
  });

  // --- what comes in -----------------------------------------------------------------------------------------------

  /** @param {RoomNews} news */
  function receive(news) {
    switch (news.t) {
      case "room":
        room = fromSnapshot(news);
        failure = null;
        replaced = false;
        refused = {};
        settlePending();
        if (room.you !== null && !room.result) app.myRooms.add(id);
        break;
      case "events":
        if (room) happened(room, news);
        break;
      case "presence":
        room = room && withPresence(room, news.presence);
        break;
      case "forbidden":
        room = room && withForbidden(room, news.v, news.points);
        break;
      case "replaced":
        replaced = true;
        break;
      case "error":
        failure = news;
        app.myRooms.delete(id);
        break;
    }
    render();
  }

  /**
   * @param {Room} before
   * @param {Events} message
   */
  function happened(before, message) {
    room = withEvents(before, message, app.me.id ?? "");
    if (message.events.length) refused = {};
    if (room.moves.length < before.moves.length) shown = null;
    settlePending();
    for (const event of message.events) sound(event, room);
    if (room.result) app.myRooms.delete(id);
    else if (room.you !== null) app.myRooms.add(id);
    if (room.next && !before.next) app.navigate(roomPath(room.next));
  }

  /** A stone that was sent is settled once the game has gone past it, or cannot come to it any more. */
  function settlePending() {
    if (pending && room && (room.moves.length !== pending.ply || room.result)) pending = null;
  }

  /**
   * @param {Events["events"][number]} event
   * @param {Room} now
   */
  function sound(event, now) {
    if (event.k === "moved" && event.seat !== now.you) play("stone");
    else if (event.k === "seated" || (event.k === "offered" && event.seat !== now.you)) play("notify");
    else if (event.k === "ended") {
      const { outcome } = standing(now, app.time.now());
      play(outcome === "won" ? "win" : outcome === "lost" ? "lose" : "notify");
    }
  }

  // --- what goes out -----------------------------------------------------------------------------------------------

  /** @param {Command} command */
  async function act(command) {
    try {
      await app.session.command(command);
    } catch (error) {
      app.toast(errorText(error));
    }
    render();
  }

  /** @param {number} point */
  async function playAt(point) {
    if (!room) return;
    const ply = room.moves.length;
    pending = { ply, point };
    play("stone");
    render();
    try {
      await app.session.command({ t: "move", room: id, ply, point });
    } catch (error) {
      const code = /** @type {{code?: string}} */ (error).code ?? "";
      if (pending?.ply === ply) pending = null;
      if (code.startsWith("forbidden_") && room.moves.length === ply) {
        refused = { ...refused, [point]: code.slice("forbidden_".length).replaceAll("_", "-") };
      }
      app.toast(t("room.refused", { point: pointName(point, room.size), why: errorText(error) }));
      render();
    }
  }

  /** @param {boolean} now  whether resigning is being asked about */
  function ask(now) {
    resigning = now;
    render();
    const next = buttons.querySelector(now ? "[data-do=keep-playing]" : "[data-do=ask-resign]");
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {number} ply */
  function show(ply) {
    shown = room && ply < room.moves.length ? ply : null;
    render();
    scrollToShown(scroller);
  }

  const shownPlies = () => shown ?? room?.moves.length ?? 0;

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (!step || !room || event.defaultPrevented) return;
    event.preventDefault();
    show(stepTo(step, shownPlies(), room.moves.length));
  }

  // --- what is seen ------------------------------------------------------------------------------------------------

  function render() {
    playing.hidden = room === null;
    waiting.hidden = room !== null;
    if (!room) {
      if (failure) morph(waiting, h("h2", null, t("room.none")), h("p", { role: "alert" }, errorText(failure)), h("a", { class: "button", href: "/" }, t("missing.home")));
      return;
    }
    const now = app.time.now();
    const is = standing(room, now);
    title.textContent = t("room.heading", { rules: rulesName(room.rules), black: name(room, is, "black"), white: name(room, is, "white") });
    renderPlayers(room, is, now);
    renderBoard(room, is);
    renderWords(room, is, now);
    invitation.hidden = is.phase !== "open" || room.you === null;
    morph(buttons, ...roomActions(is, resigning), ...afterwards(room, is));
    buttons.hidden = !buttons.firstChild;
    morph(moves, ...(room.moves.length ? moveList(room.moves, { size: room.size, rules: room.rules, shown: shownPlies() }) : [h("p", { class: "muted moves-none" }, t("moves.none"))]));
    if (shown === null) scrollToShown(scroller);
    morph(steps, ...playback(shownPlies(), room.moves.length));
    renderAbout(room);
    app.setTitle(pageTitle(room, is));
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @param {"black" | "white"} color
   */
  function name(room, is, color) {
    const seat = is.phase === "open" || room.black === null ? (color === "black" ? 0 : 1) : color === "black" ? room.black : 1 - room.black;
    return whoName(room.seats[seat], app.levels);
  }

  /**
   * The viewer's own strip is under the board; a spectator sees black there.
   *
   * @param {Room} room
   * @param {Standing} is
   * @param {number} now
   */
  function renderPlayers(room, is, now) {
    const below = room.you ?? room.black ?? 0;
    for (const [strip, seat] of /** @type {const} */ ([[top, 1 - below], [bottom, below]])) {
      const toMove = is.seatToMove === seat;
      strip.classList.toggle("is-to-move", toMove);
      strip.dataset.seat = String(seat);
      strip.dataset.toMove = String(toMove);
      morph(strip, ...playerStrip(room, seat, app.levels, { toMove, now }));
    }
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   */
  function renderBoard(room, is) {
    const { numbers, coordinates, confirmTouch } = app.settings.values;
    board ??= createBoard(boardPlace, { size: room.size, rules: room.rules, translate: (key, parameters) => t(key, parameters), onPlay: playAt, settings: { confirmTouch } });
    board.configure({ confirmTouch });
    board.update({
      moves: room.moves.map(({ point }) => point),
      shown: shownPlies(),
      toMove: is.toMove,
      canPlay: is.yourTurn && !replaced,
      pending: pending?.point ?? null,
      winningLine: room.line,
      forbidden: is.toMove === "black" ? { ...room.forbidden, ...refused } : {},
      showNumbers: numbers,
      showCoordinates: coordinates,
    });
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @param {number} now
   */
  function renderWords(room, is, now) {
    const words = headlineText(room, is);
    if (headline.textContent !== words) headline.textContent = words;
    headline.className = is.outcome === "won" || is.outcome === "lost" ? `status status--${is.outcome}` : "status";
    headline.dataset.phase = is.phase;
    headline.dataset.turn = is.yourTurn ? "yours" : "other";
    detail.textContent = detailText(room, is);
    detail.hidden = !detail.textContent;
    const other = room.you === null ? "" : whoName(room.seats[1 - room.you], app.levels);
    morph(notices,
      replaced && h("div", { class: "notice notice--warn offer", "data-key": "replaced" }, h("p", null, t("room.replaced")), actionButton("take-over", t("room.take_over"), { kind: "primary" })),
      app.status !== "online" && h("p", { class: "notice notice--warn", "data-key": "connection", "data-testid": "reconnecting" }, t(pending ? "room.offline_pending" : "room.offline")),
      shown !== null && h("div", { class: "notice offer", "data-key": "review" }, h("p", null, t("room.looking_back", { n: shown })), h("button", { type: "button", class: "button button--small", "data-do": "step", "data-step": "last" }, t("room.back_to_game"))),
      is.can.sit && h("div", { class: "notice offer", "data-key": "sit" }, h("p", null, t("room.free_seat", { name: whoName(room.seats[0], app.levels) })), actionButton("sit", t("room.sit"), { kind: "primary" })),
      room.firstMoveBy !== null && is.yourTurn && h("p", { class: "notice", "data-key": "first" }, t("room.first_move", { n: Math.max(0, Math.ceil((room.firstMoveBy - now) / 1000)) })),
      goneNotice(is, other),
      ...offers(is, other));
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @returns {string}
   */
  function headlineText(room, is) {
    if (is.phase === "open") return t(room.you === null ? "status.open" : "status.waiting");
    if (room.result) return is.outcome ? t(`status.${is.outcome}`) : resultText(room.result, room.rules);
    if (is.yourTurn) return t("status.your_turn");
    const mover = is.seatToMove === null ? null : room.seats[is.seatToMove];
    const who = whoName(mover, app.levels);
    if (mover?.level !== undefined && mover.level !== null) return t("status.thinking", { name: who });
    return t("status.turn", { name: who });
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @returns {string}
   */
  function detailText(room, is) {
    if (room.result) return reasonText(room.result, room.rules);
    if (is.phase === "open") return room.you === null ? "" : t(room.visibility === "public" ? "room.waiting_public" : "room.waiting_link");
    if (room.you === null) return t("room.spectating");
    return t("room.you_have", { color: colorName(is.seatToMove === room.you ? (is.toMove ?? "black") : is.toMove === "black" ? "white" : "black", room.rules) });
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @returns {Node[]}
   */
  function afterwards(room, is) {
    if (is.phase !== "over") return [];
    return [
      room.next ? h("a", { class: "button button--primary", href: roomPath(room.next), "data-key": "next" }, t("room.next_game")) : null,
      room.moves.length ? h("a", { class: "button", href: gamePath(id), "data-key": "review" }, t("room.review")) : null,
      h("a", { class: "button button--quiet", href: "/", "data-key": "lobby" }, t("missing.home")),
    ].filter((link) => link !== null);
  }

  /** @param {Room} room */
  function renderAbout(room) {
    const score = seriesScore(room);
    const [first, second] = room.you === 1 ? [1, 0] : [0, 1];
    morph(about,
      h("p", null, gameLine(room), " ", h("span", { class: "badge" }, t(`visibility.${room.visibility}`)), room.you === null && h("span", { class: "badge badge--accent", "data-testid": "spectator" }, t("room.spectator"))),
      score && h("p", { "data-testid": "score" }, t("room.score", {
        first: whoName(room.seats[first], app.levels), second: whoName(room.seats[second], app.levels),
        a: scoreText(score[0]), b: scoreText(score[1]),
      })),
      room.watchers > 0 && h("p", { class: "muted small", "data-testid": "watchers" }, t("room.watchers", { n: room.watchers })),
      room.previous && h("p", { class: "small" }, h("a", { href: gamePath(room.previous) }, t("room.previous_game"))));
    const { numbers, coordinates } = app.settings.values;
    morph(tools,
      toggle("numbers", t("settings.numbers"), numbers),
      toggle("coordinates", t("settings.coordinates"), coordinates),
      toggle("mute", t("settings.mute"), muted()));
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @returns {string}
   */
  function pageTitle(room, is) {
    const rules = room.rules === "tictactoe" ? rulesName(room.rules) : `${rulesName(room.rules)} ${sizeName(room.size)}`;
    return is.yourTurn ? `● ${t("status.your_turn")} · ${rules}` : `${headlineText(room, is)} · ${rules}`;
  }

  function tick() {
    if (!room || room.result) return;
    const now = app.time.now();
    for (const face of element.querySelectorAll("[data-clock]")) {
      const seat = Number(/** @type {HTMLElement} */ (face).dataset.clock);
      const left = leftNow(room, seat, now);
      if (left === null) continue;
      const text = clockText(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("is-low", isLow(left, room.clock));
    }
  }

  function count() {
    if (room && !room.result && (room.firstMoveBy !== null || room.goneSince.some((since) => since !== null))) render();
  }

  document.addEventListener("keydown", onKey);
  const timers = [setInterval(tick, CLOCK_MS), setInterval(count, COUNTDOWN_MS)];
  const stop = [app.watch(render), app.settings.watch(render), app.session.follow(id, receive)];

  return {
    title: t("room.title"),
    element,
    close() {
      document.removeEventListener("keydown", onKey);
      for (const timer of timers) clearInterval(timer);
      for (const each of stop) each();
      board?.destroy();
    },
  };
}

/**
 * @param {string} does
 * @param {string} text
 * @param {boolean} on
 */
function toggle(does, text, on) {
  return h("button", { type: "button", class: "button button--small", "data-do": does, "data-key": does, "aria-pressed": String(on) }, text);
}
