/** Messages of the protocol, grouped as the client's logic uses them. */

/** @typedef {import("../protocol.js").Inbound} Inbound */
/** @typedef {import("../protocol.js").Outbound} Outbound */

/** @typedef {Extract<Inbound, {t: "hello"}>["lang"] & string} Language */
/** @typedef {Extract<Outbound, {t: "welcome"}>} Welcome */
/** @typedef {NonNullable<Welcome["account"]>} Account */
/** @typedef {Extract<Outbound, {t: "ack"}>} Ack */
/** @typedef {Extract<Outbound, {t: "tried"}>} Tried */
/** @typedef {Extract<Outbound, {t: "solution"}>} Solution */
/** @typedef {Extract<Outbound, {t: "run_begun"}>} RunBegun */
/** @typedef {Extract<Outbound, {t: "hint"}>} Advice */
/** @typedef {Extract<Outbound, {t: "plan"}>} PlanNews */
/** @typedef {Extract<Outbound, {t: "devices"}>} DeviceList */
/** @typedef {DeviceList["devices"][number]} Device */
/** @typedef {Extract<Outbound, {t: "identities"}>} IdentityList */
/** @typedef {Extract<Outbound, {t: "blocks"}>} BlockList */
/** @typedef {Extract<Outbound, {t: "reports"}>} ReportList */
/** @typedef {ReportList["reports"][number]} ReportInfo */
/** @typedef {Extract<Outbound, {t: "report"}>} ReportState */
/** @typedef {Extract<Outbound, {t: "player"}>} PlayerRecord */
/** @typedef {PlayerRecord["sanctions"][number]} LaidSanction */
/** @typedef {Extract<Outbound, {t: "audit"}>} AuditLog */
/** @typedef {AuditLog["acts"][number]} Act */
/** @typedef {Extract<Outbound, {t: "evidence"}>} Evidence */
/** @typedef {Extract<Outbound, {t: "health"}>} Health */
/** @typedef {Extract<Outbound, {t: "backups"}>} BackupList */
/** @typedef {Extract<Outbound, {t: "checks"}>} CheckList */
/** @typedef {Extract<Outbound, {t: "patterns"}>} PatternList */
/** @typedef {Extract<Outbound, {t: "trees"}>} TreeList */
/** @typedef {Extract<Outbound, {t: "weights"}>} WeightsList */
/** @typedef {Extract<Outbound, {t: "weights_compared"}>} WeightsCompared */
/** @typedef {Extract<Outbound, {t: "proofs"}>} ProofList */
/** @typedef {Extract<Outbound, {t: "classrooms"}>} ClassroomList */
/** @typedef {ClassroomList["classrooms"][number]} ClassroomInfo */
/** @typedef {Extract<Outbound, {t: "classroom"}>} ClassroomState */
/** @typedef {ClassroomState["pupils"][number]} Pupil */
/** @typedef {Extract<Outbound, {t: "pupil_codes"}>} PupilCodes */
/** @typedef {Extract<Outbound, {t: "people"}>} PeopleList */
/** @typedef {Extract<Outbound, {t: "rooms"}>} RoomList */
/** @typedef {Extract<Outbound, {t: "games"}>} GameList */
/** @typedef {Extract<Outbound, {t: "jobs"}>} JobList */
/** @typedef {Extract<Outbound, {t: "settings"}>} SettingList */
/** @typedef {Extract<Inbound, {t: "act"}>["act"]} ActName */
/** @typedef {Extract<Outbound, {t: "analysis"}>} AnalysisNews */
/** @typedef {Extract<Outbound, {t: "tree"}>} TreeNews */
/** @typedef {Extract<Outbound, {t: "push"}>} PushState */
/** @typedef {PushState["kinds"][number]} PushKind */
/** @typedef {Extract<Outbound, {t: "error"}>} Refusal */
/** @typedef {Extract<Outbound, {t: "room"}>} RoomState */
/** @typedef {Extract<Outbound, {t: "events"}>} Events */
/** @typedef {Extract<Outbound, {t: "lobby"}>} LobbyState */
/** @typedef {Extract<Outbound, {t: "lobby_change"}>} LobbyChange */
/** @typedef {LobbyState["rooms"][number]} LobbyRoom */
/** @typedef {NonNullable<LobbyState["seeks"]>[number]} SeekInfo */
/** @typedef {Extract<Outbound, {t: "challenges"}>["challenges"][number]} ChallengeInfo */
/** @typedef {Extract<Outbound, {t: "players"}>} PlayerList */
/** @typedef {Extract<Outbound, {t: "followed"}>} FollowedNews */
/** @typedef {Welcome["player"]} Who */
/** @typedef {RoomState["rules"]} Rules */
/** @typedef {RoomState["clock"]} ClockSpec */
/** @typedef {NonNullable<RoomState["opening"]>} OpeningName */
/** @typedef {NonNullable<RoomState["progress"]>} OpeningProgress */
/** @typedef {NonNullable<OpeningProgress["turn"]>} OpeningTurn */
/** @typedef {NonNullable<OpeningTurn["choices"]>[number]} Choice */
/** @typedef {"black" | "white"} Color */
/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */

