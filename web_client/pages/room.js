import { createBoard } from "../board/board.js";
import { aboutRoom, afterwards, boardTools } from "../components/about.js";
import { roomActions } from "../components/actions.js";
import { invitation, invitationTitle } from "../components/invitation.js";
import { moveList, scrollToShown } from "../components/moves.js";
import { playback, stepOfKey, stepTo } from "../components/playback.js";
import { roomNotices } from "../components/notices.js";
import { playerStrip, tickClocks } from "../components/player.js";
import { roomFrame } from "../components/room_frame.js";
import { thoughtNote } from "../components/thought.js";
import { trapLine } from "../components/trap_line.js";
import { hintText } from "../i18n/hint.js";
import { t } from "../i18n/index.js";
import { detailText, headingText, headlineText, titleText } from "../i18n/standing.js";
import { errorText, levelName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { pointName } from "../lib/geometry.js";
import { createHints, hintMarks } from "../lib/hint.js";
import { levelAbove } from "../lib/ladder.js";
import { actions, morph } from "../lib/morph.js";
import { botLevel, colorOf, fromSnapshot, hasHints, tellsReasons, withEvents, withForbidden, withPresence, withQueue } from "../lib/room.js";
import { soundOf } from "../lib/room_sound.js";
import { isRoomId, roomPath } from "../lib/router.js";
import { muted, play, setMuted } from "../lib/sound.js";
import { standing } from "../lib/standing.js";
import { gameStarter } from "../lib/start_game.js";
import { NO_MARKS, thoughtMarks } from "../lib/thought.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Command, Events, OfferKind, RoomNews} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {Standing} from "../lib/standing.js" */
/** @import {BoardHandle} from "../board/board.js" */
/** @import {Create} from "../lib/terms.js" */

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
  let closed = false;
  const start = gameStarter(app, () => closed);
  const hints = createHints(app, id, render);

  const { element, waiting, invited, playing, title, top, bottom, boardPlace, headline, detail, trap, notices, link, buttons, thought, scroller, moves, steps, about, tools } = roomFrame(id);

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
    hint: () => room && hints.ask(room),
    "next-level": () => playAbove(),
    thinking: () => app.settings.change("thinking", !app.settings.values.thinking),
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
        remember(room);
        break;
      case "events":
        if (room) happened(room, news);
        break;
      case "presence":
        room = room && withPresence(room, news.presence);
        break;
      case "queued":
        room = room && withQueue(room, news.ahead ?? null);
        break;
      case "forbidden":
        room = room && withForbidden(room, news.v, news.points);
        break;
      case "replaced":
        replaced = true;
        break;
      case "error":
        if (news.code === "set_back") {
          app.toast(errorText(news));
          return;
        }
        failure = news;
        room = null;
        app.ownRooms.drop(id);
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
    for (const event of message.events) soundOf(event, room);
    remember(room);
    if (room.next && !before.next) app.navigate(roomPath(room.next));
  }

  /**
   * The lobby lists our games that go on.
   *
   * @param {Room} now
   */
  function remember({ rules, size, clock, rated, seats, you, result }) {
    if (you === null || result) app.ownRooms.drop(id);
    else app.ownRooms.add(id, { rules, size, clock, rated, other: seats[1 - you] });
  }

  /** A stone that was sent is settled once the game has gone past it, or cannot come to it any more. */
  function settlePending() {
    if (pending && room && (room.moves.length !== pending.ply || room.result)) pending = null;
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

  /** The same terms against the next stronger bot, colours swapped. */
  function playAbove() {
    const above = room && botAbove(room);
    if (!room || !above || room.you === null) return;
    const { rules, size, clock, visibility, rated } = room;
    const color = colorOf(room, room.you) === "black" ? "white" : "black";
    return start({ t: "create", rules, size: /** @type {Create["size"]} */ (size), clock, visibility, rated, color, level: above.level });
  }

  /** @param {Room} now */
  function botAbove(now) {
    const level = botLevel(now);
    return now.you === null || level === null ? null : levelAbove(app.levels, level, now);
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
    const free = room !== null && standing(room, app.time.now()).can.sit;
    const seated = !invited.hidden && room !== null && !free; // or somebody else was quicker
    playing.hidden = room === null || free;
    waiting.hidden = room !== null;
    invited.hidden = !free;
    if (!room) {
      if (failure) morph(waiting, h("h2", null, t("room.none")), h("p", { role: "alert" }, errorText(failure)), h("a", { class: "button", href: "/" }, t("missing.home")));
      return;
    }
    const now = app.time.now();
    const is = standing(room, now);
    title.textContent = free ? invitationTitle(room, app.levels) : headingText(room, app.levels);
    if (free) {
      morph(invited, ...invitation(room, app.levels));
      app.setTitle(title.textContent);
      return;
    }
    if (seated) title.focus({ preventScroll: true });
    renderPlayers(room, is, now);
    renderThought(room);
    morph(trap, ...trapLine(botName(room), reasons(room)));
    renderBoard(room, is);
    renderWords(room, is, now);
    playing.classList.toggle("is-open", is.phase === "open");
    link.hidden = is.phase !== "open" || room.you === null;
    morph(buttons, ...roomActions(is, resigning, { bot: botLevel(room) !== null, above: aboveName(room), hint: !is.yourTurn || !hasHints(room) ? null : hints.at(room) ? "has" : "can" }), ...afterwards(room));
    buttons.hidden = !buttons.firstChild;
    morph(moves, ...(room.moves.length ? moveList(room.moves, { size: room.size, rules: room.rules, shown: shownPlies() }) : [h("p", { class: "muted moves-none" }, t("moves.none"))]));
    if (shown === null) scrollToShown(scroller);
    morph(steps, ...playback(shownPlies(), room.moves.length));
    morph(about, ...aboutRoom(room, app.levels));
    morph(tools, ...boardTools(app.settings.values, muted(), tellsReasons(room)));
    app.setTitle(titleText(room, is, app.levels));
  }

  /**
   * @param {Room} now
   * @returns {string | null}
   */
  function aboveName(now) {
    const above = botAbove(now);
    return above && levelName(app.levels, above.level);
  }

  /** @param {Room} now */
  const botName = (now) => levelName(app.levels, botLevel(now) ?? 0);

  /**
   * Those of the move that is shown, or of the bot's last one until it has answered.
   *
   * @param {Room} now
   */
  const reasons = (now) => now.moves[shownPlies() - 1]?.why ?? (shown === null ? now.moves.at(-2)?.why : null);

  /**
   * What the bot saw before the move that is shown, for who asks for it; it stays to be read until the bot has answered.
   *
   * @param {Room} now
   */
  function renderThought(now) {
    thought.hidden = !app.settings.values.thinking || !tellsReasons(now);
    if (thought.hidden) return;
    morph(thought, ...thoughtNote(botName(now), reasons(now), now.size));
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
    const advice = shown === null && !pending ? hints.at(room) : null;
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
      marks: advice && advice !== "asked" ? hintMarks(advice, is.toMove ?? "black") : thought.hidden || pending ? NO_MARKS : thoughtMarks(room.moves[shownPlies() - 1]?.why, room.rules),
    });
  }

  /**
   * @param {Room} room
   * @param {Standing} is
   * @param {number} now
   */
  function renderWords(room, is, now) {
    const words = headlineText(room, is, app.levels);
    if (headline.textContent !== words) headline.textContent = words;
    headline.className = is.outcome === "won" || is.outcome === "lost" ? `status status--${is.outcome}` : "status";
    headline.dataset.phase = is.phase;
    headline.dataset.turn = is.yourTurn ? "yours" : "other";
    detail.textContent = detailText(room, is);
    detail.hidden = !detail.textContent;
    morph(notices, ...roomNotices(room, is, app, { replaced, pending: pending !== null, shown, now, hint: shown === null && !pending ? hintText(hints.at(room), room.size) : "" }));
  }

  function tick() {
    if (room && !room.result) tickClocks(element, room, app.time.now());
  }

  function count() {
    if (room && !room.result && (room.firstMoveBy !== null || room.goneSince.some((since) => since !== null))) render();
  }

  document.addEventListener("keydown", onKey);
  const timers = [setInterval(tick, CLOCK_MS), setInterval(count, COUNTDOWN_MS)];
  const stop = [app.watch(render), app.settings.watch(render)];
  if (isRoomId(id)) stop.push(app.session.follow(id, receive));
  else failure = { code: "unknown_room" };
  render();

  return {
    title: t("room.title"),
    element,
    close() {
      closed = true;
      document.removeEventListener("keydown", onKey);
      for (const timer of timers) clearInterval(timer);
      for (const each of stop) each();
      board?.destroy();
    },
  };
}
