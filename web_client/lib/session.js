/**
 * State shared by this page and the server, independent of the connection: the identity, the followed rooms with their
 * versions, and the unanswered commands. A new connection resumes the rooms from their versions and resends the
 * commands under the same ids, so each takes effect once. Requests that the server refused as overloaded are repeated
 * later. Nothing here depends on WebSockets.
 */

import { PROTOCOL } from "../protocol.js";
import { createFollowedRooms } from "./followed_rooms.js";
import { createPostponed } from "./postponed.js";
import { randomId } from "./random.js";
import { createUnanswered } from "./unanswered.js";

/** @import {AnalysisNews, Answer, ChallengeInfo, Command, Inbound, Language, Outbound, TreeNews} from "./messages.js" */
/** @import {LobbyNews, Sanction, Welcome, Who} from "./messages.js" */
/** @import {LessonNotice, OfferNotice, RegistrationChanged, TreeNotice} from "../protocol.js" */

/**
 * @typedef {object} Ports
 * @property {(message: Inbound) => void} send  sends a message on the open connection
 * @property {string} build  of the page's client files; empty if unknown
 * @property {() => string | null} token
 * @property {(token: string, signedIn: boolean) => boolean} keepToken  `signedIn`: in answer to a command, not to hello;
 *   returns false if the page does not take over this player and will be reloaded
 * @property {() => boolean} [hidden]  whether the page is hidden
 * @property {() => Language} language
 * @property {(welcome: Welcome) => void} [onWelcome]
 * @property {(player: Who) => void} [onRenamed]
 * @property {() => void} [onDevices]  the viewer's devices changed
 * @property {(room: string, opponent: Who, challenge?: string | null) => void} [onStarted]
 *   a game of the viewer has begun in a room that is not followed; by a challenge, if this page had sent it
 * @property {(all: ChallengeInfo[]) => void} [onChallenges]  sent by the viewer or awaiting their answer
 * @property {(by: Who) => void} [onChallenged]  the viewer has just been challenged
 * @property {(room: string, opponent: Who) => void} [onYourMove]  the viewer is to move in a game by correspondence
 *   that is not followed
 * @property {(news: import("./seeking.js").SeekNews) => void} [onSeek]  the search has changed
 * @property {() => boolean} [seeking]  whether the viewer seeks an opponent and must report presence
 * @property {(sanction: Sanction) => void} [onSanctioned]  staff has sanctioned the viewer
 * @property {(room: string) => void} [onRoomClosed]  staff has ended a game or an open room of the viewer
 * @property {() => void} [onRated]  a game on this page was counted, perhaps the viewer's
 * @property {(registration: RegistrationChanged["registration"]) => void} [onRegistration]  registration has changed
 * @property {(trees: TreeNotice[]) => void} [onTreesDeleted]  trees of the viewer's that staff have deleted
 * @property {(lessons: LessonNotice[]) => void} [onLessons]  unread lessons
 * @property {(offers: OfferNotice[]) => void} [onOffers]  offers that await the viewer's answer
 * @property {(waiting: number) => void} [onReports]  number of open reports, for staff
 * @property {() => void} [onStale]  the server has other client files or another protocol version
 * @property {(code: string, detail?: Record<string, string | number>) => void} [onBye]
 *   the server closes this connection, or refused it as a whole
 * @property {(now: number) => void} [onTime]  server time of a message that has just arrived
 */

