/**
 * What this page and the server have agreed on, apart from the connection that carries it: who we are, which rooms we
 * follow and up to which version, and which commands have no answer yet. When a new connection opens, the rooms are
 * resumed from their versions and the unanswered commands are sent again under the same ids, so each has the effect of
 * one. What the server had no time for is asked for again a little later. Nothing here knows of WebSockets.
 */

import { PROTOCOL } from "../protocol.js";
import { createPostponed } from "./postponed.js";
import { randomId } from "./random.js";

/** @import {AnalysisNews, Answer, Command, Inbound, Language, Outbound, RoomNews, LobbyNews, Welcome, Who} from "./messages.js" */

/**
 * @typedef {object} Ports
 * @property {(message: Inbound) => void} send  puts a message on the open connection
 * @property {string} build  of the client files that this page was made of; empty where it is not known
 * @property {() => string | null} token
 * @property {(token: string) => void} keepToken
 * @property {() => Language} language
 * @property {(welcome: Welcome) => void} [onWelcome]
 * @property {(player: Who) => void} [onRenamed]
 * @property {(room: string, opponent: Who) => void} [onStarted]  a game of ours has begun in a room that we do not follow
 * @property {() => void} [onStale]  the server holds other client files, or speaks another protocol
 * @property {(code: string) => void} [onBye]  the server closes this connection, or refused it as a whole
 * @property {(now: number) => void} [onTime]  the server's time in a message that has just come
 */

