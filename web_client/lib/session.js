/**
 * What this page and the server have agreed on, apart from the connection that carries it: who we are, which rooms we
 * follow and up to which version, and which commands have no answer yet. When a new connection opens, the rooms are
 * resumed from their versions and the unanswered commands are sent again under the same ids, so each has the effect of
 * one. What the server had no time for is asked for again a little later. Nothing here knows of WebSockets.
 */

import { PROTOCOL } from "../protocol.js";
import { createFollowedRooms } from "./followed_rooms.js";
import { createPostponed } from "./postponed.js";
import { randomId } from "./random.js";
import { createUnanswered } from "./unanswered.js";

/** @import {AnalysisNews, Answer, ChallengeInfo, Command, Inbound, Language, Outbound} from "./messages.js" */
/** @import {LobbyNews, Sanction, Welcome, Who} from "./messages.js" */
/** @import {LessonNotice, OfferNotice, RegistrationChanged} from "../protocol.js" */

/**
 * @typedef {object} Ports
 * @property {(message: Inbound) => void} send  puts a message on the open connection
 * @property {string} build  of the client files that this page was made of; empty where it is not known
 * @property {() => string | null} token
 * @property {(token: string, signedIn: boolean) => void} keepToken  `signedIn`: in answer to a command, not to hello
 * @property {() => boolean} [hidden]  whether nobody looks at this page
 * @property {() => Language} language
 * @property {(welcome: Welcome) => void} [onWelcome]
 * @property {(player: Who) => void} [onRenamed]
 * @property {() => void} [onDevices]  a device of ours has come or gone
 * @property {(room: string, opponent: Who, challenge?: string | null) => void} [onStarted]  a game of ours has begun in
 *   a room that we do not follow; by a challenge, where this page had given it
 * @property {(all: ChallengeInfo[]) => void} [onChallenges]  those that we have given, and that wait for us
 * @property {(by: Who) => void} [onChallenged]  we have just been challenged
 * @property {(room: string, opponent: Who) => void} [onYourMove]  we are to move in a game by correspondence that we
 *   do not follow
 * @property {(news: import("./seeking.js").SeekNews) => void} [onSeek]  something has become of what we look for
 * @property {() => boolean} [seeking]  whether we look for an opponent, and must say that we are here
 * @property {(sanction: Sanction) => void} [onSanctioned]  staff has laid something upon us
 * @property {(room: string) => void} [onRoomClosed]  staff has ended a game of ours, or an open room
 * @property {() => void} [onRated]  a game that we look at was counted, perhaps one of ours
 * @property {(registration: RegistrationChanged["registration"]) => void} [onRegistration]  who may keep a name has changed
 * @property {(lessons: LessonNotice[]) => void} [onLessons]  these lessons wait to be seen
 * @property {(offers: OfferNotice[]) => void} [onOffers]  these offers wait for our answer
 * @property {(waiting: number) => void} [onReports]  we are of the staff, and so many reports wait
 * @property {() => void} [onStale]  the server holds other client files, or speaks another protocol
 * @property {(code: string, detail?: Record<string, string | number>) => void} [onBye]  the server closes this connection, or refused it as a whole
 * @property {(now: number) => void} [onTime]  the server's time in a message that has just come
 */