/** @typedef {Extract<Outbound, {t: "talk" | "said" | "unsaid"}>} TalkNews */
/** @typedef {Extract<TalkNews, {t: "said"}>["remark"]} Remark */
/** @typedef {NonNullable<Remark["phrase"]>} Phrase */
/** @typedef {NonNullable<Extract<TalkNews, {t: "talk"}>["muted"]>} Sanction */
/** @typedef {Sanction["reason"]} Offence */

/**
 * @typedef {"room" | "events" | "presence" | "forbidden" | "queued" | "ratings" | "plan" | "replaced" | "error" | TalkNews["t"]
 *   } OfRooms
 */
/** @typedef {Extract<Outbound, {t: OfRooms}>} RoomNews */
/** @typedef {LobbyState | LobbyChange} LobbyNews */

/**
 * Command as the pages build it, before the session numbers it.
 *
 * @typedef {Unnumbered<Extract<Inbound, {id: string}>>} Command
 */

/**
 * @template Message
 * @typedef {Message extends {id: string} ? Omit<Message, "id"> : never} Unnumbered
 */

/**
 * Answer to a command.
 *
 * @template {Command} Given
 * @typedef {Given extends {t: "try" | "defend" | "attack"} ? Tried : Given extends {t: "reveal"} ? Solution
 *   : Given extends {t: "begin_run"} ? RunBegun
 *   : Given extends {t: "hint"} ? Advice : Given extends {t: "devices"} ? DeviceList
 *   : Given extends {t: "identities"} ? IdentityList
 *   : Given extends {t: "blocks"} ? BlockList : Given extends {t: "reports"} ? ReportList
 *   : Given extends {t: "read_report"} ? ReportState : Given extends {t: "player"} ? PlayerRecord
 *   : Given extends {t: "audit"} ? AuditLog : Given extends {t: "health"} ? Health
 *   : Given extends {t: "classrooms"} ? ClassroomList
 *   : Given extends {t: "classroom" | "make_classroom" | "add_pupils"} ? ClassroomState
 *   : Given extends {t: "pupil_codes"} ? PupilCodes
 *   : Given extends {t: "backups"} ? BackupList : Given extends {t: "rooms"} ? RoomList
 *   : Given extends {t: "people"} ? PeopleList
 *   : Given extends {t: "games"} ? GameList : Given extends {t: "jobs"} ? JobList
 *   : Given extends {t: "evidence"} ? Evidence : Given extends {t: "checks"} ? CheckList
 *   : Given extends {t: "patterns"} ? PatternList : Given extends {t: "weights"} ? WeightsList
 *   : Given extends {t: "trees"} ? TreeList
 *   : Given extends {t: "compare_weights"} ? WeightsCompared : Given extends {t: "proofs"} ? ProofList
 *   : Given extends {t: "settings"} ? SettingList
 *   : Given extends {t: "find_players"} ? PlayerList
 *   : Given extends {t: "read_plan"} ? PlanNews : Given extends {t: "push"} ? PushState : Ack} Answer
 */

export {};