/** A command that the server refused. */
export class Refused extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [detail]
   */
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
  /**
   * `automatic`: last sent because a connection opened, and not because somebody has just done something.
   *
   * @type {Map<string, {message: Inbound, automatic: boolean, resolve: (answer: any) => void, reject: (error: Refused) => void}>}
   */
  const unanswered = new Map();
  /** @type {Map<string, {v: number | null, replaced: boolean, asked: boolean, listener: (news: RoomNews) => void}>} */
  const rooms = new Map();
  /** @type {((news: LobbyNews) => void) | null} */
  let lobby = null;
  /** @type {Map<string, (news: AnalysisNews) => void>} by game */
  const analyses = new Map();
  let ready = false;
  const postponed = createPostponed();

  /** @param {string} room */
  function enter(room) {
    const followed = rooms.get(room);
    if (!ready || !followed || followed.replaced) return;
    followed.asked = true;
    ports.send(followed.v === null ? { t: "enter", room } : { t: "enter", room, since: followed.v });
  }

  /** @param {Welcome} welcome */
  function welcomed(welcome) {
    const changedIdentity = ready;
    ready = true;
    if (welcome.token) ports.keepToken(welcome.token);
    if (ports.build && ports.build !== welcome.build) ports.onStale?.();
    ports.onWelcome?.(welcome);
    if (changedIdentity) {
      answerRedeem();
      for (const followed of rooms.values()) followed.v = null;
    }
    for (const room of rooms.keys()) enter(room);
    if (lobby) ports.send({ t: "lobby", on: true });
    for (const game of analyses.keys()) ports.send({ t: "watch", game, on: true });
    if (changedIdentity) return;
    for (const command of unanswered.values()) {
      command.automatic = true;
      ports.send(command.message);
    }
  }

  /** @param {string} id  of a command that has its answer */
  function settled(id) {
    const command = unanswered.get(id);
    unanswered.delete(id);
    if (command) postponed.forget(command);
    return command;
  }

  /** A second welcome on one connection is the answer to `redeem`. */
  function answerRedeem() {
    for (const [id, { message }] of unanswered) {
      if (message.t === "redeem") settled(id)?.resolve({ t: "ack", id });
    }
  }

  /** @param {Extract<Outbound, {t: "error"}>} error */
  function refused(error) {
    const command = error.id ? unanswered.get(error.id) : undefined;
    if (error.code === "flood" && (!command || command.automatic)) {
      flooded(error, command);
    } else if (error.id && command) {
      settled(error.id);
      command.reject(new Refused(error.code, error.detail));
    } else if (error.code === "stale_protocol") {
      ports.onStale?.();
      ports.onBye?.(error.code);
    } else if (error.room && rooms.has(error.room)) {
      const followed = rooms.get(error.room);
      if (followed) followed.asked = false;
      followed?.listener(error);
    } else if (WHOLE.has(error.code)) {
      ports.onBye?.(error.code);
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
    const followed = room ? rooms.get(room) : undefined;
    const listener = lobby;
    if (command) {
      postponed.later(command, () => ports.send(command.message));
    } else if (room && followed && !id) {
      followed.asked = false;
      postponed.later(followed, () => enter(room));
    } else if (listener && !room && !id) {
      postponed.later(listener, () => ports.send({ t: "lobby", on: true }));
    }
  }

  /**
   * Hands on what is new. Events that are known already are dropped; when one is missing, the whole room is asked for.
   *
   * @param {Extract<Outbound, {t: "events"}>} message
   */
  function happened(message) {
    const followed = rooms.get(message.room);
    if (!followed || followed.v === null) return; // the snapshot that was asked for holds them
    const known = followed.v;
    const fresh = message.events.filter(({ v }) => v > known);
    if (fresh.some(({ v }, index) => v !== known + 1 + index)) {
      followed.v = null;
      enter(message.room);
      return;
    }
    followed.asked = false;
    postponed.forget(followed);
    if (fresh.length) followed.v = fresh[fresh.length - 1].v;
    followed.listener({ ...message, events: fresh });
  }

  return {
    /** Whether the server has greeted us on the connection that is open now. */
    get ready() {
      return ready;
    },

    /** Whether an answer from the server is outstanding. */
    get waiting() {
      return [...unanswered.values()].some((command) => !postponed.has(command)) || [...rooms.values()].some(({ asked }) => asked);
    },

    /** A connection is open: say hello. */
    opened() {
      const token = ports.token();
      ports.send({
        t: "hello",
        protocol: PROTOCOL,
        build: ports.build,
        lang: ports.language(),
        ...(token ? { token } : {}),
      });
    },

    /** The connection is gone. Everything that has no answer stays, for the next one. */
    closed() {
      ready = false;
      postponed.forgetAll();
      for (const followed of rooms.values()) followed.asked = false;
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
        case "devices":
          settled(message.id)?.resolve(message);
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
        case "room": {
          const followed = rooms.get(message.room);
          if (!followed) break;
          Object.assign(followed, { v: message.v, asked: false, replaced: false });
          postponed.forget(followed);
          followed.listener(message);
          break;
        }
        case "events":
          happened(message);
          break;
        case "presence":
        case "forbidden":
        case "queued":
          rooms.get(message.room)?.listener(message);
          break;
        case "replaced": {
          const followed = rooms.get(message.room);
          if (!followed) break;
          Object.assign(followed, { replaced: true, asked: false });
          followed.listener(message);
          break;
        }
        case "renamed":
          ports.onRenamed?.(message.player);
          break;
        case "started":
          ports.onStarted?.(message.room, message.opponent);
          break;
        case "bye":
          if (message.code === "stale_protocol") ports.onStale?.();
          ports.onBye?.(message.code);
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
        unanswered.set(id, { message, automatic: false, resolve, reject });
        if (ready) ports.send(message);
      });
    },

    /**
     * Follows a room: its snapshot first, then its events without gaps.
     *
     * @param {string} room
     * @param {(news: RoomNews) => void} listener
     * @returns {() => void}  stops following
     */
    follow(room, listener) {
      const followed = { v: null, replaced: false, asked: false, listener };
      rooms.set(room, followed);
      enter(room);
      return () => {
        if (rooms.get(room) !== followed) return;
        rooms.delete(room);
        postponed.forget(followed);
        if (ready && !followed.replaced) ports.send({ t: "leave", room });
      };
    },

    /**
     * Takes a room back that another of the player's pages took over.
     *
     * @param {string} room
     */
    takeOver(room) {
      const followed = rooms.get(room);
      if (followed) followed.replaced = false;
      enter(room);
    },

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
