/**
 * The protocol's messages as the client's logic groups them.
 *
 * @import {Inbound, Outbound} from "../protocol.js"
 */

/** @typedef {import("../protocol.js").Inbound} Inbound */
/** @typedef {import("../protocol.js").Outbound} Outbound */