/** Refusal of a command by the server. */
export class Refused extends Error {
  /** @param {string} code @param {Record<string, string | number>} [detail] */
  constructor(code, detail = {}) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Codes that refuse the connection itself and answer no command. */
const WHOLE = new Set(["stale_protocol", "banned", "too_many_connections", "hello_first", "deleted", "signed_out"]);

/** @typedef {ReturnType<typeof createSession>} Session */

/** @param {Ports} ports */
export function createSession(ports) {
  /** @type {((news: LobbyNews) => void) | null} */
  let lobby = null;
  /** @type {Map<string, (news: AnalysisNews) => void>}  by game */
  const analyses = new Map();
  /** @type {Map<string, (news: TreeNews) => void>}  by tree */
  const trees = new Map();
  /** @type {((news: import("./messages.js").FollowedNews) => void) | null} */
  let followed = null;
  let ready = false;
  /** @type {string | undefined}  id of the player whom the server greeted last */
  let me;
  const page = randomId();
  const postponed = createPostponed();
  const rooms = createFollowedRooms({ send: ports.send, ready: () => ready, postponed });
  const unanswered = createUnanswered(ports.send, postponed);

  /** @param {Welcome} welcome */
  function welcomed(welcome) {
    const again = ready;
    if (welcome.token && !ports.keepToken(welcome.token, again)) return;
    const other = me !== undefined && me !== welcome.player.id; // another tab may have changed the identity
    ready = true;
    me = welcome.player.id;
    if (ports.build && ports.build !== welcome.build) ports.onStale?.();
    ports.onWelcome?.(welcome);
    if (again) unanswered.answerRedeem();
    else if (other) unanswered.drop(() => new Refused("signed_out"));
    if (again || other) rooms.forgetVersions();
    rooms.resume(!again && ports.hidden?.());
    if (lobby) ports.send({ t: "lobby", on: true });
    if (followed) ports.send({ t: "followed", on: true });
    for (const game of analyses.keys()) ports.send({ t: "watch", game, on: true });
    for (const tree of trees.keys()) ports.send({ t: "follow_tree", tree, on: true });
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
   * Schedule a repetition after the server was overloaded. A refusal that names neither a command nor a room concerns
   * the lobby.
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
    /** Whether the server has greeted the client on the current connection. */
    get ready() {
      return ready;
    },

    /** Whether an answer from the server is outstanding. */
    get waiting() {
      return unanswered.waiting || rooms.waiting;
    },

    /** Say hello on a new connection. */
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

    /** Handle the loss of the connection; everything unanswered stays for the next one. */
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
        case "run_begun":
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
        case "tree":
          trees.get(message.tree)?.(message);
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
          rooms.resume(); // the permission to talk may have changed in each
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
        case "trees_deleted":
          ports.onTreesDeleted?.(message.trees);
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
        default:
          /** @satisfies {never} */ (message); // a message of the protocol without a case
      }
    },

    /**
     * Send a command, now or on the next connection, and again on each new connection until it is answered.
     *
     * @template {Command} Given
     * @param {Given} command
     * @param {string} [id]  a new one, or that of a repeated command
     * @returns {Promise<Answer<Given>>}  rejects with `Refused`
     */
    command(command, id = randomId()) {
      const message = /** @type {Inbound} */ ({ ...command, id });
      return new Promise((resolve, reject) => {
        unanswered.add(id, { message, resolve, reject });
        if (ready) ports.send(message);
      });
    },

    /** Follow a room: first its snapshot, then its events without gaps. */
    follow: rooms.follow,

    /** Request a followed room again. */
    lookAgain: rooms.lookAgain,

    /** Take back a room that another page of the player took over. */
    takeOver: rooms.takeOver,

    /** @param {(news: LobbyNews) => void} listener @returns {() => void}  stops following */
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
     * Follow the presence of the followed players; one listener.
     *
     * @param {(news: import("./messages.js").FollowedNews) => void} listener  called at once and after every change
     * @returns {() => void}  stops following
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
     * Follow the analysis of a game; one listener per game.
     *
     * @param {string} game
     * @param {(news: AnalysisNews) => void} listener  called at once and after every step
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

    /**
     * Follow the changes of a stored tree; one listener per tree.
     *
     * @param {string} tree
     * @param {(news: TreeNews) => void} listener  called at once and after every change
     * @returns {() => void}  stops following
     */
    followTree(tree, listener) {
      trees.set(tree, listener);
      if (ready) ports.send({ t: "follow_tree", tree, on: true });
      return () => {
        if (trees.get(tree) !== listener) return;
        trees.delete(tree);
        if (ready) ports.send({ t: "follow_tree", tree, on: false });
      };
    },
  };
}
