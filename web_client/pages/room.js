import { pictureButtons } from "../components/picture_buttons.js";
import { stepOfKey, stepTo } from "../components/playback.js";
import { positionString } from "../components/position_string.js";
import { scrollToShown } from "../components/moves.js";
import { tickClocks } from "../components/player.js";
import { roomFrame } from "../components/room_frame.js";
import { botAbove, renderRoom } from "../components/room_view.js";
import { playAgain } from "../components/small_board.js";
import { createTabs } from "../components/tabs.js";
import { createTalkCard } from "../components/talk_card.js";
import { t } from "../i18n/index.js";
import { errorText, planFault } from "../i18n/words.js";
import { pointName } from "../lib/geometry.js";
import { claimGame } from "../lib/claim.js";
import { createHints } from "../lib/hint.js";
import { isStudied, withLesson } from "../lib/lesson.js";
import { actions } from "../lib/morph.js";
import { botLevel, colorOf } from "../lib/room.js";
import { soundOf } from "../lib/room_sound.js";
import { newRoomState, shownMoves, shownPlies, withOffering, withRefusal, withRoomNews } from "../lib/room_state.js";
import { isRoomId, roomPath } from "../lib/router.js";
import { lineTo } from "../lib/plan.js";
import { createPlanner } from "../lib/planner.js";
import { decideAhead, followPremove, mayDecideAhead } from "../lib/premove.js";
import { movesText } from "../lib/position_string.js";
import { isSlow } from "../lib/slow.js";
import { muted, play, setMuted } from "../lib/sound.js";
import { gameStarter } from "../lib/start_game.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {Choice, Command, OfferKind, RoomNews} from "../lib/messages.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {RoomState} from "../lib/room_state.js" */
/** @import {RoomView} from "../components/room_view.js" */
/** @import {Create} from "../lib/terms.js" */

const CLOCK_MS = 100;
const COUNTDOWN_MS = 1000;

/**
 * Page of a room: the board, both players with their clocks, and all actions.
 *
 * @param {App} app
 * @param {string} id
 * @returns {Page}
 */
