/** The protocol's messages, grouped as the client's logic takes them. */

/** @typedef {import("../protocol.js").Inbound} Inbound */
/** @typedef {import("../protocol.js").Outbound} Outbound */

/** @typedef {Extract<Inbound, {t: "hello"}>["lang"] & string} Language */
/** @typedef {Extract<Outbound, {t: "welcome"}>} Welcome */
/** @typedef {Extract<Outbound, {t: "ack"}>} Ack */
/** @typedef {Extract<Outbound, {t: "error"}>} Refusal */
/** @typedef {Extract<Outbound, {t: "room"}>} RoomState */
/** @typedef {Extract<Outbound, {t: "events"}>} Events */
/** @typedef {Extract<Outbound, {t: "lobby"}>} LobbyState */
/** @typedef {Extract<Outbound, {t: "lobby_change"}>} LobbyChange */
/** @typedef {LobbyState["rooms"][number]} LobbyRoom */
/** @typedef {Welcome["player"]} Who */
/** @typedef {RoomState["rules"]} Rules */
/** @typedef {RoomState["clock"]} ClockSpec */
/** @typedef {"black" | "white"} Color */
/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */

/** @typedef {Extract<Outbound, {t: "room" | "events" | "presence" | "forbidden" | "replaced" | "error"}>} RoomNews */
/** @typedef {LobbyState | LobbyChange} LobbyNews */

/**
 * A command as the pages give it, before the session numbers it.
 *
 * @typedef {Unnumbered<Extract<Inbound, {id: string}>>} Command
 */

/**
 * @template Message
 * @typedef {Message extends {id: string} ? Omit<Message, "id"> : never} Unnumbered
 */

export {};
