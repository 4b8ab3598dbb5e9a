/** Rendering of a room's page, part by part. */

import { hintText } from "../i18n/hint.js";
import { t } from "../i18n/index.js";
import { detailText, headingText, headlineText, titleText } from "../i18n/standing.js";
import { errorText, levelName, whoName } from "../i18n/words.js";
import { h } from "../lib/dom.js";
import { levelAbove } from "../lib/ladder.js";
import { isStudied, learnsOf, lessonOf } from "../lib/lesson.js";
import { morph } from "../lib/morph.js";
import { isRated } from "../lib/rating.js";
import { botLevel, colorOf, hasHints, tellsReasons } from "../lib/room.js";
import { maySit, reasonsShown, shownPlies } from "../lib/room_state.js";
import { pathOf } from "../lib/router.js";
import { muted } from "../lib/sound.js";
import { standing } from "../lib/standing.js";
import { aboutRoom, afterwards, boardTools, moreAboutRoom } from "./about.js";
import { roomActions } from "./actions.js";
import { invitation, invitationTitle } from "./invitation.js";
import { lessonCard } from "./lesson.js";
import { moveList, scrollToShown } from "./moves.js";
import { roomNotices } from "./notices.js";
import { openingCard } from "./opening_card.js";
import { planCard } from "./plan_card.js";
import { playback } from "./playback.js";
import { playerStrip } from "./player.js";
import { ratingNote } from "./rating_note.js";
import { hintOf, renderBoard, showsThoughts } from "./room_board.js";
import { thoughtNote } from "./thought.js";
import { learnedLine } from "./learned_line.js";

/** @import {BoardHandle} from "../board/board.js" */
/** @import {App} from "../lib/app.js" */
/** @import {createHints} from "../lib/hint.js" */
/** @import {Room} from "../lib/room.js" */
/** @import {RoomState} from "../lib/room_state.js" */
/** @import {Standing} from "../lib/standing.js" */
/** @import {roomFrame} from "./room_frame.js" */
/** @import {createTalkCard} from "./talk_card.js" */

/**
 * @typedef {object} RoomView
 * @property {App} app
 * @property {ReturnType<typeof roomFrame>} frame
 * @property {ReturnType<typeof createHints>} hints
 * @property {import("../lib/planner.js").Planner} planner
 * @property {ReturnType<typeof createTalkCard>} talk
 * @property {(point: number) => void} onPlay
 * @property {(point: number) => string | null} onAhead
 * @property {BoardHandle | null} board  null until there is a game
 */

/** @typedef {RoomState & {room: Room}} Shown */

/** @param {RoomView} view @param {RoomState} state */
export function renderRoom(view, state) {
  const { frame } = view;
  const { room } = state;
  const free = maySit(room);
  const seated = !frame.invited.hidden && room !== null && !free; // also true if somebody else took the seat first
  frame.playing.hidden = room === null || free;
  frame.waiting.hidden = room !== null;
  frame.invited.hidden = !free;
  if (!room) return renderFailure(view, state);
  if (free) return renderInvitation(view, room);
  frame.title.textContent = headingText(room, view.app.levels);
  if (seated) frame.title.focus({ preventScroll: true });
  const now = view.app.time.now();
  renderGame(view, { ...state, room }, standing(room, now), now);
}

/** @param {RoomView} view @param {RoomState} state */
function renderFailure({ app, frame }, { failure }) {
  if (!failure) {
    if (app.status === "stopped") morph(frame.waiting, h("p", null, t("room.stopped")));
    return;
  }
  morph(
    frame.waiting,
    h("h2", null, t("room.none")),
    h("p", { role: "alert" }, errorText(failure)),
    h("a", { class: "button button--primary", href: pathOf("lobby") }, t("missing.home")),
  );
}

/** @param {RoomView} view @param {Room} room */
function renderInvitation({ app, frame }, room) {
  const title = invitationTitle(room, app.levels);
  frame.title.textContent = title;
  morph(frame.invited, ...invitation(room, app.levels));
  app.setTitle(title);
}

