/**
 * Interface between the application and its pages.
 *
 * @import {Api, LevelInfo} from "./api.js"
 * @import {Account, ChallengeInfo, Who} from "./messages.js"
 * @import {Identity} from "./identity.js"
 * @import {OwnRatings} from "./own_ratings.js"
 * @import {OwnRooms} from "./own_rooms.js"
 * @import {Push} from "./push.js"
 * @import {Seeking} from "./seeking.js"
 * @import {Session} from "./session.js"
 * @import {SettingsStore} from "./settings.js"
 * @import {SlowGames} from "./slow_games.js"
 * @import {ServerTime} from "./time.js"
 * @import {Status} from "../socket.js"
 * @import {LessonNotice, OfferNotice} from "../protocol.js"
 */

/**
 * @typedef {object} App
 * @property {Session} session
 * @property {Api} api
 * @property {Identity} identity
 * @property {SettingsStore} settings
 * @property {ServerTime} time
 * @property {Who} me  id and name are empty until the server has greeted the client
 * @property {boolean | null} named  whether the viewer's name may appear beside what they taught; null until they are
 *   asked
 * @property {Account | null} account  null for a guest
 * @property {"open" | "invite" | "closed"} registration  who may make an account here
 * @property {string} provider  name of the sign-in provider; empty without one
 * @property {OwnRooms} ownRooms
 * @property {Seeking} seeking
 * @property {Push} push
 * @property {SlowGames} slowGames
 * @property {OwnRatings} ownRatings
 * @property {ChallengeInfo[]} challenges  sent by the viewer or awaiting their answer
 * @property {LessonNotice[]} lessons  unread
 * @property {import("../protocol.js").TreeNotice[]} deletedTrees  trees of the viewer's that staff have deleted
 * @property {OfferNotice[]} offers  awaiting the viewer's answer
 * @property {number} reports  number of open reports, for staff
 * @property {Set<string>} blocked  ids of the players whom the viewer has blocked
 * @property {LevelInfo[]} levels  empty until loaded
 * @property {Status} status
 * @property {(listener: () => void) => () => void} watch  calls the listener after each change of these
 * @property {(listener: () => void) => () => void} watchDevices  calls the listener after the viewer's devices changed
 * @property {(path: string, how?: {replace?: boolean}) => void} navigate
 * @property {(title: string) => void} setTitle
 * @property {(count: number) => void} setWaiting  number of items that wait for the viewer, shown by the tab and the
 *   icon
 * @property {(text: string, link?: {href: string, text: string}) => void} toast  shows a toast, which is also announced
 * @property {(error: unknown) => void} refuse  shows why something was refused
 * @property {() => void} seeLesson  marks the shown game's lesson as seen; a page calls it once it has its game
 */

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {HTMLElement} element  has one h1
 * @property {() => string | null} [lesson]  the game that the page shows with its lesson; null until it has loaded
 * @property {() => void} [close]
 */

export {};