/** A command that the server refused. */
export class Refused extends Error {
  /** @param {string} code @param {Record<string, string | number>} [detail] */
  constructor(code, detail = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Refusals of the connection itself; they answer no command. */
const WHOLE = new Set(["stale_protocol", "banned", "too_many_connections", "hello_first", "deleted", "signed_out"]);

/** @typedef {ReturnType<typeof createSession>} Session */

/** @param {Ports} ports */
export function createSession(ports) {
  /** @type {((news: LobbyNews) => void) | null} */
  let lobby = null;
  /** @type {Map<string, (news: AnalysisNews) => void>} by game */
  const analyses = new Map();
  /** @type {((news: import("./messages.js").FollowedNews) => void) | null} */
  let followed = null;
  let ready = false;
  /** @type {string | undefined} the player whom the server has greeted last */
  let me;
  const page = randomId();
  const postponed = createPostponed();
  const rooms = createFollowedRooms({ send: ports.send, ready: () => ready, postponed });
  const unanswered = createUnanswered(ports.send, postponed);

  /** @param {Welcome} welcome */
  function welcomed(welcome) {
    const again = ready;
    const other = me !== undefined && me !== welcome.player.id; // perhaps by what another tab has done
    ready = true;
    me = welcome.player.id;
    if (welcome.token) ports.keepToken(welcome.token, again);
    if (ports.build && ports.build !== welcome.build) ports.onStale?.();
    ports.onWelcome?.(welcome);
    if (again) unanswered.answerRedeem();
    else if (other) unanswered.drop(() => new Refused("signed_out"));
    if (again || other) rooms.forgetVersions();
    rooms.resume(!again && ports.hidden?.());
    if (lobby) ports.send({ t: "lobby", on: true });
    if (followed) ports.send({ t: "followed", on: true });
    for (const game of analyses.keys()) ports.send({ t: "watch", game, on: true });
    if (!again) unanswered.sendAgain();
  }

  /** @param {Extract<Outbound, {t: "error"}>} error */
  function refused(error) {
    const command = unanswered.get(error.id);
    if (error.code === "flood" && (!command || command.automatic)) {
      flooded(error, command);
    } else if (error.id && command) {
      unanswered.settle(error.id);
      command.reject(new Refused(error.code, error.detail));
    } else if (error.code === "stale_protocol") {
      ports.onStale?.();
      ports.onBye?.(error.code);
    } else if (!rooms.refused(error) && WHOLE.has(error.code)) {
      ports.onBye?.(error.code, error.detail);
    }
  }

  /**
   * The server had too much to do for something that nobody is just waiting to be told of: it is said again later. A
   * refusal that names neither a command nor a room is the lobby's.
   *
   * @param {Extract<Outbound, {t: "error"}>} error
   * @param {ReturnType<typeof unanswered.get>} command
   */
  function flooded({ room, id }, command) {
    const listener = lobby;
    if (command) {
      unanswered.postpone(command);
    } else if (room && !id) {
      rooms.postpone(room);
    } else if (listener && !room && !id) {
      postponed.later(listener, () => ports.send({ t: "lobby", on: true }));
    }
  }

  return {
    /** Whether the server has greeted us on the connection that is open now. */
    get ready() {
      return ready;
    },

    /** Whether an answer from the server is outstanding. */
    get waiting() {
      return unanswered.waiting || rooms.waiting;
    },

    /** A connection is open: say hello. */
    opened() {
      const token = ports.token();
      ports.send({
        t: "hello",
        protocol: PROTOCOL,
        build: ports.build,
        lang: ports.language(),
        page,
        ...(token ? { token } : {}),
      });
    },

    /** The connection is gone. Everything that has no answer stays, for the next one. */
    closed() {
      ready = false;
      postponed.forgetAll();
      rooms.closed();
    },

    /** @param {Outbound} message */
    received(message) {
      if ("now" in message) ports.onTime?.(message.now);
      switch (message.t) {
        case "welcome":
          welcomed(message);
          break;
        case "ack":
        case "hint":
        case "tried":
        case "solution":
        case "devices":
        case "identities":
        case "players":
        case "blocks":
        case "reports":
        case "report":
        case "player":
        case "audit":
        case "evidence":
        case "push":
        case "health":
        case "backups":
        case "checks":
        case "patterns":
        case "trees":
        case "weights":
        case "weights_compared":
        case "proofs":
        case "classrooms":
        case "classroom":
        case "pupil_codes":
        case "people":
        case "rooms":
        case "games":
        case "jobs":
        case "settings":
          unanswered.settle(message.id)?.resolve(message);
          break;
        case "plan":
          if (message.id) unanswered.settle(message.id)?.resolve(message);
          rooms.received(message);
          break;
        case "analysis":
          analyses.get(message.game)?.(message);
          break;
        case "error":
          refused(message);
          break;
        case "lobby":
          if (lobby) postponed.forget(lobby);
          lobby?.(message);
          break;
        case "lobby_change":
          lobby?.(message);
          break;
        case "room":
          rooms.receivedWhole(message);
          break;
        case "events":
          rooms.receivedEvents(message);
          break;
        case "presence":
        case "forbidden":
        case "queued":
        case "talk":
        case "said":
        case "unsaid":
          rooms.received(message);
          break;
        case "ratings":
          rooms.received(message);
          if (message.rating.shifts) ports.onRated?.();
          break;
        case "replaced":
          rooms.replaced(message);
          break;
        case "renamed":
          ports.onRenamed?.(message.player);
          break;
        case "sanctioned":
          ports.onSanctioned?.(message.sanction);
          rooms.resume(); // each says what we may say there now
          break;
        case "room_closed":
          ports.onRoomClosed?.(message.room);
          break;
        case "registration_changed":
          ports.onRegistration?.(message.registration);
          break;
        case "reports_waiting":
          ports.onReports?.(message.waiting);
          break;
        case "offers":
          ports.onOffers?.(message.offers);
          break;
        case "lessons":
          ports.onLessons?.(message.lessons);
          break;
        case "devices_changed":
          ports.onDevices?.();
          break;
        case "started":
          ports.onStarted?.(message.room, message.opponent, message.challenge);
          break;
        case "challenges":
          ports.onChallenges?.(message.challenges);
          break;
        case "followed":
          followed?.(message);
          break;
        case "challenged":
          ports.onChallenged?.(message.by);
          break;
        case "your_move":
          ports.onYourMove?.(message.room, message.opponent);
          break;
        case "matched":
        case "seek_ended":
        case "bot_offered":
          ports.onSeek?.(message);
          break;
        case "beat":
          if (ready && ports.seeking?.()) ports.send({ t: "here" });
          break;
        case "bye":
          if (message.code === "stale_protocol") ports.onStale?.();
          ports.onBye?.(message.code, message.detail);
          break;
      }
    },

    /**
     * Sends a command, now or as soon as there is a connection, and again on the next connection until it is answered.
     *
     * @template {Command} Given
     * @param {Given} command
     * @param {string} [id]  of its own, or that of a command which is given once more
     * @returns {Promise<Answer<Given>>}  rejects with `Refused`
     */
    command(command, id = randomId()) {
      const message = /** @type {Inbound} */ ({ ...command, id });
      return new Promise((resolve, reject) => {
        unanswered.add(id, { message, resolve, reject });
        if (ready) ports.send(message);
      });
    },

    /** Follows a room: its snapshot first, then its events without gaps. */
    follow: rooms.follow,

    /** Looks again at a room that is followed. */
    lookAgain: rooms.lookAgain,

    /** Takes a room back that another of the player's pages took over. */
    takeOver: rooms.takeOver,

    /**
     * @param {(news: LobbyNews) => void} listener
     * @returns {() => void}  stops following
     */
    followLobby(listener) {
      lobby = listener;
      if (ready) ports.send({ t: "lobby", on: true });
      return () => {
        if (lobby !== listener) return;
        lobby = null;
        postponed.forget(listener);
        if (ready) ports.send({ t: "lobby", on: false });
      };
    },

    /**
     * Looks at those whom one follows; one listener.
     *
     * @param {(news: import("./messages.js").FollowedNews) => void} listener  told at once, and at every change
     * @returns {() => void}  looks no longer
     */
    lookAtFollowed(listener) {
      followed = listener;
      if (ready) ports.send({ t: "followed", on: true });
      return () => {
        if (followed !== listener) return;
        followed = null;
        if (ready) ports.send({ t: "followed", on: false });
      };
    },

    /**
     * Follows how far the analysis of a game is; one listener a game.
     *
     * @param {string} game
     * @param {(news: AnalysisNews) => void} listener  told at once, and at every step
     * @returns {() => void}  stops following
     */
    followAnalysis(game, listener) {
      analyses.set(game, listener);
      if (ready) ports.send({ t: "watch", game, on: true });
      return () => {
        if (analyses.get(game) !== listener) return;
        analyses.delete(game);
        if (ready) ports.send({ t: "watch", game, on: false });
      };
    },
  };
}