/** @param {RoomView} view @param {Shown} state @param {Standing} is @param {number} now */
function renderGame(view, state, is, now) {
  const { app, frame } = view;
  const { room } = state;
  renderPlayers(view, room, is, now);
  renderThought(view, state);
  morph(frame.learned, ...learnedLine(botName(app, room), reasonsShown(state), room.size));
  renderBoard(view, state, is);
  renderWords(view, state, is);
  renderRating(view, room);
  renderNotices(view, state, is, now);
  renderButtons(view, state, is);
  renderOpening(view, state, is);
  renderPlan(view, room);
  renderLesson(view, state);
  frame.playing.classList.toggle("is-open", is.phase === "open");
  frame.record.hidden = is.phase === "open";
  renderMoves(view, state); // after what takes its height
  view.talk.render(room, state.talk);
  frame.link.hidden = is.phase !== "open" || room.you === null;
  morph(frame.about, ...aboutRoom(room, app.levels));
  morph(frame.more, ...moreAboutRoom(room));
  frame.string.refresh();
  frame.pictures.hidden = !room.result || room.moves.length === 0;
  morph(frame.tools, ...boardTools(app.settings.values, muted(), tellsReasons(room)));
  app.setTitle(titleText(room, is, app.levels));
}

/**
 * Render the card of the opening. While it has a question it comes first: below the board of a phone, the choices would
 * be out of sight. A pressed button disappears, so the focus moves to the next question, or to the board if a stone is
 * next.
 *
 * @param {RoomView} view
 * @param {RoomState} state  with a room
 * @param {Standing} is
 */
function renderOpening({ app, frame, board }, { room, offering }, is) {
  if (!room) return;
  const pressed = frame.opening.contains(document.activeElement);
  const before = Boolean(room.progress?.turn);
  if (before !== (frame.opening.nextElementSibling === frame.state))
    frame.state[before ? "before" : "after"](frame.opening);
  frame.opening.hidden = room.progress === null;
  morph(frame.opening, ...openingCard(room, app.levels, { yours: is.yourTurn, offering }));
  if (!pressed || frame.opening.contains(document.activeElement)) return;
  const asked = frame.opening.querySelector(".opening-answers button:not([aria-disabled])");
  if (asked instanceof HTMLElement) asked.focus();
  else if (is.yourTurn || !room.progress?.turn) board?.focus();
  else frame.opening.querySelector("h2")?.focus();
}

/** @param {RoomView} view @param {Room} room */
function renderPlan({ frame: { plan }, planner }, room) {
  const parts = room.you === null || room.result ? [] : planCard(room, planner.at(room), planner.droppedAt(room));
  plan.hidden = parts.length === 0;
  morph(plan, ...parts);
}

/**
 * Render the strips: the viewer's seat below the board, or black's for a watcher.
 *
 * @param {RoomView} view
 * @param {Room} room
 * @param {Standing} is
 * @param {number} now
 */
function renderPlayers({ app, frame }, room, is, now) {
  const below = room.you ?? room.black ?? 0;
  for (const [strip, seat] of /** @type {const} */ ([
    [frame.top, 1 - below],
    [frame.bottom, below],
  ])) {
    const toMove = is.seatToMove === seat;
    strip.classList.toggle("is-to-move", toMove);
    strip.dataset.seat = String(seat);
    strip.dataset.toMove = String(toMove);
    morph(strip, ...playerStrip(room, seat, app.levels, { toMove, now }));
  }
}

/**
 * Render the bot's thoughts on the shown move, if the viewer shows them; they stay until the bot's next move.
 *
 * @param {RoomView} view
 * @param {Shown} state
 */
function renderThought({ app, frame: { thought } }, state) {
  const { room } = state;
  thought.hidden = !showsThoughts(app, room);
  if (!thought.hidden) morph(thought, ...thoughtNote(botName(app, room), reasonsShown(state), room.size));
}

