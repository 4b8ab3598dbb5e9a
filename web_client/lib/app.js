/**
 * What every page is given.
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
 * @property {Who} me  id and name are empty until the server has greeted us
 * @property {boolean | null} named  whether what we have taught may carry our name; null before we were asked
 * @property {Account | null} account  null for a guest
 * @property {"open" | "invite" | "closed"} registration  who may keep a name here
 * @property {string} provider  what those call it who sign in by it; empty where there is none
 * @property {OwnRooms} ownRooms
 * @property {Seeking} seeking
 * @property {Push} push
 * @property {SlowGames} slowGames
 * @property {OwnRatings} ownRatings
 * @property {ChallengeInfo[]} challenges  that we have given, and that wait for us
 * @property {LessonNotice[]} lessons  that wait to be seen
 * @property {OfferNotice[]} offers  that wait for our answer
 * @property {number} reports  that wait for the staff, where we are of it
 * @property {Set<string>} blocked  ids of those whom we have blocked
 * @property {LevelInfo[]} levels  empty until they are loaded
 * @property {Status} status
 * @property {(listener: () => void) => () => void} watch  called when any of these changes
 * @property {(listener: () => void) => () => void} watchDevices  called when a device of ours has come or gone
 * @property {(path: string, how?: {replace?: boolean}) => void} navigate
 * @property {(title: string) => void} setTitle
 * @property {(count: number) => void} setWaiting  how much waits for the reader, for the tab and the icon to say
 * @property {(text: string, link?: {href: string, text: string}) => void} toast  says something in passing, seen and
 *   heard
 * @property {(error: unknown) => void} refuse  says in passing why something was refused
 */

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {HTMLElement} element  with one h1
 * @property {() => void} [close]
 */

export {};