export function roomPage(app, id) {
  let state = newRoomState(id);
  let closed = false;
  /** @type {(() => void) | null} */
  let unfollow = null;
  const start = gameStarter(app, () => closed);
  const tabs = createTabs(t("room.tabs"), { talk: t("talk.title"), details: t("room.details") });
  const talk = createTalkCard(app, id, tabs);
  const string = positionString(() =>
    movesText(
      shownMoves(state).map(({ point }) => point),
      state.room?.size ?? 0,
    ),
  );
  const pictures = pictureButtons(app, {
    picture: () => app.api.picture(id, shownPlies(state)),
    film: () => app.api.file(id, "gif"),
    name: () => `tengen-${id}-${shownPlies(state)}`,
  });
  const frame = roomFrame(id, tabs, string, pictures);
  const planner = createPlanner(app, id, render, (error) => app.toast(planFault(error) ?? errorText(error)));
  const hints = createHints(app, id, render);
  /** @type {RoomView} */
  const view = { app, frame, hints, planner, talk, onPlay: playAt, onAhead: playAhead, board: null };

  actions(frame.element, {
    sit: () => act({ t: "sit", room: id }),
    resign: () => {
      change({ asking: null });
      act({ t: "resign", room: id });
    },
    "ask-resign": () => ask("resign"),
    "ask-takeback": () => ask("takeback"),
    "keep-playing": () => {
      const { asking } = state;
      change({ asking: null });
      focusIn(frame.buttons, `[data-do=ask-${asking}]`);
    },
    choose: ({ choice }) => decide((ply) => ({ t: "choose", room: id, ply, choice: /** @type {Choice} */ (choice) })),
    declare: ({ number }) => decide((ply) => ({ t: "declare", room: id, ply, number: Number(number) })),
    propose: () => decide((ply) => ({ t: "propose", room: id, ply, points: state.offering })),
    abort: () => act({ t: "abort", room: id }),
    offer: ({ what }) => {
      change({ asking: null });
      act({ t: "offer", room: id, what: /** @type {OfferKind} */ (what) });
    },
    accept: ({ what }) => act({ t: "answer", room: id, what: /** @type {OfferKind} */ (what), accept: true }),
    decline: ({ what }) => act({ t: "answer", room: id, what: /** @type {OfferKind} */ (what), accept: false }),
    claim: ({ result }) => claim(result === "draw" ? "draw" : "win"),
    "take-over": () => {
      app.session.takeOver(id);
      change({ replaced: false });
    },
    "go-back": ({ who }) => {
      app.identity.goBack(who ?? "");
      location.reload();
    },
    show: ({ ply }) => show(Number(ply)),
    step: ({ step }) => step && show(stepTo(step, shownPlies(state), state.room?.moves.length ?? 0)),
    hint: () => state.room && hints.ask(state.room),
    plan: ({ number }) => planFrom(Number(number)),
    "plan-back": () => planner.back(),
    "plan-done": () => stopPlanning(),
    unplan: ({ number }) => forgetPlanned(Number(number)),
    "next-level": () => playAbove(),
    "play-line": () => playAgain(frame.lesson),
    "same-game": ({ ply }) => playSame(Number(ply)),
    consent: ({ named }) => consent(named === "yes"),
    thinking: () => app.settings.change("thinking", !app.settings.values.thinking),
    numbers: () => app.settings.change("numbers", !app.settings.values.numbers),
    coordinates: () => app.settings.change("coordinates", !app.settings.values.coordinates),
    mute: () => {
      setMuted(!muted());
      render();
    },
  });

  function render() {
    renderRoom(view, state);
  }

  /** @param {Partial<RoomState>} part */
  function change(part) {
    state = { ...state, ...part };
    render();
  }

  // --- incoming ----------------------------------------------------------------------------------------------------

  /** @param {RoomNews} news */
  function receive(news) {
    if (news.t === "error" && news.code === "set_back") {
      app.toast(errorText(news));
      return;
    }
    const before = state.room;
    state = withRoomNews(state, news, app.me.id ?? "");
    const { room } = state;
    if (news.t === "error") app.ownRooms.drop(id);
    if (room && (news.t === "room" || news.t === "events")) remember(room);
    if (room && news.t === "events") {
      for (const event of news.events) soundOf(event, room);
      if (room.next && !before?.next) app.navigate(roomPath(room.next));
    }
    if (room && isStudied(room)) follow();
    if (news.t === "room") app.seeLesson();
    planner.follow(room, news);
    const { premove, due } = followPremove(room, state.premove);
    state = { ...state, premove };
    if (due) void playAt(due.point);
    else render();
  }

  /** Follow the study of a finished game. */
  function follow() {
    unfollow ??= app.session.followAnalysis(id, (news) => change({ studied: withLesson(state.studied, news) }));
  }

  /** Record the viewer's game in progress for the lobby and, if by correspondence, for the bell. @param {Room} now */
  function remember({ rules, size, clock, rated, seats, you, result }) {
    if (you === null || result || (isSlow(clock) && seats[1 - you])) app.ownRooms.drop(id);
    else app.ownRooms.add(id, { rules, size, clock, rated, other: seats[1 - you] });
    if (you !== null && isSlow(clock)) void app.slowGames.refresh();
  }

  // --- outgoing ----------------------------------------------------------------------------------------------------

  /** @param {Command} command */
  async function act(command) {
    try {
      await app.session.command(command);
    } catch (error) {
      app.refuse(error);
    }
    render();
  }

  /** @param {"win" | "draw"} result */
  async function claim(result) {
    try {
      await claimGame({
        send: () => app.session.command({ t: "claim", room: id, result }),
        room: () => (closed ? null : state.room),
        time: app.time,
        onEarly: (from) => change({ room: state.room && { ...state.room, claimFrom: from } }),
      });
    } catch (error) {
      app.refuse(error);
    }
    render();
  }

  /** Send an action of the opening with the current number of stones. @param {(ply: number) => Command} command */
  const decide = (command) => act(command(state.room?.moves.length ?? 0));

  /** @param {boolean} named  whether the viewer's name may appear beside what they taught */
  async function consent(named) {
    await act({ t: "consent", named });
    app.named = named;
    frame.lesson.querySelector("button")?.focus();
    render();
  }

  /** @param {number} point */
  async function playAt(point) {
    const { room } = state;
    if (!room || planner.over) return;
    if (planner.at(room)?.line) return planner.choose(room, point);
    const turn = room.progress?.turn;
    if (turn?.kind === "offer") {
      state = withOffering(state, point, turn.count ?? 1);
      return render();
    }
    const move = { ply: room.moves.length, point };
    play("stone");
    change({ pending: move });
    try {
      await app.session.command({ t: "move", room: id, ...move });
    } catch (error) {
      state = withRefusal(state, move, /** @type {{code?: string}} */ (error).code ?? "");
      app.toast(t("room.refused", { point: pointName(point, room.size), why: errorText(error) }));
      render();
    }
  }

  /** Choose or clear a premove. @param {number} point */
  function playAhead(point) {
    const { room } = state;
    if (!app.settings.values.premove || !room || state.replaced || !mayDecideAhead(room)) return null;
    const premove = decideAhead(room, state.premove, point);
    change({ premove });
    return t(premove ? "room.premove" : "room.premove_off", { point: pointName(point, room.size) });
  }

  /**
   * Plan conditional moves on the board, after a branch of the plan.
   *
   * @param {number} number  of the branch, 0 for none
   */
  function planFrom(number) {
    const { room } = state;
    const planned = room && planner.at(room);
    if (!planned) return;
    state = { ...state, shown: null };
    planner.begin(room, lineTo(planned.branches, number));
    view.board?.focus();
  }

  function stopPlanning() {
    const { over } = planner;
    planner.stop();
    if (over) view.board?.focus();
    else focusIn(frame.plan, "[data-do=plan][data-number='0']");
  }

  /** @param {number} number */
  function forgetPlanned(number) {
    if (!state.room) return;
    planner.remove(state.room, number);
    focusIn(frame.plan, "[data-do=unplan], [data-do=plan]");
  }

  /** Start a game on the same terms against the next stronger bot, colours swapped. */
  function playAbove() {
    const { room } = state;
    const above = room && botAbove(app, room);
    if (!room || !above || room.you === null) return;
    const { visibility, rated, opening } = room;
    const color = colorOf(room, room.you) === "black" ? "white" : "black";
    return start({ ...boardOf(room), opening, visibility, rated, color, level: above.level });
  }

  /** Replay a won game up to a ply from which the bot may do better. @param {number} ply */
  function playSame(ply) {
    const { room } = state;
    const level = room && botLevel(room);
    if (!room || room.you === null || level === null) return;
    const { visibility, you } = room;
    const color = colorOf(room, you) ?? "black";
    return start({ ...boardOf(room), visibility, rated: false, color, level, from_game: id, from_ply: ply });
  }

  /** @param {"resign" | "takeback"} asking */
  function ask(asking) {
    change({ asking });
    focusIn(frame.buttons, "[data-do=keep-playing]");
  }

  /** @param {number} ply */
  function show(ply) {
    change({ shown: state.room && ply < state.room.moves.length ? ply : null });
    scrollToShown(frame.scroller);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const step = stepOfKey(event);
    if (
      event.key === "Escape"
      && !event.defaultPrevented
      && state.room
      && (planner.over || planner.at(state.room)?.line)
    )
      stopPlanning();
    if (!step || !state.room || event.defaultPrevented) return;
    event.preventDefault();
    show(stepTo(step, shownPlies(state), state.room.moves.length));
  }

  function tick() {
    const { room } = state;
    if (room && !room.result) tickClocks(frame.element, room, app.time.now());
  }

  function count() {
    const { room } = state;
    if (!room || room.result) return;
    if (room.firstMoveBy !== null || room.goneSince.some((since) => since !== null)) render();
  }

  document.addEventListener("keydown", onKey);
  const timers = [setInterval(tick, CLOCK_MS), setInterval(count, COUNTDOWN_MS)];
  const stop = [app.watch(render), app.settings.watch(render)];
  if (isRoomId(id)) stop.push(app.session.follow(id, receive));
  else state = { ...state, failure: { code: "unknown_room" } };
  render();

  return {
    title: t("room.title"),
    element: frame.element,
    lesson: () => (state.room ? id : null),
    close() {
      closed = true;
      document.removeEventListener("keydown", onKey);
      for (const timer of timers) clearInterval(timer);
      for (const each of stop) each();
      unfollow?.();
      view.board?.destroy();
    },
  };
}

/** @param {Element} part @param {string} selector */
function focusIn(part, selector) {
  const found = part.querySelector(selector);
  if (found instanceof HTMLElement) found.focus();
}

/** Return the terms of another game on the same board. @param {Room} room */
const boardOf = ({ rules, size, clock }) => ({
  t: /** @type {const} */ ("create"),
  rules,
  size: /** @type {Create["size"]} */ (size),
  clock,
});