/** @param {RoomView} view @param {Shown} state @param {Standing} is */
function renderWords({ app, frame: { headline, detail } }, { room, late }, is) {
  const words = headlineText(room, is, app.levels);
  if (headline.textContent !== words) headline.textContent = words;
  headline.className = is.outcome === "won" || is.outcome === "lost" ? `status status--${is.outcome}` : "status";
  headline.dataset.phase = is.phase;
  headline.dataset.turn = is.yourTurn ? "yours" : "other";
  detail.textContent = detailText(room, is, late);
  detail.hidden = !detail.textContent;
}

/** @param {RoomView} view @param {Room} room */
function renderRating({ app, frame: { rating } }, room) {
  const names = room.seats.map((who) => whoName(who, app.levels));
  morph(rating, ...ratingNote(room.rating, names, room.you === 1 ? 1 : 0, true));
  rating.hidden = !rating.firstChild;
}

/** @param {RoomView} view @param {Shown} state @param {Standing} is @param {number} now */
function renderNotices(view, state, is, now) {
  const { room, replaced, pending, shown } = state;
  const hint = hintText(hintOf(view, state), room.size);
  const planning = replaced ? null : (view.planner.at(room)?.line ?? null);
  const planOver = view.planner.over && !replaced;
  morph(
    view.frame.notices,
    ...roomNotices(room, is, view.app, { replaced, pending: pending !== null, shown, now, hint, planning, planOver }),
  );
}

/** @param {RoomView} view @param {Shown} state @param {Standing} is */
function renderButtons({ app, frame: { buttons }, hints }, state, is) {
  const { room, asking } = state;
  const asksHints = is.phase === "playing" && hasHints(room) && !room.progress?.turn;
  const hint = !asksHints ? null : is.yourTurn && !hints.at(room) ? "can" : "off";
  const above = botAbove(app, room);
  const lesson = foundLesson(app, state);
  morph(
    buttons,
    ...roomActions(is, asking, {
      bot: botLevel(room) !== null,
      rated: botLevel(room) === null ? isRated(room) : room.rated,
      above: above && levelName(app.levels, above.level),
      hint,
      lesson: lesson !== null && (lesson.find ?? lesson.look) !== null,
    }),
    ...afterwards(room),
  );
  buttons.hidden = !buttons.firstChild;
}

/** @param {RoomView} view @param {Shown} state */
function renderMoves({ frame: { moves, steps, scroller } }, state) {
  const { moves: played, size, rules } = state.room;
  const shown = shownPlies(state);
  const none = h("p", { class: "muted moves-none" }, t("moves.none"));
  morph(moves, ...(played.length ? moveList(played, { size, rules, shown }) : [none]));
  morph(steps, ...playback(shown, played.length));
  if (state.shown === null) scrollToShown(scroller);
}

/** Return the lesson of a finished game, if there is one. @param {App} app @param {Shown} state */
function foundLesson(app, { room, studied }) {
  if (!isStudied(room)) return null;
  const winner = room.seats.find((_, seat) => colorOf(room, seat) === room.result?.winner) ?? null;
  const learns = learnsOf(app.levels, botLevel(room));
  return lessonOf(room, studied, { bot: botName(app, room), winner: whoName(winner, app.levels), learns });
}

/** Render the lesson of a finished game. @param {RoomView} view @param {Shown} state */
function renderLesson({ app, frame: { lesson } }, state) {
  const { id, room, studied } = state;
  const bot = botName(app, room);
  const found = foundLesson(app, state);
  lesson.hidden = !found;
  lesson.classList.toggle("is-learned", Boolean(found?.learned));
  if (!found) return;
  const ask = app.named === null && room.visibility === "public";
  morph(lesson, ...lessonCard(found, { room: id, game: room, bot, ready: studied?.state === "done", ask }));
}

/** @param {App} app @param {Room} room */
const botName = (app, room) => levelName(app.levels, botLevel(room) ?? 0);

/** Return the next stronger bot, if the viewer played one. @param {App} app @param {Room} room */
export function botAbove(app, room) {
  const level = botLevel(room);
  return room.you === null || level === null ? null : levelAbove(app.levels, level, room);
}
