/**
 * The protocol's messages and values. Written by `python -m server.protocol.describe` from the server's own types:
 * do not edit. A property that may be left out stands for its default, which is null unless PROTOCOL.md says otherwise.
 */

export const PROTOCOL = 1;

/**
 * Those of five in a row; noughts and crosses; `row_4` and its like, in which four or more win: for people only.
 *
 * @typedef {"freestyle" | "standard" | "renju" | "caro" | "tictactoe" | "row_3" | "row_4" | "row_6" | "row_7" | "row_8"} Rules
 */

/**
 * Lines of a square board, as many each way; which of them are played on, the rules say: most from 5 to 20.
 * 3 to 20
 *
 * @typedef {number} Size
 */

/** @typedef {"public" | "link" | "private"} Visibility */

/** @typedef {"black" | "white"} ColorName */

/** @typedef {"black" | "white" | "random"} ColorChoice */

/**
 * By which rule a game begins; `free` is none: the colours are settled and every point may be played.
 *
 * @typedef {"free" | "pro" | "long_pro" | "swap" | "swap_after_first" | "swap2" | "old_swap" | "rif" | "yamaguchi" | "soosyrv_4" | "soosyrv_8" | "tarannikov" | "taraguchi_5" | "taraguchi_10" | "super_taraguchi" | "sakata" | "super_sakata"} OpeningName
 */

/**
 * What may be said in an opening.
 *
 * `keep` or `swap` the colours as they are, take `black` or `white`, lay `two` more stones and leave the choice
 * to the other, or as black lay `one` fifth stone or `offer` several.
 *
 * @typedef {"keep" | "swap" | "black" | "white" | "one" | "two" | "offer"} ChoiceName
 */

/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */

/**
 * How a game ended; `unfinished` is an imported one whose file tells of no end, `unknown` one whose file tells who
 * won, and no more.
 *
 * @typedef {"five" | "forbidden" | "full_board" | "resigned" | "timeout" | "abandoned" | "agreed_draw" | "aborted" | "unfinished" | "unknown"} ReasonName
 */

/** @typedef {"overline" | "double-four" | "double-three"} ForbiddenName */

/** @typedef {"en" | "zh-Hans" | "zh-Hant"} Language */

/** @typedef {"sgf" | "psq"} Notation */

/**
 * What a file of variations may be: RenLib, SGF, Piskvorky, a position string, or the XML of the renju federation.
 *
 * @typedef {"lib" | "sgf" | "psq" | "txt" | "rif"} TreeFormat
 */

/**
 * Of the texts in a file that does not say which.
 *
 * @typedef {"utf-8" | "utf-16" | "utf-16-le" | "utf-16-be" | "gb18030" | "big5" | "cp932" | "euc_jp" | "euc_kr" | "cp1250" | "cp1251" | "cp1252" | "cp1253" | "cp1254" | "cp1257" | "koi8-r" | "iso8859-2" | "latin-1"} TreeEncoding
 */

/**
 * Unit in which a place in a file is counted.
 *
 * @typedef {"file" | "line" | "byte" | "node" | "move" | "game"} FileUnit
 */

/**
 * What a notice on a device tells of: one's move in a game by correspondence, or that its time runs out soon; a
 * challenge; the lesson of a game against a bot; an offer of a draw or a take-back; one of a rematch.
 *
 * @typedef {"your_move" | "deadline" | "challenge" | "lesson" | "offer" | "rematch"} PushKind
 */

/**
 * How far the analysis of a game is; `none` where nobody has asked for it.
 *
 * @typedef {"none" | "queued" | "running" | "done" | "failed"} JobState
 */

/**
 * What a puzzle asks for: a move that wins by force, or the only kind of move that does not lose by force.
 *
 * @typedef {"win" | "defence"} PuzzleKind
 */

/**
 * What a puzzle is about: won by fours alone, or by threes, too; what the winner makes at once in the end; a stop where
 * black may not play; a defender's four on the way; a single move that holds, and one that makes a four or a three.
 *
 * @typedef {"vcf" | "vct" | "double_four" | "four_three" | "double_three" | "forbidden" | "counter_four" | "only_move" | "counter"} PuzzleTheme
 */

/**
 * What an account may do here beyond playing; a program that plays by itself says that it is one.
 *
 * @typedef {"owner" | "moderator" | "teacher" | "bot"} RoleName
 */

/**
 * Who may keep a name: anybody, who has an invitation, nobody.
 *
 * @typedef {"open" | "invite" | "closed"} Registration
 */

/**
 * What may be said in rooms: nothing, phrases in the language of whoever reads them, or words of one's own.
 *
 * @typedef {"off" | "phrases" | "free"} TalkLevel
 */

/**
 * Who talks: those at the board, or those who look on. Either talks among themselves.
 *
 * @typedef {"players" | "watchers"} TalkSide
 */

/** @typedef {"hello" | "good_luck" | "one_moment" | "thanks" | "sorry" | "nice_move" | "oops" | "well_played" | "good_game" | "congratulations" | "one_more" | "goodbye"} PhraseName */

/**
 * Says nothing in rooms; that, and begins no games with people; or is kept out of the server.
 *
 * @typedef {"mute" | "timeout" | "ban"} SanctionKind
 */

/**
 * What somebody is reported or sanctioned for: bad words, floods, an offensive name, help from outside, games that are
 * left again and again, or what a note says.
 *
 * @typedef {"insult" | "spam" | "name" | "cheating" | "leaving" | "other"} OffenceName
 */

/**
 * Games that count for one rating of a player: of freestyle and standard, of renju, of caro, at once or by
 * correspondence.
 *
 * @typedef {"gomoku" | "renju" | "caro" | "gomoku_correspondence" | "renju_correspondence" | "caro_correspondence"} RatingPoolName
 */

/**
 * Why a game that was to be rated changes no rating: its rules have none, it is not public, a player had no account as
 * it began, it was aborted, fewer than two stones were played, five games of the player against the same bot, begun in the
 * 24 hours before it, had counted as it began or were going on, a move was taken back, the house has struck it out, or it
 * was deleted.
 *
 * @typedef {"rules" | "not_public" | "no_account" | "aborted" | "too_short" | "same_bot" | "took_back" | "struck" | "deleted"} UnratedReason
 */

/**
 * What staff does to a room, a game, a job, a player, or to what bots have learned: as the operator's commands of the
 * command line do, which are called alike.
 *
 * @typedef {"close_room" | "delete_game" | "ratings_strike" | "ratings_restore" | "ratings_recompute" | "job_retry" | "job_cancel" | "delete_player" | "account_create" | "account_reset" | "account_role" | "account_disable" | "account_enable" | "account_totp" | "account_token" | "account_invite" | "pattern_on" | "pattern_off" | "pattern_forget" | "patterns_rebuild" | "game_learn" | "book_rebuild" | "weights_use" | "weights_forget" | "weights_freeze" | "weights_unfreeze" | "tree_delete" | "tree_export"} ActName
 */

/**
 * What is checked: every game by its checksums and the file, some proven positions by the rules alone, or a backup as
 * the database is.
 *
 * @typedef {"database" | "proofs" | "backup"} CheckName
 */

/**
 * What a check has come to: nothing is wrong, something is, or it could not be made.
 *
 * @typedef {"sound" | "faulty" | "failed"} CheckOutcome
 */

/**
 * What has become of a version of the learned weights: its match goes on, it has won it or not, or its numbers are
 * gone.
 *
 * @typedef {"trial" | "passed" | "refused" | "forgotten"} WeightsState
 */

/** @typedef {"two" | "open_two" | "three" | "open_three" | "four" | "open_four" | "double_four"} WeightLine */

/**
 * What learned weights are of: what a stone at a point would make in a line of it, and threats that stand.
 *
 * @typedef {"open_three" | "double_three" | "four" | "four_three" | "winning_four"} WeightThreat
 */

/**
 * Settings that the owner changes while the server runs; they are called as on the command line.
 *
 * @typedef {"registration" | "talk" | "talk_watchers" | "rooms_per_player" | "bot_games_per_player" | "bot_games_per_address" | "bot_games"} SettingName
 */

/**
 * 0 to 500 characters
 *
 * @typedef {string} StaffNote
 */

/**
 * One of the two sides of a room. Seat, colour and the parity of the ply are three different things.
 * 0 to 1
 *
 * @typedef {number} Seat
 */

/**
 * 1 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} PlayerId
 */

/**
 * 8 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} RoomId
 */

/**
 * Why somebody declines a challenge: another time, no game at the moment, a faster or slower clock, other rules, not
 * rated or rated, or no reason given.
 *
 * @typedef {"later" | "not_now" | "faster" | "slower" | "other_rules" | "casual" | "rated" | "no"} DeclineReason
 */

/**
 * 8 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} ChallengeId
 */

/**
 * 8 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} SeekId
 */

/**
 * 8 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} TreeId
 */

/**
 * 1 to 80 characters
 *
 * @typedef {string} TreeTitle
 */

/**
 * 8 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} ClassroomId
 */

/**
 * 1 to 60 characters
 *
 * @typedef {string} ClassroomName
 */

/**
 * 1 to 24 characters, of `[0-9A-Za-z_-]`
 *
 * @typedef {string} CommandId
 */

/**
 * 32 to 64 characters, of `[0-9A-Za-z_-]`
 *
 * @typedef {string} Token
 */

/**
 * of `[0-9a-f]{16}$`
 *
 * @typedef {string} DeviceId
 */

/**
 * 0 to 400
 *
 * @typedef {number} Ply
 */

/**
 * 1 to 9007199254740992
 *
 * @typedef {number} PuzzleId
 */

/**
 * 0 to 399
 *
 * @typedef {number} Point
 */

/**
 * Milliseconds before overtime; 0 where that begins at once.
 * 0 to 10800000
 *
 * @typedef {number} MainTime
 */

/**
 * Milliseconds, from an hour to a year.
 * 3600000 to 31536000000
 *
 * @typedef {number} Days
 */

/**
 * Those of games that are played at one sitting.
 *
 * @typedef {NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec} LiveClockSpec
 */

/** @typedef {NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec | CorrespondenceSpec} ClockSpec */

/**
 * Milliseconds until the flag of seat 0 and of seat 1 falls; null without a clock.
 *
 * @typedef {[number | null, number | null]} Left
 */

/**
 * What the clocks of some kinds have beside the time until the flag; the whole is null where theirs has nothing.
 *
 * @typedef {[number | null, number | null]} Reserve
 */

/** @typedef {Created | Seated | Moved | Chose | Declared | Proposed | Offered | Answered | TookBack | Ended | Rematched | Resumed} RoomEvent */

/**
 * 1 to 200 characters
 *
 * @typedef {string} Password
 */

/**
 * A code of an authenticator, or a recovery code in its place; empty for who has none.
 * 0 to 40 characters
 *
 * @typedef {string} Totp
 */

/**
 * 1 to 40 characters
 *
 * @typedef {string} AnyName
 */

/**
 * 1 to 40 characters
 *
 * @typedef {string} LongCode
 */

/**
 * 32 to 64 characters, of `[0-9A-Za-z_-]`
 *
 * @typedef {string} Ticket
 */

/**
 * 0 to 1439
 *
 * @typedef {number} Minute
 */

/** @typedef {Hello | FollowLobby | Create | MakeSeek | WithdrawSeek | AcceptSeek | Here | Challenge | AcceptChallenge | DeclineChallenge | WithdrawChallenge | FindPlayers | FollowPlayer | LookAtFollowed | HidePresence | Enter | Leave | Sit | Move | Choose | Declare | Propose | Resign | Offer | Answer | Abort | Claim | Hint | KeepPlan | ReadPlan | Analyse | FollowAnalysis | SeeLesson | ImportOpen | ImportChunk | ImportClose | FileLook | TreeOpen | TreeChunk | TreeClose | TreeMerge | TreeChange | TreeDelete | Try | Reveal | Defend | Consent | Rename | Code | Redeem | Devices | EndDevice | KeepName | SignIn | SignInByProvider | LinkIdentity | ConfirmLink | UnlinkIdentity | Identities | BeginTotp | ConfirmTotp | EndTotp | Recover | SignOut | ChangePassword | MakeRecoveryCodes | ClaimOwner | DeletePlayer | Say | BlockPlayer | ReadBlocks | ReportPlayer | ReadReports | ReadReport | SettleReport | LaySanction | LiftSanction | RenamePlayer | HideRemark | ReadPlayer | ReadAudit | ReadEvidence | StudyGames | ReadHealth | ReadBackups | MakeBackup | ReadChecks | MakeCheck | ReadPatterns | ReadWeights | CompareWeights | ReadProofs | UploadPatterns | UploadTree | UploadChunk | UploadClose | ReadTrees | ReadClassrooms | ReadClassroom | MakeClassroom | RenameClassroom | EndClassroom | AddPupils | MakePupilCodes | ReleasePupil | DoAct | ReadPeople | ReadRooms | ReadGames | ReadJobs | ReadSettings | ChangeSetting | TakeVacation | EndVacation | Subscribe | Unsubscribe | ReadPush | SetPush} Inbound */

/** @typedef {Welcome | Ack | Error | LobbyState | LobbyChange | SeekMatched | SeekEnded | BotOffered | RoomState | Events | RoomPresence | RatingsTold | Forbidden | Queued | Replaced | Started | Challenges | Challenged | PlayerList | FollowedPlayers | YourMove | PushState | PlanState | HintAnswer | Analysis | Tried | Solution | Renamed | DevicesChanged | IdentityList | LessonNotices | OfferNotices | DeviceList | TalkState | Said | Unsaid | Sanctioned | ReportsWaiting | ReportList | ReportState | PlayerRecord | AuditLog | PlayerEvidence | Health | BackupList | ClassroomList | ClassroomState | PupilCodes | RoomList | PeopleList | GameList | JobList | SettingList | CheckList | PatternList | TreeList | WeightsList | WeightsCompared | ProofList | RoomClosed | RegistrationChanged | BlockList | Bye | Beat} Outbound */

/**
 * What the solver says about a move: `lost_here` loses, by a proof, and some other move wins, or withstood more than
 * that; `not_proven_lost` loses, too, and whether every other move does is not known.
 *
 * @typedef {"missed_win" | "lost_here" | "not_proven_lost" | "forced"} MoveLabel
 */

/**
 * What is known of the position before a move, for who made it: that it wins, or that every move loses, each by a
 * proof; or that some moves withstood all that was asked of them (`open` says how much that was).
 *
 * @typedef {"won" | "lost" | "held"} Before
 */

/**
 * What a move had to answer: passing instead would have lost to it.
 *
 * @typedef {"five" | "four" | "vcf" | "vct"} ForcedBy
 */

/**
 * How a win is proven: at once, by a four that nothing stops, by continuous fours, by fours and open threes, or by
 * these and quiet moves that prepare them. The later is the stronger.
 *
 * @typedef {"five" | "four" | "vcf" | "vct" | "fukumi"} Method
 */

/**
 * Nobody's time runs.
 *
 * @typedef {object} NoClockSpec
 * @property {"none"} kind
 */

/**
 * Time for the whole game, and an increment after every turn, both in milliseconds.
 *
 * With `cap_ms` an increment brings nobody above that; it is no less than `initial_ms`.
 *
 * @typedef {object} FischerSpec
 * @property {"fischer"} kind
 * @property {number} initial_ms  1000 to 10800000
 * @property {number} increment_ms  0 to 180000
 * @property {number | null} [cap_ms]  1000 to 10800000
 */

/**
 * Time for the whole game, in milliseconds; nothing is added.
 *
 * @typedef {object} AbsoluteSpec
 * @property {"absolute"} kind
 * @property {number} total_ms  1000 to 10800000
 */

/**
 * The same time for every move, in milliseconds; what is not used is lost.
 *
 * @typedef {object} PerMoveSpec
 * @property {"per_move"} kind
 * @property {number} move_ms  1000 to 86400000
 */

/**
 * Main time, then periods, in milliseconds; a period that a move does not use up is whole again at the next.
 *
 * In `left` main time and periods are one sum.
 *
 * @typedef {object} ByoYomiSpec
 * @property {"byo_yomi"} kind
 * @property {MainTime} main_ms
 * @property {number} period_ms  1000 to 600000
 * @property {number} periods  1 to 20
 */

/**
 * Main time, then `stones` stones within each period, in milliseconds; all laid, time and number start anew.
 *
 * In `left` main time and the period are one sum; in `reserve` are the stones still to lay, 0 in main time.
 *
 * @typedef {object} CanadianSpec
 * @property {"canadian"} kind
 * @property {MainTime} main_ms
 * @property {number} period_ms  1000 to 3600000
 * @property {number} stones  1 to 50
 */

/**
 * Time for the whole game, for each move, or both, in milliseconds; what a move takes above its own is the bank's.
 *
 * With `weekends_free` nothing is charged on Saturdays and Sundays (UTC), and never while the server is down. In
 * `left` is what the player has until the flag, in `reserve` what is left for the whole game where both are
 * limited. The first moves are charged, too, nobody's connection matters, and no bot plays so.
 *
 * @typedef {object} CorrespondenceSpec
 * @property {"correspondence"} kind
 * @property {Days | null} [total_ms]
 * @property {Days | null} [move_ms]
 * @property {number} [bank_ms]  0 to 31536000000
 * @property {boolean} [weekends_free]
 */

/**
 * Who sits in a seat: a person by id and name, or a bot by level.
 *
 * A person who was deleted keeps the seat with an empty id and an empty name. A name without an id is what the file of
 * an imported game says.
 *
 * @typedef {object} Who
 * @property {string} [id]
 * @property {string} [name]
 * @property {number | null} [level]
 */

/**
 * A rating beside a name, in points, and one standard error of it: from 110 on it is said with a question mark.
 *
 * @typedef {object} RatingMark
 * @property {number} rating
 * @property {number} deviation
 */

/**
 * The same in a pool, where games of several may be meant.
 *
 * @typedef {object} PoolMark
 * @property {RatingPoolName} pool
 * @property {number} rating
 * @property {number} deviation
 */

/**
 * What a game has changed for one seat, in points, with the `deviation` since then; `expected` of its
 * `score`, 0 to 1, against an opponent rated `against`.
 *
 * @typedef {object} RatingShift
 * @property {number} before
 * @property {number} after
 * @property {number} deviation
 * @property {number} expected
 * @property {number} against
 * @property {number} score
 */

/**
 * Ratings at a room: of either seat in the `pool` of its game, null for who has none.
 *
 * `shifts` are there once the game is counted, and the marks are then those before it; what they expect takes the
 * `first_move` to be worth so many points. `unrated` says why the game of a `rated` room changes nothing, or
 * would not as things are.
 *
 * @typedef {object} RoomRating
 * @property {RatingPoolName} pool
 * @property {[RatingMark | null, RatingMark | null]} marks
 * @property {[RatingShift, RatingShift] | null} [shifts]
 * @property {UnratedReason | null} [unrated]
 * @property {number} [first_move]
 */

/**
 * How a game ended; `winner` is null for a draw and for an aborted game.
 *
 * @typedef {object} Result
 * @property {ColorName | null} winner
 * @property {ReasonName} reason
 */

/**
 * The room was made; its owner has seat 0.
 *
 * `start` holds the moves that the game begins with, black's first: those of `from_game` to some ply, or of a
 * position that was given.
 *
 * @typedef {object} Created
 * @property {"created"} k
 * @property {number} v
 * @property {number} at
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {Visibility} visibility
 * @property {boolean} rated
 * @property {ColorChoice} color
 * @property {Who} owner
 * @property {string | null} [previous]
 * @property {[number, number]} [score]  Half points of seat 0 and seat 1 in the games of this series so far.
 * @property {string | null} [from_game]
 * @property {number[]} [start]
 * @property {OpeningName} [opening]
 */

/**
 * Somebody took the free seat; with both seats taken the game begins.
 *
 * `black` begins. That is its colour, too, unless the opening lets the players choose: then it is until they have.
 *
 * @typedef {object} Seated
 * @property {"seated"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {Who} who
 * @property {Seat} black
 */

/**
 * A stone. The ledger of its time: thought, measured lag, given back, left to both, in milliseconds.
 *
 * `forced`, of a bot's move: passing instead would have lost to a five or to a four that nothing stops. `why`
 * holds a bot's reasons: their `kind`, more that depends on the engine, `candidates`, its best points with their
 * scores (in the engine's own units, or null), the played one first, and `forced_by`, "five" or "four". While a
 * rated game goes on both are left out. `conditional`: it was planned as the answer to the move before it.
 *
 * @typedef {object} Moved
 * @property {"moved"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {number} ply
 * @property {number} point
 * @property {number} think_ms
 * @property {number} lag_ms
 * @property {number} given_ms
 * @property {Left} left
 * @property {boolean | null} [forced]
 * @property {Record<string, any> | null} [why]
 * @property {Reserve | null} [reserve]
 * @property {boolean} [conditional]
 */

/**
 * A word was said; `black` is the seat that has black after it, as far as the opening has come.
 *
 * @typedef {object} Chose
 * @property {"chose"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {number} ply
 * @property {number} think_ms
 * @property {number} lag_ms
 * @property {number} given_ms
 * @property {Left} left
 * @property {Reserve | null} [reserve]
 * @property {ChoiceName} choice
 * @property {Seat} black
 */

/**
 * So many fifth stones are going to be offered.
 *
 * @typedef {object} Declared
 * @property {"declared"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {number} ply
 * @property {number} think_ms
 * @property {number} lag_ms
 * @property {number} given_ms
 * @property {Left} left
 * @property {Reserve | null} [reserve]
 * @property {number} number
 */

/**
 * Black offers these points; white picks one by a move that lays black's stone there.
 *
 * @typedef {object} Proposed
 * @property {"proposed"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {number} ply
 * @property {number} think_ms
 * @property {number} lag_ms
 * @property {number} given_ms
 * @property {Left} left
 * @property {Reserve | null} [reserve]
 * @property {number[]} points
 */

/**
 * A seat offers a draw, asks for a take-back, or proposes a rematch.
 *
 * @typedef {object} Offered
 * @property {"offered"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {OfferKind} what
 */

/**
 * An offer was declined, or withdrawn where `seat` is the one that had made it.
 *
 * An accepted offer shows as what it brings: took_back, ended or rematched.
 *
 * @typedef {object} Answered
 * @property {"answered"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {OfferKind} what
 */

/**
 * `plies` moves were taken back at the wish of `seat`; the game no longer counts for a rating.
 *
 * @typedef {object} TookBack
 * @property {"took_back"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {number} plies
 * @property {Left} left
 * @property {Reserve | null} [reserve]
 */

/**
 * The game is over. `line` holds the points of the winning row, `left` the clocks at the end.
 *
 * Where the opening had not settled the colours, `winner` is the one that the winning seat had by then.
 *
 * @typedef {object} Ended
 * @property {"ended"} k
 * @property {number} v
 * @property {number} at
 * @property {ColorName | null} winner
 * @property {ReasonName} reason
 * @property {Left} left
 * @property {number[] | null} [line]
 * @property {Reserve | null} [reserve]
 */

/**
 * Both want to play again: the next game is in `room`, the other begins.
 *
 * @typedef {object} Rematched
 * @property {"rematched"} k
 * @property {number} v
 * @property {number} at
 * @property {string} room
 */

/**
 * The server was down in the middle of the game; the time in between is charged to nobody.
 *
 * `thought_ms` is what the running move had taken before. With `waits` the clock stands still until the player to
 * move is back, too, for as long as a claim would have to wait; then comes another of these, without it.
 *
 * @typedef {object} Resumed
 * @property {"resumed"} k
 * @property {number} v
 * @property {number} at
 * @property {Left} left
 * @property {number} [thought_ms]
 * @property {boolean} [waits]
 * @property {Reserve | null} [reserve]
 */

/**
 * The first message of a connection. Without a token the server makes a new guest.
 *
 * `page` is what a page calls itself, at random. A new connection of the same page takes the place of an older one
 * that has died, and never stands behind it.
 *
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {number} protocol
 * @property {Token | null} [token]
 * @property {string} [build]  0 to 64 characters
 * @property {Language} [lang]
 * @property {string} [page]  0 to 32 characters
 */

/**
 * Follow the lobby (open rooms, games to watch, how many are online), or stop following it.
 *
 * @typedef {object} FollowLobby
 * @property {"lobby"} t
 * @property {boolean} on
 */

/**
 * Make a room, against a person (`level` null) or a bot; the sender gets seat 0.
 *
 * With `from_game` a game against a bot goes on from a finished one, after its first `from_ply` moves; rules and
 * size must be the same, and it is never rated. Where that one is not public, this one is private whatever
 * `visibility` says: it shows the other's moves.
 *
 * With `start` it begins from these moves, black's first: a position that the rules allow and in which the game is
 * not over. It is never rated either, and against a person in no list: `public` is `link` then.
 *
 * @typedef {object} Create
 * @property {"create"} t
 * @property {CommandId} id
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {ColorChoice} [color]
 * @property {Visibility} [visibility]
 * @property {boolean} [rated]
 * @property {number | null} [level]  0 to 999
 * @property {RoomId | null} [from_game]
 * @property {Ply} [from_ply]
 * @property {Point[]} [start]  0 to 399 entries
 * @property {OpeningName} [opening]  In a game that goes on from another, or begins from a position, it is `free`; otherwise `color` "black" is to begin.
 */

/**
 * Look for an opponent in a game at one sitting: any of `rules`, on any of `sizes`, beginning by any of
 * `openings`, with any of `clocks`, what is liked best first. The acknowledgement names the `seek`.
 *
 * It stands in the lobby until it is withdrawn, the connection ends or says `here` no longer, or it has become a
 * game, which is told by `matched`. Every three seconds those that fit are matched with each other and with rooms
 * that wait. Opponents' ratings may differ by `within` at most, null for any; at first only near ones fit.
 *
 * @typedef {object} MakeSeek
 * @property {"seek"} t
 * @property {CommandId} id
 * @property {Rules[]} rules  1 to 4 entries
 * @property {Size[]} sizes  1 to 4 entries
 * @property {LiveClockSpec[]} clocks  1 to 6 entries
 * @property {OpeningName[]} openings  1 to 17 entries
 * @property {ColorChoice} [color]
 * @property {boolean} [rated]
 * @property {number | null} [within]  25 to 2000
 */

/**
 * Look no longer.
 *
 * @typedef {object} WithdrawSeek
 * @property {"unseek"} t
 * @property {CommandId} id
 * @property {SeekId} seek
 */

/**
 * Play whoever seeks, on terms of that seek. The acknowledgement names the `room`, in which the game begins.
 *
 * @typedef {object} AcceptSeek
 * @property {"accept_seek"} t
 * @property {CommandId} id
 * @property {SeekId} seek
 */

/**
 * A sign of life of who has a seek, in answer to each `beat`: nobody is matched with a phone that sleeps.
 *
 * @typedef {object} Here
 * @property {"here"} t
 */

/**
 * Ask a player for a game; `color` is the sender's. The acknowledgement names the `challenge`.
 *
 * By correspondence it waits for two weeks, whoever is here; a game at one sitting needs the other to be here, and it
 * waits for five minutes.
 *
 * @typedef {object} Challenge
 * @property {"challenge"} t
 * @property {CommandId} id
 * @property {PlayerId} to
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {OpeningName} [opening]
 * @property {ColorChoice} [color]
 * @property {boolean} [rated]
 * @property {Visibility} [visibility]
 */

/**
 * Play who has challenged the sender. The acknowledgement names the `room`, in which the game begins.
 *
 * @typedef {object} AcceptChallenge
 * @property {"accept_challenge"} t
 * @property {CommandId} id
 * @property {ChallengeId} challenge
 */

/**
 * Decline a challenge, and say why.
 *
 * @typedef {object} DeclineChallenge
 * @property {"decline_challenge"} t
 * @property {CommandId} id
 * @property {ChallengeId} challenge
 * @property {DeclineReason} [reason]
 */

/**
 * Take a challenge back, or have read why it was declined.
 *
 * @typedef {object} WithdrawChallenge
 * @property {"withdraw_challenge"} t
 * @property {CommandId} id
 * @property {ChallengeId} challenge
 */

/**
 * Ask for players by a part of the name: those who are here, and accounts. The answer is a `players`.
 *
 * @typedef {object} FindPlayers
 * @property {"find_players"} t
 * @property {CommandId} id
 * @property {AnyName} name
 */

/**
 * Have a player on the list of those whom one follows, or no longer. The player is not told.
 *
 * @typedef {object} FollowPlayer
 * @property {"follow"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {boolean} on
 */

/**
 * Look at the list of those whom one follows, or no longer: a `followed` at once, and whenever it changes.
 *
 * @typedef {object} LookAtFollowed
 * @property {"followed"} t
 * @property {boolean} on
 */

/**
 * Whether the sender looks away to all who follow, be it here or not.
 *
 * @typedef {object} HidePresence
 * @property {"hide_me"} t
 * @property {CommandId} id
 * @property {boolean} on
 */

/**
 * Look at a room, or come back to it: with `since` the server sends only what came after that version.
 *
 * With `behind` a connection comes back without a wish of its player's: where another of the player's connections is
 * in front in the room, that stays there, and the answer is `replaced`.
 *
 * @typedef {object} Enter
 * @property {"enter"} t
 * @property {RoomId} room
 * @property {number | null} [since]  0 or more
 * @property {boolean} [behind]
 */

/**
 * Stop looking at a room. A seat is kept; the other player sees that its owner is gone, unless the owner has
 * another connection there.
 *
 * @typedef {object} Leave
 * @property {"leave"} t
 * @property {RoomId} room
 */

/**
 * Take the free seat.
 *
 * @typedef {object} Sit
 * @property {"sit"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * Put a stone on `point` (`y * size + x` from the top left) as the move number `ply`, counted from 0.
 *
 * @typedef {object} Move
 * @property {"move"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {Point} point
 */

/**
 * Say one of the words that the opening asks for, with `ply` stones on the board.
 *
 * @typedef {object} Choose
 * @property {"choose"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {ChoiceName} choice
 */

/**
 * Say how many fifth stones are to be offered in the opening, with `ply` stones on the board.
 *
 * @typedef {object} Declare
 * @property {"declare"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {number} number  1 to 12
 */

/**
 * Offer all the points, for the next stone of the opening, from which the other picks by a `move`.
 *
 * @typedef {object} Propose
 * @property {"propose"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {Point[]} points  1 to 12 entries
 */

/**
 * Give the game up.
 *
 * @typedef {object} Resign
 * @property {"resign"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * Offer a draw, ask for a take-back, or propose a rematch; offering back what was offered accepts it.
 *
 * @typedef {object} Offer
 * @property {"offer"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {OfferKind} what
 */

/**
 * Accept or decline the other's offer; declining one's own withdraws it.
 *
 * @typedef {object} Answer
 * @property {"answer"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {OfferKind} what
 * @property {boolean} accept
 */

/**
 * End without a result: the owner of an open room, or either player until both have acted and two stones lie.
 *
 * @typedef {object} Abort
 * @property {"abort"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * End the game against a player who is to move and has been gone for longer than the grace: as a win or as a draw.
 *
 * The grace begins when the player left, or with the turn, whichever is later: who is to move is kept waiting by
 * nobody. Until both sides have moved there is nothing to claim, and either may `abort`.
 *
 * @typedef {object} Claim
 * @property {"claim"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {"win" | "draw"} result
 */

/**
 * Ask for the best move, on one's own turn in an unrated game against a bot. The answer is a `hint`.
 *
 * @typedef {object} Hint
 * @property {"hint"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * Have answers ready in a game by correspondence, in place of those of before; with no `branches`, none.
 *
 * Each branch is `[after, when, answer]`: after the branch of that number, counted from 1, or with 0 at once, the
 * opponent's move `when` is answered by `answer`. `ply` is the number of stones on the board. On one's own turn
 * the plan goes on from `first`, a move that is still to be sent; on the opponent's that is null. Nobody else is
 * told of a plan. It ends with any move that is not in it, a take-back, and the game.
 *
 * @typedef {object} KeepPlan
 * @property {"plan"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {[number, Point, Point][]} branches  0 to 250 entries
 * @property {Point | null} [first]
 */

/**
 * Ask for one's plan in a game. The answer is a `plan`.
 *
 * @typedef {object} ReadPlan
 * @property {"read_plan"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * Have a finished game analysed. `analysis` messages tell the sender how far it is, as after `watch`.
 *
 * @typedef {object} Analyse
 * @property {"analyse"} t
 * @property {CommandId} id
 * @property {RoomId} game
 */

/**
 * The sender has seen the lesson of a game, and is told of it no more.
 *
 * @typedef {object} SeeLesson
 * @property {"lesson_seen"} t
 * @property {CommandId} id
 * @property {RoomId} game
 */

/**
 * Follow the analysis of a game, or stop following it: an `analysis` at once and at every step.
 *
 * @typedef {object} FollowAnalysis
 * @property {"watch"} t
 * @property {RoomId} game
 * @property {boolean} on
 */

/**
 * Begin to send a file of games, or go on with it after a lost connection.
 *
 * The upload is called by the `id` of this command. The acknowledgement says by `next` how many bytes of it are
 * there, or names the game that it has become in `room`. What is not gone on with for ten minutes is forgotten.
 *
 * @typedef {object} ImportOpen
 * @property {"import_open"} t
 * @property {CommandId} id
 * @property {string} name  The file's name.; 1 to 100 characters
 * @property {number} bytes  1 to 262144
 * @property {Visibility} [visibility]
 */

/**
 * Bytes of the file; as `tree_chunk`.
 *
 * @typedef {object} ImportChunk
 * @property {"import_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} at  0 to 262143
 * @property {string} data  4 to 4000 characters
 */

/**
 * All of the file has been sent: keep its games. The acknowledgement names the first in `room`, and says how many
 * there are and what was left out in `kept`.
 *
 * @typedef {object} ImportClose
 * @property {"import_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {TreeEncoding | null} [encoding]  Of its texts; null to find it out.
 * @property {Rules | null} [rules]  The rules that the games were played by; null for those that the file names.
 * @property {number[] | null} [games]  Which of its games, by their numbers from 1; null for all, of which there may be 100.; 1 to 100 entries
 * @property {boolean} [any_game]  That SGF which says that it holds another game holds five in a row all the same.
 * @property {number} [size]  The board of a position string, which does not say.; 5 to 26
 */

/**
 * Have a file read that has been sent, as `import_open` or `tree_open` began it, and nothing kept. The
 * acknowledgement tells what it holds in `file`; where that takes longer it tells nothing: ask again, with another
 * `id`. What it is refused for it is told so, too.
 *
 * @typedef {object} FileLook
 * @property {"file_look"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {TreeEncoding | null} [encoding]  Of its texts; null to find it out.
 * @property {boolean} [any_game]  As of `import_close`.
 * @property {number} [size]  The board of a position string, which does not say.; 5 to 26
 */

/**
 * Begin to send a file of variations, or go on with it after a lost connection.
 *
 * The upload is called by the `id` of this command. The acknowledgement says by `next` how many bytes of it are
 * there, or names the `tree` that it has become. What is not gone on with for ten minutes is forgotten.
 *
 * @typedef {object} TreeOpen
 * @property {"tree_open"} t
 * @property {CommandId} id
 * @property {string} name  The file's name.; 1 to 100 characters
 * @property {number} bytes  1 to 8388608
 * @property {TreeTitle | null} [title]  What the tree is to be called; null for the file's name.
 * @property {TreeFormat | null} [format]  Null to find it out.
 * @property {TreeEncoding | null} [encoding]  Of its texts; null to find it out.
 * @property {Rules | null} [rules]  The rules that its games are played by, where somebody knows.
 * @property {number} [size]  The board of a position string, which does not say.; 5 to 26
 * @property {Visibility} [visibility]
 * @property {boolean} [terms]  That the terms of a federation's database were read, and allow it: without it none is taken.
 */

/**
 * Bytes of the file from `at` on, in Base64. Several may be under way; the acknowledgement says by `next` how
 * many bytes are there. One that does not begin there is refused with it, unless all of it is there already.
 *
 * Of the budget of messages it takes a quarter of one.
 *
 * @typedef {object} TreeChunk
 * @property {"tree_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} at  0 to 8388607
 * @property {string} data  4 to 4000 characters
 */

/**
 * All of the file has been sent: read and keep it. The acknowledgement names the `tree`; where that takes longer
 * it names none: ask again a little later, with another `id`. What a file is refused for it is told so, too.
 *
 * Whatever is said here takes the place of what `tree_open` said.
 *
 * @typedef {object} TreeClose
 * @property {"tree_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {TreeTitle | null} [title]
 * @property {TreeEncoding | null} [encoding]
 * @property {boolean} [any_game]  As of `import_close`.
 * @property {boolean} [terms]
 */

/**
 * Make a tree of finished games, the latest 1000 that fit the filter: public ones, and one's own.
 *
 * The filter is that of `/api/games`. With a game that is not public among them the tree is private for good.
 * The acknowledgement is as for `tree_close`: ask again with the same `id`.
 *
 * @typedef {object} TreeMerge
 * @property {"tree_merge"} t
 * @property {CommandId} id
 * @property {TreeTitle} title
 * @property {number} [size]  3 to 26
 * @property {AnyName | null} [player]
 * @property {number | null} [level]  0 to 999
 * @property {Rules | null} [rules]
 * @property {"black" | "white" | "draw" | null} [result]
 * @property {string | null} [since]
 * @property {string | null} [until]
 * @property {Visibility} [visibility]
 */

/**
 * Give one of one's trees another title or visibility; what is null stays as it is.
 *
 * @typedef {object} TreeChange
 * @property {"tree_change"} t
 * @property {CommandId} id
 * @property {TreeId} tree
 * @property {TreeTitle | null} [title]
 * @property {Visibility | null} [visibility]
 */

/**
 * Delete one of one's trees.
 *
 * @typedef {object} TreeDelete
 * @property {"tree_delete"} t
 * @property {CommandId} id
 * @property {TreeId} tree
 */

/**
 * Try to solve a puzzle: all of the sender's own moves so far, the newest last. The answer is `tried`.
 *
 * @typedef {object} Try
 * @property {"try"} t
 * @property {CommandId} id
 * @property {PuzzleId} puzzle
 * @property {Point[]} moves  1 to 100 entries
 */

/**
 * Have the solution of a puzzle shown. It counts as a failure, if the sender had not tried the puzzle before. The
 * answer is `solution`.
 *
 * @typedef {object} Reveal
 * @property {"reveal"} t
 * @property {CommandId} id
 * @property {PuzzleId} puzzle
 */

/**
 * Try another move where a bot made its mistake, in the game of a line. The answer is `tried`.
 *
 * @typedef {object} Defend
 * @property {"defend"} t
 * @property {CommandId} id
 * @property {RoomId} game
 * @property {Point} point
 */

/**
 * Whether lines that the sender was the first to win by carry the sender's name: they do not until it is said.
 *
 * @typedef {object} Consent
 * @property {"consent"} t
 * @property {CommandId} id
 * @property {boolean} named
 */

/**
 * Take another name.
 *
 * @typedef {object} Rename
 * @property {"rename"} t
 * @property {CommandId} id
 * @property {AnyName} name
 */

/**
 * Ask for a one-time code that brings this identity to another device.
 *
 * @typedef {object} Code
 * @property {"code"} t
 * @property {CommandId} id
 */

/**
 * Become the identity behind a one-time code: one's own from another device, or a pupil's from a teacher. The
 * answer is a new `welcome`.
 *
 * With `end_other` the device that asked for the code is signed out.
 *
 * @typedef {object} Redeem
 * @property {"redeem"} t
 * @property {CommandId} id
 * @property {string} code  4 to 16 characters
 * @property {boolean} [end_other]
 */

/**
 * Ask for the devices that have this identity. The answer is a `devices`.
 *
 * @typedef {object} Devices
 * @property {"devices"} t
 * @property {CommandId} id
 */

/**
 * Sign out one of one's devices, perhaps this one: its connections get `bye` and are closed.
 *
 * @typedef {object} EndDevice
 * @property {"end_device"} t
 * @property {CommandId} id
 * @property {DeviceId} device
 */

/**
 * Make the sender, a guest, an account of this name: the same player, who signs in with a password from now on.
 *
 * The answer is a new `welcome`, with a new token, and an `ack` whose `codes` work once each where the password
 * is forgotten; they are never shown again. All other devices are signed out. Where `registration` is "invite", the
 * `invitation` is needed.
 *
 * @typedef {object} KeepName
 * @property {"keep_name"} t
 * @property {CommandId} id
 * @property {AnyName} name
 * @property {Password} password
 * @property {string} [invitation]  0 to 40 characters
 */

/**
 * Become the account of this name. The answer is a new `welcome`, with a token, and an `ack`.
 *
 * With `join` everything that the sender has as a guest is the account's from then on: games, seats in those that go
 * on, puzzles, files, plans; the guest's devices are signed out. Without it nothing of that is touched.
 *
 * @typedef {object} SignIn
 * @property {"sign_in"} t
 * @property {CommandId} id
 * @property {AnyName} name
 * @property {Password} password
 * @property {boolean} [join]
 * @property {Totp} [totp]
 */

/**
 * Ask for a secret for an authenticator, of which `sign_in` and `recover` ask for codes once one was confirmed.
 *
 * For the owner, moderators and teachers. The acknowledgement has it as the `code`, in base 32, and as a `qr`, in
 * which `place` stands beside the name: what this server is called by who uses several.
 *
 * @typedef {object} BeginTotp
 * @property {"totp_begin"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {string} [place]  0 to 100 characters
 */

/**
 * Say a code that the authenticator shows: from now on such codes are asked for.
 *
 * @typedef {object} ConfirmTotp
 * @property {"totp_confirm"} t
 * @property {CommandId} id
 * @property {Totp} totp
 */

/**
 * Have no codes asked for any more, by the password and a last one.
 *
 * @typedef {object} EndTotp
 * @property {"totp_end"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Become whom the provider has vouched for, by the ticket that a browser brings back from `/oidc/callback`.
 *
 * As `sign_in`, where the provider's person has an account. Else a guest becomes one by the `name`, as with
 * `keep_name`; without one the answer is the error `choose_name`, which proposes one, and the ticket holds on. A
 * ticket that was begun by `oidc_link` is answered by the error `confirm_link`, which names the person.
 *
 * @typedef {object} SignInByProvider
 * @property {"oidc_sign_in"} t
 * @property {CommandId} id
 * @property {Ticket} ticket
 * @property {AnyName | null} [name]
 * @property {boolean} [join]
 * @property {Totp} [totp]
 */

/**
 * Begin to link the account with a person of the provider, by which it is signed in to as well from then on.
 *
 * The `code` of the acknowledgement is for `/oidc/start?link=`, once. The ticket that the browser brings back is
 * for nothing but the `oidc_link_confirm` of the same account on the same device.
 *
 * @typedef {object} LinkIdentity
 * @property {"oidc_link"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Link the account with whom the provider has vouched for. Refused where that person has another account, or the
 * account another person of this provider.
 *
 * @typedef {object} ConfirmLink
 * @property {"oidc_link_confirm"} t
 * @property {CommandId} id
 * @property {Ticket} ticket
 */

/**
 * Have the account linked with a provider's person no more; refused where there is no password to sign in by.
 *
 * @typedef {object} UnlinkIdentity
 * @property {"oidc_unlink"} t
 * @property {CommandId} id
 * @property {string} issuer  0 to 1000 characters
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Ask for the persons of providers with whom the account is linked. The answer is an `identities`.
 *
 * @typedef {object} Identities
 * @property {"identities"} t
 * @property {CommandId} id
 */

/**
 * Sign in by a code, one's own or one that staff has given, and have another password from now on.
 *
 * As `sign_in` otherwise; all other devices of the account are signed out, the code is used up, and the account is
 * linked with no provider any more.
 *
 * @typedef {object} Recover
 * @property {"recover"} t
 * @property {CommandId} id
 * @property {AnyName} name
 * @property {LongCode} code
 * @property {Password} password
 * @property {boolean} [join]
 * @property {Totp} [totp]
 */

/**
 * Sign this device out and go on as a new guest: the answer is a new `welcome`, with a token, and an `ack`.
 *
 * @typedef {object} SignOut
 * @property {"sign_out"} t
 * @property {CommandId} id
 * @property {Language} [lang]
 */

/**
 * Have another password. All other devices are signed out.
 *
 * @typedef {object} ChangePassword
 * @property {"change_password"} t
 * @property {CommandId} id
 * @property {Password} old
 * @property {Password} new
 */

/**
 * Have new recovery codes, in the `ack`; those of before work no longer.
 *
 * @typedef {object} MakeRecoveryCodes
 * @property {"recovery_codes"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Become the owner of this server, by a code that the operator's command line has given.
 *
 * @typedef {object} ClaimOwner
 * @property {"claim_owner"} t
 * @property {CommandId} id
 * @property {LongCode} code
 */

/**
 * Delete the sender: the games stay, with nobody in that seat, and rated ones that go on are lost. An account needs
 * its `password`.
 *
 * @typedef {object} DeletePlayer
 * @property {"delete_player"} t
 * @property {CommandId} id
 * @property {string} [password]  0 to 200 characters
 */

/**
 * Say something in a room that the sender looks at: a phrase, or, where the `talk` of the room allows it, a text.
 *
 * Players are heard by each other, those who look on among themselves; in a private room only players talk. Of a text
 * what cannot be seen or turns the direction of writing is left out; no more than 140 characters may be left.
 *
 * @typedef {object} Say
 * @property {"say"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {PhraseName | null} [phrase]
 * @property {string | null} [text]  1 to 1000 characters
 */

/**
 * Have nothing to do with a player any more, or again: neither hears what the other says, nor sits down at the
 * other's rooms. The other is not told.
 *
 * @typedef {object} BlockPlayer
 * @property {"block"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {boolean} on
 */

/**
 * Ask whom one has blocked. The answer is a `blocks`.
 *
 * @typedef {object} ReadBlocks
 * @property {"blocks"} t
 * @property {CommandId} id
 */

/**
 * Report a player to the server's staff, with what was said last where it happened, as far as the sender could
 * hear it.
 *
 * @typedef {object} ReportPlayer
 * @property {"report"} t
 * @property {CommandId} id
 * @property {PlayerId} about
 * @property {OffenceName} reason
 * @property {RoomId | null} [room]
 * @property {StaffNote} [note]
 */

/**
 * Ask for reports that wait, the oldest first, or that are settled, the last first; `beyond` the number of one.
 *
 * Owner, moderator, teacher. The answer is a `reports`.
 *
 * @typedef {object} ReadReports
 * @property {"reports"} t
 * @property {CommandId} id
 * @property {boolean} [open]
 * @property {number | null} [beyond]  0 to 9007199254740992
 */

/**
 * Ask for one with what was said. Owner, moderator, teacher. The answer is a `report`.
 *
 * @typedef {object} ReadReport
 * @property {"read_report"} t
 * @property {CommandId} id
 * @property {number} report  0 to 9007199254740992
 */

/**
 * Say that a report is dealt with, or that there was nothing in it. Owner, moderator, teacher.
 *
 * @typedef {object} SettleReport
 * @property {"settle_report"} t
 * @property {CommandId} id
 * @property {number} report  0 to 9007199254740992
 * @property {"handled" | "dismissed"} state
 * @property {StaffNote} [note]
 */

/**
 * Lay something upon a player for so many minutes, null until it is lifted. The player is told the reason, and not
 * the note. Nobody does so to staff of the same or a higher rank.
 *
 * Owner, moderator, teacher; a teacher bans nobody, and for no more than a week, nor in place of what is longer.
 *
 * @typedef {object} LaySanction
 * @property {"sanction"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {SanctionKind} kind
 * @property {OffenceName} reason
 * @property {number | null} [minutes]  1 to 5256000
 * @property {StaffNote} [note]
 */

/**
 * End a sanction, by the number that the player's record gives it. Owner, moderator, teacher, where they may lay
 * it: a teacher lifts no ban, and nothing that is for longer than a week.
 *
 * @typedef {object} LiftSanction
 * @property {"lift"} t
 * @property {CommandId} id
 * @property {number} sanction  0 to 9007199254740992
 * @property {StaffNote} [note]
 */

/**
 * Give a player another name. Owner, moderator, teacher; nobody does so to staff of the same or a higher rank.
 *
 * @typedef {object} RenamePlayer
 * @property {"rename_player"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {AnyName} name
 * @property {StaffNote} [note]
 */

/**
 * Have a remark shown to staff alone. Owner, moderator, teacher.
 *
 * @typedef {object} HideRemark
 * @property {"hide"} t
 * @property {CommandId} id
 * @property {number} remark  0 to 9007199254740992
 * @property {StaffNote} [note]
 */

/**
 * Ask what staff knows of a player, by id or by name. Owner, moderator, teacher. The answer is a `player`.
 *
 * @typedef {object} ReadPlayer
 * @property {"player"} t
 * @property {CommandId} id
 * @property {AnyName} player
 */

/**
 * Ask what staff has done, the last first, before the act of a number. Owner. The answer is an `audit`.
 *
 * @typedef {object} ReadAudit
 * @property {"audit"} t
 * @property {CommandId} id
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask how the play in somebody's latest rated games compares to the analyses of these. Owner, moderator; of oneself
 * the owner alone. That one has looked stands in the log. The answer is an `evidence`.
 *
 * @typedef {object} ReadEvidence
 * @property {"evidence"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 */

/**
 * Have those of somebody's latest rated games that were not analysed yet be so, when the server has nothing else to
 * do: some at a time. Owner, moderator.
 *
 * @typedef {object} StudyGames
 * @property {"study_games"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 */

/**
 * Ask how the server stands. Owner, moderator. The answer is a `health`.
 *
 * @typedef {object} ReadHealth
 * @property {"health"} t
 * @property {CommandId} id
 */

/**
 * Ask which backups the server has made. Owner. The answer is a `backups`.
 *
 * @typedef {object} ReadBackups
 * @property {"backups"} t
 * @property {CommandId} id
 */

/**
 * Have the server make a backup now. Owner. It is acknowledged when that has begun; `backups` tells the end.
 *
 * @typedef {object} MakeBackup
 * @property {"make_backup"} t
 * @property {CommandId} id
 */

/**
 * Ask what was found when the database and proven positions were checked. Owner. The answer is a `checks`.
 *
 * @typedef {object} ReadChecks
 * @property {"checks"} t
 * @property {CommandId} id
 */

/**
 * Have something checked, beside everything that plays; it takes minutes where there is much. Owner.
 *
 * @typedef {object} MakeCheck
 * @property {"make_check"} t
 * @property {CommandId} id
 * @property {CheckName} check
 * @property {string} [backup]  Which one, by the name of its file, where it is a backup.; 0 to 200 characters
 */

/**
 * Ask for learned patterns in use or turned off, the last learned first, before the one of a number; `find` is a
 * number or a key. Owner. The answer is a `patterns`.
 *
 * @typedef {object} ReadPatterns
 * @property {"patterns"} t
 * @property {CommandId} id
 * @property {"on" | "off"} [state]
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask for the versions of the learned weights, the newest first, before the one of a number. Owner. The answer is a
 * `weights`.
 *
 * @typedef {object} ReadWeights
 * @property {"weights"} t
 * @property {CommandId} id
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask where a version of the weights differs most from another one; 0 is that of the program. Owner. The answer is
 * a `weights_compared`.
 *
 * @typedef {object} CompareWeights
 * @property {"compare_weights"} t
 * @property {CommandId} id
 * @property {number} version  0 to 1000000000
 * @property {number} [other]  0 to 1000000000
 */

/**
 * Ask how many positions are proven, by rules and size. Owner. The answer is a `proofs`.
 *
 * @typedef {object} ReadProofs
 * @property {"proofs"} t
 * @property {CommandId} id
 */

/**
 * Begin to send a file of learned patterns, as `/api/staff/patterns.jsonl` has them, or go on with it after a
 * lost connection. The upload is called by the `id` of this command, and goes on by `upload_chunk` and
 * `upload_close`. Every proof is gone through again, and with one that does not hold nothing is kept.
 *
 * The acknowledgement says by `next` how many bytes are there, or has the `patterns` once it is done. Owner.
 *
 * @typedef {object} UploadPatterns
 * @property {"upload_patterns"} t
 * @property {CommandId} id
 * @property {string} name  The file's name.; 1 to 100 characters
 * @property {number} bytes  1 to 4194304
 * @property {StaffNote} [note]
 */

/**
 * The same with a file of variations, whose tree is to be `owner`'s. How many trees that player may have does not
 * bind the staff. The acknowledgement has the `tree` once it is done. Owner.
 *
 * @typedef {object} UploadTree
 * @property {"upload_tree"} t
 * @property {CommandId} id
 * @property {PlayerId} owner
 * @property {string} name  The file's name.; 1 to 100 characters
 * @property {number} bytes  1 to 8388608
 * @property {TreeTitle | null} [title]  What the tree is to be called; null for the file's name.
 * @property {TreeEncoding | null} [encoding]  Of its texts; null to find it out.
 * @property {Visibility} [visibility]
 * @property {boolean} [terms]  That the terms of a federation's database were read, and allow it: without it none is taken.
 * @property {StaffNote} [note]
 */

/**
 * Bytes of a file of the staff's; as `tree_chunk` otherwise. Owner.
 *
 * @typedef {object} UploadChunk
 * @property {"upload_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} at  0 to 8388607
 * @property {string} data  4 to 4000 characters
 */

/**
 * All of a file of the staff's has been sent: read and keep it. The acknowledgement has the `tree`, or the
 * `patterns`; where that takes longer it has neither: ask again a little later, with another `id`. Owner.
 *
 * @typedef {object} UploadClose
 * @property {"upload_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 */

/**
 * Ask for everybody's stored trees, the last brought first, before the one of a number; `find` is a tree's id, or
 * a player's or how its name begins. Owner. The answer is a `trees`, which tells that there are private ones, and
 * nothing that is in them.
 *
 * @typedef {object} ReadTrees
 * @property {"trees"} t
 * @property {CommandId} id
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask for the sender's classes; the owner has all of them. Owner, teacher. The answer is a `classrooms`.
 *
 * @typedef {object} ReadClassrooms
 * @property {"classrooms"} t
 * @property {CommandId} id
 */

/**
 * Ask for one with its pupils. Owner, teacher. The answer is a `classroom`.
 *
 * @typedef {object} ReadClassroom
 * @property {"classroom"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 */

/**
 * Make a class. Owner, teacher. The answer is a `classroom`.
 *
 * @typedef {object} MakeClassroom
 * @property {"make_classroom"} t
 * @property {CommandId} id
 * @property {ClassroomName} name
 */

/**
 * Give a class another name. Owner, teacher.
 *
 * @typedef {object} RenameClassroom
 * @property {"rename_classroom"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 * @property {ClassroomName} name
 */

/**
 * End a class: its codes work no longer, and its pupils keep their accounts and devices. Owner, teacher.
 *
 * @typedef {object} EndClassroom
 * @property {"end_classroom"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 */

/**
 * Make pupils' accounts, all of them or none: they have no password, and sign in by codes. Owner, teacher.
 *
 * The answer is a `classroom`.
 *
 * @typedef {object} AddPupils
 * @property {"add_pupils"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 * @property {AnyName[]} names  1 to 40 entries
 */

/**
 * Make a one-time code for each of some pupils, or of all who have no password of their own, where none is named.
 *
 * Each of them signs in by it with `redeem`. Their earlier codes work no longer; with `sign_out` the devices that
 * they have are signed out, too. Owner, teacher. The answer is a `pupil_codes`, which says them this once.
 *
 * @typedef {object} MakePupilCodes
 * @property {"pupil_codes"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 * @property {PlayerId[]} [players]  0 to 100 entries
 * @property {number} [days]  1 to 180
 * @property {boolean} [sign_out]
 */

/**
 * Let go of a pupil: the acknowledgement has a `code`, by which the pupil chooses a password (`recover`), and
 * is managed no longer. Nothing else changes. Owner, teacher.
 *
 * @typedef {object} ReleasePupil
 * @property {"release_pupil"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 */

/**
 * Do something to `target`: the id of a room, game, player, pattern or tree, the number of a version of the
 * weights; for `account_create` the new name. `argument` is the role that `account_role` gives, or `none`.
 *
 * Where a code is made for a player, the acknowledgement has it in `code`. What may take minutes is acknowledged
 * when it has begun. Who is in a room that is closed is told by `room_closed`. By `tree_export` a tree may be
 * fetched for an hour at `/api/staff/trees/{id}.lib`, which wants the `id` of the act.
 *
 * Owner; of rooms, ratings' games and jobs moderator, too. Nobody does so to staff of the same or a higher rank.
 *
 * @typedef {object} DoAct
 * @property {"act"} t
 * @property {CommandId} id
 * @property {ActName} act
 * @property {string} [target]  0 to 64 characters
 * @property {string} [argument]  0 to 40 characters
 * @property {StaffNote} [note]
 */

/**
 * Ask for players, who was here last first, before the visit of one (`seen_at` and the id): all, those with an
 * account, those with a role, or those upon whom something is laid now. `find` is an id or how a name begins.
 *
 * Owner. The answer is a `people`.
 *
 * @typedef {object} ReadPeople
 * @property {"people"} t
 * @property {CommandId} id
 * @property {"all" | "accounts" | "staff" | "sanctioned"} [show]
 * @property {string} [find]  0 to 40 characters
 * @property {[number, PlayerId] | null} [before]
 */

/**
 * Ask for rooms that are not over, the newest first, before the one of a number: of all, those that wait for an
 * opponent, games between people, or against bots. `find` is a room's id, or a player's or how its name begins.
 *
 * Owner, moderator. The answer is a `rooms`. Of a private room it tells that there is one, and no moves.
 *
 * @typedef {object} ReadRooms
 * @property {"rooms"} t
 * @property {CommandId} id
 * @property {"all" | "open" | "people" | "bots"} [show]
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask for games that are over and have a stone on the board, the newest first, before the one of a number: all, or
 * those that were to be rated. `find` is a game's id, or a player's or how its name begins.
 *
 * Owner, moderator. The answer is a `games`. Of a private game it tells that there is one, and no moves.
 *
 * @typedef {object} ReadGames
 * @property {"games"} t
 * @property {CommandId} id
 * @property {boolean} [rated]
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask for games in the queue of studies: those that wait, in the order in which their turn comes, or those that are
 * tried no more, the last first. Owner, moderator. The answer is a `jobs`.
 *
 * @typedef {object} ReadJobs
 * @property {"jobs"} t
 * @property {CommandId} id
 * @property {boolean} [failed]
 */

/**
 * Ask for the settings that may change while the server runs. Owner. The answer is a `settings`.
 *
 * @typedef {object} ReadSettings
 * @property {"settings"} t
 * @property {CommandId} id
 */

/**
 * Give a setting another value, as the command line takes it, or with null that which the server is started with.
 * It holds at once, and after a restart. Owner.
 *
 * @typedef {object} ChangeSetting
 * @property {"change_setting"} t
 * @property {CommandId} id
 * @property {SettingName} setting
 * @property {string | null} [value]  0 to 40 characters
 * @property {StaffNote} [note]
 */

/**
 * Announce a vacation: for so many days from an instant (milliseconds; now, where that is past) the sender's clock
 * stands still in games by correspondence.
 *
 * @typedef {object} TakeVacation
 * @property {"take_vacation"} t
 * @property {CommandId} id
 * @property {number} days  1 to 30
 * @property {number} [start]  0 to 9007199254740992
 */

/**
 * Be back: the vacation that goes on ends now, and those that were to come do not begin.
 *
 * @typedef {object} EndVacation
 * @property {"end_vacation"} t
 * @property {CommandId} id
 */

/**
 * Have notices sent to this device by web push, in a language, while the sender has no page open.
 *
 * `endpoint`, `public` and `secret` are what the browser gives, the last two as base64url. Of a player the last
 * five stay.
 *
 * @typedef {object} Subscribe
 * @property {"subscribe"} t
 * @property {CommandId} id
 * @property {string} endpoint  12 to 1000 characters
 * @property {string} public  86 to 88 characters, of `[0-9A-Za-z_-]+=*$`
 * @property {string} secret  22 to 24 characters, of `[0-9A-Za-z_-]+=*$`
 * @property {Language} [lang]
 */

/**
 * Have no more notices sent to an endpoint of the sender's.
 *
 * @typedef {object} Unsubscribe
 * @property {"unsubscribe"} t
 * @property {CommandId} id
 * @property {string} endpoint  1 to 1000 characters
 */

/**
 * Ask what the sender gets notices of. The answer is a `push`.
 *
 * @typedef {object} ReadPush
 * @property {"push"} t
 * @property {CommandId} id
 */

/**
 * Say what notices are wanted of, and between which minutes of the day none are: the first that is quiet, and the
 * first that is not, perhaps of the next day. They are those of the time zone `zone`, by its IANA name, or where
 * the server does not know that, `offset` minutes east of Greenwich.
 *
 * @typedef {object} SetPush
 * @property {"set_push"} t
 * @property {CommandId} id
 * @property {PushKind[]} kinds  0 to 10 entries
 * @property {[Minute, Minute] | null} [quiet]
 * @property {string} [zone]  0 to 60 characters, of `[A-Za-z0-9_+/-]*$`
 * @property {number} [offset]  -1080 to 1080
 */

/**
 * The receiver's account: since when there is one, what it may do here, and how many recovery codes are left.
 *
 * Without a `password` it is signed in to by other means: a teacher's codes, or a `provider`. `totp`
 * says that codes of an authenticator are asked for.
 *
 * @typedef {object} AccountInfo
 * @property {number} created_at
 * @property {RoleName | null} [role]
 * @property {number} [codes]
 * @property {boolean} [password]
 * @property {boolean} [provider]
 * @property {boolean} [totp]
 */

/**
 * The answer to `hello`, and to what makes the sender another player. `token` is there only when it is new:
 * keep it.
 *
 * `build` names the client files that this server holds: a page of another build should reload itself. `now` is
 * the server's time in milliseconds. `rooms` are the sender's own games that are not over, `waiting` those of them
 * in which a seat is still free. `named` is what the sender has said by `consent`, null before that. `account`
 * is null for a guest; `registration` says who may keep a name. `blocked` are the ids of those whom the sender has
 * blocked: the lobby tells everybody the same, and a page shows no open game of theirs. `provider` is what the
 * operator calls the one that one may sign in by at `/oidc/start`; empty without one. `push` is the key with which
 * browsers subscribe to notices, null where this server sends none.
 *
 * @typedef {object} Welcome
 * @property {"welcome"} t
 * @property {number} protocol
 * @property {string} build
 * @property {number} now
 * @property {Who} player
 * @property {string[]} rooms
 * @property {string | null} [token]
 * @property {boolean | null} [named]
 * @property {string[]} [waiting]
 * @property {AccountInfo | null} [account]
 * @property {Registration} [registration]
 * @property {string[]} [blocked]
 * @property {string} [provider]
 * @property {string | null} [push]
 */

/**
 * A `text` as a QR code: an SVG path of dark modules in a square of `size` by `size`, light around them.
 *
 * @typedef {object} QrCode
 * @property {string} text
 * @property {number} size
 * @property {string} path
 */

/**
 * How many patterns a file has, and how many of them nobody knew here.
 *
 * @typedef {object} ImportedPatterns
 * @property {number} read
 * @property {number} new
 */

/**
 * What was left out of a file, or is odd about it: `why` is the code of a fault, or of a refusal, and `text`
 * what stands in the file, at the `at`th `unit`; `game` says of which game, where it is about one of many.
 *
 * @typedef {object} FileNote
 * @property {string} why
 * @property {FileUnit} [unit]
 * @property {number} [at]
 * @property {string} [text]
 * @property {number} [game]
 */

/**
 * A game of a file: its number from 1, its players, and what the file says of it. `date` may be YYYY or YYYY-MM,
 * `left_out` counts what it has beyond a line of moves.
 *
 * @typedef {object} SeenGame
 * @property {number} n
 * @property {number} size
 * @property {number} plies
 * @property {string} [black]
 * @property {string} [white]
 * @property {string} [date]
 * @property {string} [result]
 * @property {string} [rules]
 * @property {Record<string, number>} [left_out]
 */

/**
 * A file before it is kept: its `count` of games, and the first hundred; texts in which the encoding shows; what
 * cannot be read of it, the first of `skipped` notes.
 *
 * @typedef {object} SeenFile
 * @property {TreeFormat} format
 * @property {string} encoding
 * @property {number} count
 * @property {SeenGame[]} games
 * @property {number} nodes
 * @property {string[]} texts
 * @property {FileNote[]} notes
 * @property {number} skipped
 */

/**
 * How many games of a file were kept, and what was left out of it: the first of `skipped` notes.
 *
 * @typedef {object} KeptGames
 * @property {number} count
 * @property {FileNote[]} notes
 * @property {number} skipped
 */

/**
 * The command `id` is done and stored. `v` is the room's version after it; `codes` are the recovery codes
 * that it has made, `code` is a code of another kind; `qr` has it for an authenticator's camera. `patterns` says
 * what a file of them has brought, `file` what a file holds, and `kept` what has come of one with games.
 *
 * @typedef {object} Ack
 * @property {"ack"} t
 * @property {string} id
 * @property {string | null} [room]
 * @property {number | null} [v]
 * @property {string | null} [name]
 * @property {string | null} [code]
 * @property {number | null} [expires_at]
 * @property {string[] | null} [codes]
 * @property {string | null} [tree]
 * @property {number | null} [next]
 * @property {string | null} [seek]
 * @property {string | null} [challenge]
 * @property {QrCode | null} [qr]
 * @property {ImportedPatterns | null} [patterns]
 * @property {SeenFile | null} [file]
 * @property {KeptGames | null} [kept]
 */

/**
 * The command `id` (null when it could not be read) was refused; nothing has changed.
 *
 * `code` is stable; `detail` holds what a sentence about it may name.
 *
 * @typedef {object} Error
 * @property {"error"} t
 * @property {string} code
 * @property {string | null} [id]
 * @property {string | null} [room]
 * @property {Record<string, string | number>} [detail]
 */

/**
 * One line of the lobby: an open room (one seat free) or a game to watch.
 *
 * @typedef {object} LobbyRoom
 * @property {string} room
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {boolean} rated
 * @property {[Who | null, Who | null]} seats
 * @property {number} created_at
 * @property {number} ply
 * @property {number} watchers
 * @property {Seat | null} [black]
 * @property {ColorChoice} [color]  The colour that the owner of an open room has asked for.
 * @property {OpeningName} [opening]
 * @property {[RatingMark | null, RatingMark | null] | null} [marks]  The ratings of the seats in the pool of the game; null where there is none.
 */

/**
 * Somebody who looks for an opponent since `created_at`, in the terms of the command `seek`; `marks` are the
 * player's ratings where such games would count.
 *
 * @typedef {object} SeekInfo
 * @property {string} seek
 * @property {Who} who
 * @property {Rules[]} rules
 * @property {Size[]} sizes
 * @property {LiveClockSpec[]} clocks
 * @property {OpeningName[]} openings
 * @property {number} created_at
 * @property {ColorChoice} [color]
 * @property {boolean} [rated]
 * @property {number | null} [within]
 * @property {PoolMark[]} [marks]
 */

/**
 * All of the lobby. `online` counts people with a connection.
 *
 * @typedef {object} LobbyState
 * @property {"lobby"} t
 * @property {LobbyRoom[]} rooms
 * @property {number} online
 * @property {SeekInfo[]} [seeks]
 */

/**
 * What changed since: rooms and seeks new or changed, those gone.
 *
 * @typedef {object} LobbyChange
 * @property {"lobby_change"} t
 * @property {LobbyRoom[]} rooms
 * @property {string[]} gone
 * @property {number} online
 * @property {SeekInfo[]} [seeks]
 * @property {string[]} [seeks_gone]
 */

/**
 * A seek of the receiver's has become a game in `room`, on this connection's terms.
 *
 * @typedef {object} SeekMatched
 * @property {"matched"} t
 * @property {string} seek
 * @property {string} room
 * @property {Who} opponent
 */

/**
 * A seek of the receiver's is no more, and has not become a game: another of them has, or nothing was heard from
 * the receiver for too long.
 *
 * @typedef {object} SeekEnded
 * @property {"seek_ended"} t
 * @property {string} seek
 */

/**
 * Nobody was found for a seek of the receiver's in 20 seconds: the bot of this `level` would play, if the
 * receiver likes. The seek goes on.
 *
 * @typedef {object} BotOffered
 * @property {"bot_offered"} t
 * @property {string} seek
 * @property {number} level
 */

/**
 * A move of a snapshot: the point, the time thought, the mover's clock after it.
 *
 * `why` is there for a bot's last move only, as in the event `moved`; `conditional` is as it is there.
 *
 * @typedef {object} TimedMove
 * @property {number} point
 * @property {number} think_ms
 * @property {number | null} [left_ms]
 * @property {Record<string, any> | null} [why]
 * @property {boolean} [conditional]
 */

/**
 * Who is there. `gone_since` is the time at which a seat's owner left, null while any of the owner's connections
 * looks at the room.
 *
 * @typedef {object} Presence
 * @property {[number | null, number | null]} gone_since
 * @property {number} watchers
 */

/**
 * What the opening asks of `seat` now: a `move`, a `choose`, a `declare` or a `propose`.
 *
 * Of a `stone` the distance from the centre, in lines along the farther axis, is from `nearest` to `farthest`;
 * `choices` are the words of a `choice`, `most` is the greatest `number`; an `offer` has `count` points; a
 * `pick` is a move to one of `points`.
 *
 * @typedef {object} OpeningTurn
 * @property {"stone" | "choice" | "number" | "offer" | "pick"} kind
 * @property {Seat} seat
 * @property {number} [nearest]
 * @property {number | null} [farthest]
 * @property {ChoiceName[]} [choices]
 * @property {number} [most]
 * @property {number} [count]
 * @property {number[]} [points]
 */

/**
 * How far an opening has come: `black` is the seat that has black by now, for good once it is `settled`.
 *
 * `first` is the seat that began; `turn` is null once the opening is over; `decisions` are those so far.
 * `laid` counts the stones of the opening, into which no take-back leads; `started` says that both have acted.
 * `pattern` is the number, D1 to D13 or I1 to I13, of the one that the first three stones make.
 *
 * @typedef {object} OpeningState
 * @property {Seat} first
 * @property {Seat} black
 * @property {boolean} settled
 * @property {boolean} started
 * @property {number} laid
 * @property {OpeningTurn | null} [turn]
 * @property {(Chose | Declared | Proposed)[]} [decisions]
 * @property {string | null} [pattern]
 */

/**
 * A room whole, at version `v`; `you` is the receiver's seat, null for a watcher.
 *
 * `left` and `reserve` are the clocks at `now`; that of `running` runs on from there, by correspondence
 * until `flag_at`. `first_move_by` is when the game is aborted if the player to act has not acted for the first
 * time. `offers` lists what each seat offers. `claim_after_ms` is how long a player must be gone, and keep the
 * other waiting since `turn_at`, when the turn began, before the other may claim. The first `start` of `moves`
 * were not played here: they are those of the game `from_game`, or of a position that was given. `progress` is
 * there for an `opening` that is not free once the game has begun; until its colours are settled, `black` is who
 * has black by now.
 *
 * @typedef {object} RoomState
 * @property {"room"} t
 * @property {string} room
 * @property {number} v
 * @property {number} now
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {Visibility} visibility
 * @property {boolean} rated
 * @property {ColorChoice} color
 * @property {[Who | null, Who | null]} seats
 * @property {TimedMove[]} moves
 * @property {Left} left
 * @property {[OfferKind[], OfferKind[]]} offers
 * @property {Presence} presence
 * @property {number} created_at
 * @property {[number, number]} score
 * @property {number} claim_after_ms
 * @property {Seat | null} [black]
 * @property {Seat | null} [you]
 * @property {Seat | null} [running]
 * @property {number | null} [first_move_by]
 * @property {Result | null} [result]
 * @property {number[] | null} [line]
 * @property {string | null} [previous]
 * @property {string | null} [next]
 * @property {number} [start]
 * @property {string | null} [from_game]
 * @property {Reserve | null} [reserve]
 * @property {OpeningName} [opening]
 * @property {OpeningState | null} [progress]
 * @property {number | null} [flag_at]  When the flag falls in a game by correspondence, whatever is charged to nobody until then counted in.
 * @property {[number | null, number | null] | null} [away_until]  Until when either seat's player is on vacation, in a game by correspondence.
 * @property {RoomRating | null} [rating]  Null where there is nothing to tell, and until it is known: `ratings` tells it then.
 * @property {number} [turn_at]
 */

/**
 * What happened in a room, in the order of the versions; also the answer to `enter` with `since`.
 *
 * `left`, `reserve`, `running` and `first_move_by` are the clocks at `now`, after the last event;
 * `progress` is the opening after it, as in `room`.
 *
 * @typedef {object} Events
 * @property {"events"} t
 * @property {string} room
 * @property {number} now
 * @property {RoomEvent[]} events
 * @property {Left} left
 * @property {Seat | null} [running]
 * @property {number | null} [first_move_by]
 * @property {Reserve | null} [reserve]
 * @property {OpeningState | null} [progress]
 * @property {number | null} [flag_at]
 */

/**
 * Who is there, as it changes; not versioned, since it is not history.
 *
 * @typedef {object} RoomPresence
 * @property {"presence"} t
 * @property {string} room
 * @property {Presence} presence
 */

/**
 * The ratings at a room are known or have changed; after a game that was to be rated, what it has changed, or why
 * nothing. A game may be told of again, with other numbers, where one that ended before it has been counted since.
 *
 * @typedef {object} RatingsTold
 * @property {"ratings"} t
 * @property {string} room
 * @property {RoomRating} rating
 */

/**
 * Renju, black to move at version `v`: the points that black may not take now, and why.
 *
 * @typedef {object} Forbidden
 * @property {"forbidden"} t
 * @property {string} room
 * @property {number} v
 * @property {[number, ForbiddenName][]} points
 */

/**
 * The bot's move has to wait: `ahead` moves of other games come first, about; null once it is thought about.
 *
 * Said after a second, and then at most once a second.
 *
 * @typedef {object} Queued
 * @property {"queued"} t
 * @property {string} room
 * @property {number | null} [ahead]
 */

/**
 * The player opened this room elsewhere: the newer connection has the seat, this one only looks on no longer.
 *
 * @typedef {object} Replaced
 * @property {"replaced"} t
 * @property {string} room
 */

/**
 * Somebody sat down across from the receiver, who is not looking at that room at the moment.
 *
 * `challenge` is the receiver's that was accepted, on the connection that had given it.
 *
 * @typedef {object} Started
 * @property {"started"} t
 * @property {string} room
 * @property {Who} opponent
 * @property {string | null} [challenge]
 */

/**
 * What somebody is challenged to; `color` is that of who challenges.
 *
 * @typedef {object} ChallengeTerms
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {OpeningName} [opening]
 * @property {ColorChoice} [color]
 * @property {boolean} [rated]
 * @property {Visibility} [visibility]
 */

/**
 * A challenge of `player` to `other`, until it is answered, withdrawn or has expired; `declined` says why.
 *
 * `marks` are the ratings of both in the pool in which the game would count; null where neither has one.
 *
 * @typedef {object} ChallengeInfo
 * @property {string} id
 * @property {Who} player
 * @property {Who} other
 * @property {ChallengeTerms} terms
 * @property {number} made_at
 * @property {number} expires_at
 * @property {DeclineReason | null} [declined]
 * @property {[RatingMark | null, RatingMark | null] | null} [marks]
 */

/**
 * All challenges that the receiver has given, and those that wait for the receiver: on coming, where there are any,
 * and whenever they change.
 *
 * @typedef {object} Challenges
 * @property {"challenges"} t
 * @property {ChallengeInfo[]} challenges
 */

/**
 * The receiver has just been challenged.
 *
 * @typedef {object} Challenged
 * @property {"challenged"} t
 * @property {string} challenge
 * @property {Who} by
 */

/**
 * Somebody whom the receiver follows: `away`, `here`, or `playing` a public game.
 *
 * @typedef {object} FollowedPlayer
 * @property {Who} who
 * @property {"away" | "here" | "playing"} presence
 */

/**
 * Whom the receiver follows, in the order of the names; `hidden` where the receiver looks away to all.
 *
 * @typedef {object} FollowedPlayers
 * @property {"followed"} t
 * @property {FollowedPlayer[]} players
 * @property {boolean} [hidden]
 */

/**
 * The answer to `find_players`, exact names first.
 *
 * @typedef {object} PlayerList
 * @property {"players"} t
 * @property {string} id
 * @property {Who[]} players
 */

/**
 * The receiver is to move in a game by correspondence, and is not looking at it at the moment.
 *
 * @typedef {object} YourMove
 * @property {"your_move"} t
 * @property {string} room
 * @property {Who} opponent
 */

/**
 * The receiver's plan in a game, in the terms of the command `plan`; without branches there is none.
 *
 * Sent as the answer to `read_plan`, and to who looks at the game when the plan has changed. `dropped` is an
 * answer that may not be played after all: the plan has ended there.
 *
 * @typedef {object} PlanState
 * @property {"plan"} t
 * @property {string} room
 * @property {number} ply
 * @property {[number, number, number][]} branches
 * @property {number | null} [first]
 * @property {number | null} [dropped]
 * @property {string | null} [id]
 */

/**
 * The receiver's name has changed (by another of its own connections or by an operator).
 *
 * @typedef {object} Renamed
 * @property {"renamed"} t
 * @property {Who} player
 */

/**
 * A device of the receiver's has come or gone: `devices` asks for the list.
 *
 * @typedef {object} DevicesChanged
 * @property {"devices_changed"} t
 */

/**
 * The answer to the command `hint`: the best move at version `v` and why.
 *
 * `reasons` are codes such as `blocks_open_four`, the weightiest first. `line` is a proven win from here: the
 * receiver's moves and the answers that hold out longest alternating, to the move that nothing stops.
 *
 * @typedef {object} HintAnswer
 * @property {"hint"} t
 * @property {string} id
 * @property {string} room
 * @property {number} v
 * @property {number} point
 * @property {string[]} reasons
 * @property {number[] | null} [line]
 */

/**
 * The lesson of a game against a bot, in short. All are plies: numbers of moves played before.
 *
 * From `entry` on the winner's win is proven; null where nothing is. `mistake` is the loser's move that led there
 * while another withstood all that was asked of it; null where none such is known. `suspect` is the loser's last
 * free move, where no mistake is named. `learned`: a bot that learns has lost, and keeps clear of the move before
 * the entry in that position, as long as any move is left there that is not proven to lose.
 *
 * @typedef {object} LessonSummary
 * @property {number | null} [entry]
 * @property {number | null} [mistake]
 * @property {number | null} [suspect]
 * @property {boolean} [learned]
 */

/**
 * A lesson that the receiver has not seen yet: of a `game` against a bot of a `level`, `won` by the receiver.
 *
 * `learned` and `entry` are as in `LessonSummary`.
 *
 * @typedef {object} LessonNotice
 * @property {string} game
 * @property {number} at
 * @property {number} level
 * @property {boolean} [won]
 * @property {boolean} [learned]
 * @property {number | null} [entry]
 */

/**
 * The lessons that wait for the receiver, the latest first: after `welcome`, where there are any, and whenever
 * that changes. `lesson_seen` ends one; after two weeks it ends by itself.
 *
 * @typedef {object} LessonNotices
 * @property {"lessons"} t
 * @property {LessonNotice[]} lessons
 */

/**
 * An offer `by` the other player in a `room`, which the receiver has not answered.
 *
 * @typedef {object} OfferNotice
 * @property {string} room
 * @property {OfferKind} what
 * @property {Who} by
 * @property {number} at
 */

/**
 * The offers that wait for the receiver's answer, the latest first: after `welcome`, where there are any, and
 * whenever that changes. One ends with its answer, with what it asks for, and after two weeks.
 *
 * @typedef {object} OfferNotices
 * @property {"offers"} t
 * @property {OfferNotice[]} offers
 */

/**
 * How far the analysis of a game is; when it is done, `/api/games/{id}/analysis` has it.
 *
 * While it waits, `ahead` games come before it; while it runs, `done` of `total` steps are behind it. The
 * `lesson` of a game against a bot that somebody won comes before the rest, and once bots play with it.
 *
 * @typedef {object} Analysis
 * @property {"analysis"} t
 * @property {string} game
 * @property {JobState} state
 * @property {number} [done]
 * @property {number} [total]
 * @property {number} [ahead]
 * @property {LessonSummary | null} [lesson]
 */

/**
 * The answer to `try` and `defend`: whether the newest move is right, and whether it is solved with it.
 *
 * `reply` is the opponent's answer to a right move, on which the puzzle goes on. With `done` or after a wrong
 * move, `line` shows how it goes: how the win is made, or what the wrong move loses to.
 *
 * @typedef {object} Tried
 * @property {"tried"} t
 * @property {string} id
 * @property {number | null} puzzle
 * @property {boolean} right
 * @property {boolean} done
 * @property {number | null} [reply]
 * @property {number[] | null} [line]
 */

/**
 * The answer to `reveal`: the `answers` that are right, and the `proof` of the first of them.
 *
 * A proof is the JSON of a tree, `[move, threat, answer, tree, answer, tree, ...]`, of which what is missing to the
 * end is left out: the winner's move; what it threatens, another tree, or null where it makes a four or a five; and
 * each answer of the other side's that has to be met, with the tree that meets it. Of a puzzle of defence the move
 * says nothing: it is what is threatened and what wins after each move that disturbs this and loses all the same.
 *
 * @typedef {object} Solution
 * @property {"solution"} t
 * @property {string} id
 * @property {number} puzzle
 * @property {number[]} answers
 * @property {any} proof
 */

/**
 * A device that has the receiver's identity; `browser` and `system` are empty where they are not known.
 *
 * `used_at` is exact to the hour, and now for one that is `here`: connected. `this` is the receiver's own.
 *
 * @typedef {object} Device
 * @property {string} id
 * @property {number} created_at
 * @property {number} used_at
 * @property {string} [browser]
 * @property {string} [system]
 * @property {boolean} [here]
 * @property {boolean} [this]
 */

/**
 * The answer to the command `devices`: all of them, the last used first.
 *
 * @typedef {object} DeviceList
 * @property {"devices"} t
 * @property {string} id
 * @property {Device[]} devices
 */

/**
 * A person of a provider with whom the receiver's account is linked. `current`: of the one by which one signs in
 * now.
 *
 * @typedef {object} LinkedIdentity
 * @property {string} issuer
 * @property {number} made_at
 * @property {boolean} [current]
 */

/**
 * The answer to the command `identities`.
 *
 * @typedef {object} IdentityList
 * @property {"identities"} t
 * @property {string} id
 * @property {LinkedIdentity[]} identities
 */

/**
 * What somebody has said: a `phrase`, or a `text` that is to be shown as it is, never as markup.
 *
 * `staff` says that it comes from somebody of the server's staff; `hidden`, which staff alone is sent, that nobody
 * else sees it any more.
 *
 * @typedef {object} Remark
 * @property {number} id
 * @property {number} at
 * @property {TalkSide} side
 * @property {Who} who
 * @property {PhraseName | null} [phrase]
 * @property {string | null} [text]
 * @property {boolean} [staff]
 * @property {boolean} [hidden]
 */

/**
 * What staff has laid upon a player, why, and until when; null is until it is lifted.
 *
 * @typedef {object} Sanction
 * @property {SanctionKind} kind
 * @property {OffenceName} reason
 * @property {number | null} [until]
 */

/**
 * What may be said in a room, and what was said last: all that the receiver may see, in place of what it had.
 *
 * Sent after the room when it is entered, and when somebody sits down or the game ends: then players hear what those
 * who look on have said; and when staff has muted the receiver, or lets him speak again before the time. `level` is
 * "off" for who may say nothing at all; `muted` says why, where staff has said so.
 *
 * @typedef {object} TalkState
 * @property {"talk"} t
 * @property {string} room
 * @property {TalkLevel} level
 * @property {TalkSide} side
 * @property {Remark[]} remarks
 * @property {Sanction | null} [muted]
 */

/**
 * Somebody has said something in a room.
 *
 * @typedef {object} Said
 * @property {"said"} t
 * @property {string} room
 * @property {Remark} remark
 */

/**
 * Staff has hidden a remark, or its sender is gone for good: it is to be shown no longer.
 *
 * @typedef {object} Unsaid
 * @property {"unsaid"} t
 * @property {string} room
 * @property {number} remark
 */

/**
 * Staff has laid something upon the receiver. Who is banned gets a `bye` instead.
 *
 * @typedef {object} Sanctioned
 * @property {"sanctioned"} t
 * @property {Sanction} sanction
 */

/**
 * To staff: how many reports wait. On coming, where any do, and whenever one is made or settled.
 *
 * @typedef {object} ReportsWaiting
 * @property {"reports_waiting"} t
 * @property {number} waiting
 */

/**
 * A report: who has made it (null for who was deleted, and to whom it is about), about whom, where, and what has
 * come of it. `remarks` counts what was said last; `open` how many reports about the same player wait, this one
 * among them where it does. Of a `damaged` one it cannot be read what was said.
 *
 * @typedef {object} ReportInfo
 * @property {number} id
 * @property {number} at
 * @property {Who} about
 * @property {OffenceName} reason
 * @property {"open" | "handled" | "dismissed"} state
 * @property {number} remarks
 * @property {number} open
 * @property {Who | null} [by]
 * @property {string | null} [room]
 * @property {string} [note]
 * @property {Who | null} [handled_by]
 * @property {number | null} [handled_at]
 * @property {boolean} [damaged]
 */

/**
 * The answer to the command `reports`. `waiting` counts all that wait; `more` says that there are others
 * beyond.
 *
 * @typedef {object} ReportList
 * @property {"reports"} t
 * @property {string} id
 * @property {ReportInfo[]} reports
 * @property {number} waiting
 * @property {boolean} more
 */

/**
 * The answer to the command `read_report`: one with what was said, the oldest first, as it stood then.
 *
 * @typedef {object} ReportState
 * @property {"report"} t
 * @property {string} id
 * @property {ReportInfo} report
 * @property {Remark[]} said
 */

/**
 * A sanction as staff sees it: its number, since and until when, by whom (null is the command line), and why.
 *
 * @typedef {object} LaidSanction
 * @property {number} id
 * @property {SanctionKind} kind
 * @property {OffenceName} reason
 * @property {number} at
 * @property {number | null} [until]
 * @property {Who | null} [by]
 * @property {string} [note]
 * @property {number | null} [lifted_at]
 */

/**
 * The answer to the command `player`: what staff knows of one. `may` are the kinds of sanctions that the
 * receiver may lay upon him; empty where the rank forbids it.
 *
 * @typedef {object} PlayerRecord
 * @property {"player"} t
 * @property {string} id
 * @property {Who} who
 * @property {number} created_at
 * @property {number} seen_at
 * @property {LaidSanction[]} sanctions
 * @property {number} open
 * @property {SanctionKind[]} may
 * @property {number | null} [account_at]
 * @property {RoleName | null} [role]
 * @property {boolean} [here]
 * @property {boolean} [disabled]  Nobody signs in to the account.
 * @property {boolean} [totp]  There is an authenticator; told to the owner alone.
 */

/**
 * What somebody of staff has done; `by` is null for the command line, `target` where it was done to nobody.
 * Of a `damaged` one `data` cannot be read.
 *
 * @typedef {object} Act
 * @property {number} id
 * @property {number} at
 * @property {string} action
 * @property {Who | null} [by]
 * @property {Who | null} [target]
 * @property {Record<string, any>} [data]
 * @property {boolean} [damaged]
 */

/**
 * The answer to the command `audit`: the last acts; `more` says that there are others before them.
 *
 * @typedef {object} AuditLog
 * @property {"audit"} t
 * @property {string} id
 * @property {Act[]} acts
 * @property {boolean} more
 */

/**
 * The answer to the command `evidence`: the latest rated games of somebody, and figures of those that were
 * analysed. No figure says whether anybody had help.
 *
 * `own` are of the player's moves, `opponents` of those of the people who played against him in these games, and
 * `near` of other people's in their latest games in the same `pool`, whose ratings are near his. None is of fewer
 * games than `least`.
 *
 * @typedef {object} PlayerEvidence
 * @property {"evidence"} t
 * @property {string} id
 * @property {Who} who
 * @property {EvidenceGame[]} games
 * @property {number} least
 * @property {RatingPoolName} pool
 * @property {EvidenceFigures} own
 * @property {EvidenceFigures} opponents
 * @property {EvidenceFigures} near
 */

/**
 * The answer to the command `health`: how the server stands.
 *
 * `people` are online, by so many `connections`. `late_ms` is how late the server was at most within the last
 * minute, `backed_up_at` when its last backup was made.
 *
 * @typedef {object} Health
 * @property {"health"} t
 * @property {string} id
 * @property {string} version
 * @property {number} started_at
 * @property {number} people
 * @property {number} connections
 * @property {number} late_ms
 * @property {RoomCounts} rooms
 * @property {BotsState} bots
 * @property {StudiesState} studies
 * @property {DiskState} disk
 * @property {MemoryState} memory
 * @property {number | null} [backed_up_at]
 */

/**
 * The answer to the command `backups`: the newest first, at most a hundred, in a `folder` of the machine's.
 *
 * One is made `every_s` seconds, 0 for never, and the newest `keep` stay. `running` says that one is being made;
 * `failed_at` and `failed` when the last one failed and why, where that was the last.
 *
 * @typedef {object} BackupList
 * @property {"backups"} t
 * @property {string} id
 * @property {BackupInfo[]} backups
 * @property {string} folder
 * @property {number} every_s
 * @property {number} keep
 * @property {boolean} [running]
 * @property {number | null} [failed_at]
 * @property {string} [failed]
 */

/**
 * A class, how many pupils it has, and its teacher, whose name is empty where that one is gone.
 *
 * @typedef {object} ClassroomInfo
 * @property {string} id
 * @property {string} name
 * @property {number} pupils
 * @property {Who} teacher
 */

/**
 * The answer to the command `classrooms`.
 *
 * @typedef {object} ClassroomList
 * @property {"classrooms"} t
 * @property {string} id
 * @property {ClassroomInfo[]} classrooms
 */

/**
 * A pupil: last seen when, null before the first time, `managed` as long as there is no password, and until when
 * the last code works or has worked, null where there is none; whether it was used, and whether the pupil is here.
 *
 * @typedef {object} PupilInfo
 * @property {Who} who
 * @property {number | null} seen_at
 * @property {boolean} managed
 * @property {number | null} code_until
 * @property {boolean} code_used
 * @property {boolean} here
 */

/**
 * The answer to the command `classroom`, and to those that make one or add to it; the pupils by their names.
 *
 * @typedef {object} ClassroomState
 * @property {"classroom"} t
 * @property {string} id
 * @property {ClassroomInfo} classroom
 * @property {PupilInfo[]} pupils
 */

/**
 * A pupil and the code that he signs in by.
 *
 * @typedef {object} PupilCode
 * @property {Who} who
 * @property {string} code
 */

/**
 * The answer to the command `pupil_codes`: a sheet to be printed, by the names. Each code works once.
 *
 * @typedef {object} PupilCodes
 * @property {"pupil_codes"} t
 * @property {string} id
 * @property {ClassroomInfo} classroom
 * @property {PupilCode[]} codes
 * @property {number} expires_at
 */

/**
 * The answer to the command `rooms`; `more` says that there are others, `broken`
 * names those that cannot be read.
 *
 * @typedef {object} RoomList
 * @property {"rooms"} t
 * @property {string} id
 * @property {StaffRoom[]} rooms
 * @property {boolean} more
 * @property {BrokenRow[]} [broken]
 */

/**
 * The answer to the command `people`; `more` says that there are others.
 *
 * @typedef {object} PeopleList
 * @property {"people"} t
 * @property {string} id
 * @property {StaffPerson[]} people
 * @property {boolean} more
 */

/**
 * The answer to the command `games`; `more` says that there are others, `broken`
 * names those that cannot be read.
 *
 * @typedef {object} GameList
 * @property {"games"} t
 * @property {string} id
 * @property {StaffGame[]} games
 * @property {boolean} more
 * @property {BrokenRow[]} [broken]
 */

/**
 * The answer to the command `jobs`: the first of them; `waiting` and `failed` count all,
 * `broken` names those that cannot be read.
 *
 * @typedef {object} JobList
 * @property {"jobs"} t
 * @property {string} id
 * @property {StudyJob[]} jobs
 * @property {number} waiting
 * @property {number} failed
 * @property {BrokenRow[]} [broken]
 */

/**
 * The answer to the command `settings`.
 *
 * @typedef {object} SettingList
 * @property {"settings"} t
 * @property {string} id
 * @property {SettingInfo[]} settings
 */

/**
 * Staff has ended a game or an open room of the receiver's, without a result.
 *
 * @typedef {object} RoomClosed
 * @property {"room_closed"} t
 * @property {string} room
 */

/**
 * The answer to the command `checks`: one of each kind.
 *
 * @typedef {object} CheckList
 * @property {"checks"} t
 * @property {string} id
 * @property {CheckInfo[]} checks
 */

/**
 * The answer to the command `patterns`; `more` says that there are others, `on` and `off` count all.
 *
 * @typedef {object} PatternList
 * @property {"patterns"} t
 * @property {string} id
 * @property {StaffPattern[]} patterns
 * @property {boolean} more
 * @property {number} on
 * @property {number} off
 */

/**
 * The answer to the command `trees`: of all `count` trees, which take so many `bytes`; `more` says that
 * there are others that fit.
 *
 * @typedef {object} TreeList
 * @property {"trees"} t
 * @property {string} id
 * @property {StaffTree[]} trees
 * @property {boolean} more
 * @property {number} count
 * @property {number} bytes
 */

/**
 * The answer to the command `weights`: games begin with the version `used`, 0 for that of the program; where it
 * is `frozen`, nothing takes its place by itself. `more` says that there are others,
 * `broken` names those that cannot be read.
 *
 * @typedef {object} WeightsList
 * @property {"weights"} t
 * @property {string} id
 * @property {WeightsVersion[]} versions
 * @property {number} used
 * @property {boolean} frozen
 * @property {boolean} more
 * @property {BrokenRow[]} [broken]
 */

/**
 * The answer to `compare_weights`: the weights that differ most, of the `differing` ones of `all`.
 *
 * @typedef {object} WeightsCompared
 * @property {"weights_compared"} t
 * @property {string} id
 * @property {WeightDifference[]} differences
 * @property {number} differing
 * @property {number} all
 */

/**
 * The answer to the command `proofs`.
 *
 * @typedef {object} ProofList
 * @property {"proofs"} t
 * @property {string} id
 * @property {ProofPool[]} pools
 */

/**
 * To everybody who is here: who may keep a name from now on.
 *
 * @typedef {object} RegistrationChanged
 * @property {"registration_changed"} t
 * @property {Registration} registration
 */

/**
 * The answer to the command `blocks`: whom the receiver has blocked, the last first.
 *
 * @typedef {object} BlockList
 * @property {"blocks"} t
 * @property {string} id
 * @property {Who[]} players
 */

/**
 * The answer to the command `push`: whether this device gets notices, what of, and when not.
 *
 * @typedef {object} PushState
 * @property {"push"} t
 * @property {string} id
 * @property {boolean} here
 * @property {PushKind[]} kinds
 * @property {[number, number] | null} [quiet]
 */

/**
 * The server is about to close this connection: restart, banned, signed out, stale, or flood. Who is banned is told
 * `why`, and `until` when, if it ends by itself.
 *
 * @typedef {object} Bye
 * @property {"bye"} t
 * @property {string} code
 * @property {Record<string, string | number>} [detail]
 */

/**
 * A sign of life, every five seconds after `welcome`: who has heard nothing for twice that long is cut off.
 *
 * @typedef {object} Beat
 * @property {"beat"} t
 */

/**
 * Rooms in memory: that wait for an opponent, in which a game goes on, and that are over and looked at.
 *
 * @typedef {object} RoomCounts
 * @property {number} open
 * @property {number} playing
 * @property {number} over
 * @property {number} with_bots  Unfinished games against bots.
 */

/**
 * How busy the bots are: moves that wait, `short` of them those that no search comes before; other work that
 * waits; workers that choose moves now, and do other work; bytes that bots remember games in.
 *
 * @typedef {object} BotsState
 * @property {number} waiting
 * @property {number} short
 * @property {number} waiting_work
 * @property {number} busy
 * @property {number} busy_work
 * @property {number} memory
 */

/**
 * The queue of studies: games that wait, those of them that somebody has asked for, those tried no more, those done
 * in the last hour, those of the last seven days for which there was no room, and since when the oldest waits.
 *
 * `running` is the game that is studied, since `running_since`; null while there is none, and of a private one.
 *
 * @typedef {object} StudiesState
 * @property {number} waiting
 * @property {number} asked
 * @property {number} failed
 * @property {number} done
 * @property {number} dropped
 * @property {number | null} [oldest_at]
 * @property {string | null} [running]
 * @property {number | null} [running_since]
 */

/**
 * Bytes of the disk on which the database lies, those that are free, and those of the database with its log.
 *
 * @typedef {object} DiskState
 * @property {number} total
 * @property {number} free
 * @property {number} database
 */

/**
 * Bytes that the server holds, that its `processes` other than itself do together, and that it may have at most.
 * Null where the machine does not tell.
 *
 * @typedef {object} MemoryState
 * @property {number} most
 * @property {number | null} [server]
 * @property {number | null} [others]
 * @property {number | null} [processes]
 */

/**
 * A backup of the server's own: the name of its file, when it was made, and its bytes.
 *
 * @typedef {object} BackupInfo
 * @property {string} name
 * @property {number} at
 * @property {number} bytes
 */

/**
 * A player, here first at `made_at` and last at `seen_at`, with so many `games` that are over. Without
 * `account_at` it is a guest; an account without a `password` is signed in to by other means. `disabled` says
 * that nobody may sign in to it, `sanctions` what is laid upon the player now.
 *
 * @typedef {object} StaffPerson
 * @property {Who} who
 * @property {number} made_at
 * @property {number} seen_at
 * @property {number} games
 * @property {number | null} [account_at]
 * @property {RoleName | null} [role]
 * @property {boolean} [password]
 * @property {boolean} [disabled]
 * @property {boolean} [here]
 * @property {SanctionKind[]} [sanctions]
 */

/**
 * A room that is not over. `number` tells the order in which rooms are made; a free seat is null.
 *
 * `begun_at` is null while it waits for an opponent. `plies` moves have been played; `watchers` look on now,
 * `here` says of either seat whether its player does. One that is not `loaded` lies in the store.
 *
 * @typedef {object} StaffRoom
 * @property {number} number
 * @property {string} room
 * @property {number} made_at
 * @property {Rules} rules
 * @property {Size} size
 * @property {Visibility} visibility
 * @property {boolean} rated
 * @property {boolean} slow
 * @property {(Who | null)[]} seats
 * @property {number} plies
 * @property {OpeningName} [opening]
 * @property {number | null} [begun_at]
 * @property {number} [watchers]
 * @property {boolean[]} [here]
 * @property {boolean} [loaded]
 */

/**
 * A row of a list that cannot be read, and so stands in it by no more than its `number` and its `id`.
 *
 * @typedef {object} BrokenRow
 * @property {number} number
 * @property {string} id
 */

/**
 * A game that is over. Where it was to be rated, `counts` says whether it does, or `unrated` why not;
 * `waits`: that is still to be counted.
 *
 * @typedef {object} StaffGame
 * @property {number} number
 * @property {GameSummary} game
 * @property {boolean} [counts]
 * @property {boolean} [waits]
 * @property {UnratedReason | null} [unrated]
 */

/**
 * A game in the queue of studies since `at`. `effort` is how many times as hard as at first it is looked at;
 * 0 where moves are asked about. `running_since` is there while it is its turn. Staff cannot open a private one.
 *
 * @typedef {object} StudyJob
 * @property {string} game
 * @property {number} at
 * @property {Who} black
 * @property {Who} white
 * @property {number} effort
 * @property {number} failures
 * @property {Visibility} visibility
 * @property {Who | null} [asked_by]
 * @property {number | null} [running_since]
 */

/**
 * A setting as text: as it is now, and as the server is started with. It takes one of some `names`, or a whole
 * number of a `span`, the least and the most; `changed` says that it was, though it may be to the same.
 *
 * @typedef {object} SettingInfo
 * @property {SettingName} name
 * @property {string} value
 * @property {string} default
 * @property {string[]} [names]
 * @property {[number, number] | null} [span]
 * @property {boolean} [changed]
 */

/**
 * A check: `running_since` is there while it is made or waits for the other. The last one since the server was
 * started was done `at`, with an `outcome`; it has the first `findings` of `count` and what was `said` at
 * its end, in the words of the command line. `backup` is the name of the file where it is one that is checked, or
 * was.
 *
 * @typedef {object} CheckInfo
 * @property {CheckName} check
 * @property {number | null} [running_since]
 * @property {number | null} [at]
 * @property {CheckOutcome | null} [outcome]
 * @property {string[]} [findings]
 * @property {number} [count]
 * @property {string} [said]
 * @property {string} [backup]
 */

/**
 * A learned pattern by its `number`. Bots `met` it in so many games, of which `held` were not lost, and so
 * many `taught` it, all games counted. `shown` says that the reader may open its page; `imported` that it came
 * from a file.
 *
 * @typedef {object} StaffPattern
 * @property {number} number
 * @property {string} key
 * @property {Rules} rules
 * @property {number} learned_at
 * @property {number} met
 * @property {number} held
 * @property {number} taught
 * @property {boolean} [imported]
 * @property {boolean} [shown]
 */

/**
 * A stored tree by its `number`, kept `at` an instant, of so many `nodes` in so many `bytes`. Its owner may
 * be a guest; the name of the `file` that it came from is empty where games were merged.
 *
 * @typedef {object} StaffTree
 * @property {number} number
 * @property {string} tree
 * @property {number} at
 * @property {Who} owner
 * @property {string} title
 * @property {Visibility} visibility
 * @property {number} size
 * @property {number} nodes
 * @property {number} bytes
 * @property {string} [file]
 */

/**
 * A version of the learned weights, fitted `at` an instant to so many `games`. In so many `pairs` of games
 * against the version `parent` it was `elo` above it, in an interval; null before the match is over. `note` says
 * in the words of the command line why it was refused.
 *
 * @typedef {object} WeightsVersion
 * @property {number} version
 * @property {number} at
 * @property {WeightsState} state
 * @property {number} games
 * @property {number} parent
 * @property {number} pairs
 * @property {number | null} [elo]
 * @property {[number, number] | null} [interval]
 * @property {string} [note]
 */

/**
 * A weight in both versions: of a point by what a stone there would make in its `lines`, of a `threat` that is
 * `mine`, who is to move, or the opponent's, or of being to move.
 *
 * @typedef {object} WeightDifference
 * @property {"point" | "threat" | "to_move"} kind
 * @property {number} one
 * @property {number} other
 * @property {WeightLine[]} [lines]
 * @property {WeightThreat | null} [threat]
 * @property {boolean} [mine]
 */

/**
 * Proven positions of some rules and size: won and lost ones, what they take in bytes, and those that were let go
 * of for want of room.
 *
 * @typedef {object} ProofPool
 * @property {Rules} rules
 * @property {Size} size
 * @property {number} won
 * @property {number} lost
 * @property {number} bytes
 * @property {number} dropped
 */

/**
 * So many `found` among so many; the share in general lies between `low` and `high`, by 95 of 100.
 *
 * @typedef {object} EvidenceShare
 * @property {number} found
 * @property {number} of
 * @property {number} low
 * @property {number} high
 */

/**
 * How uneven times are: the mean over so many games of the standard deviation of their logarithms, between `low`
 * and `high` by 95 of 100. 0 is always the same time.
 *
 * @typedef {object} EvidenceSpread
 * @property {number} mean
 * @property {number} low
 * @property {number} high
 * @property {number} games
 */

/**
 * Figures of so many analysed games, all null where these are too few.
 *
 * `choices`: moves that were the first choice of the analysis, in positions after the sixth stone with more than one
 * move that does not lose. `wins`: wins by force of seven plies or more that were played when they were there.
 * `times`: of games at one sitting, without answers to fours and open threes.
 *
 * @typedef {object} EvidenceFigures
 * @property {number} games
 * @property {EvidenceShare | null} [choices]
 * @property {EvidenceShare | null} [wins]
 * @property {EvidenceSpread | null} [times]
 */

/**
 * One of somebody's latest rated games; `state` is of its analysis.
 *
 * @typedef {object} EvidenceGame
 * @property {string} game
 * @property {number} ended_at
 * @property {Who} opponent
 * @property {"studied" | "waiting" | "none"} state
 */

/**
 * One stored game without its moves. Times are milliseconds since 1970; `result` is null while it is played.
 *
 * `imported` names the file that the game came from. Where that does not tell the day of the game, `started_at` is
 * null, and `played_on` the year or month that it may tell, as YYYY or YYYY-MM. A game that began after the first
 * `start` moves of another names it in `from_game`; one that began from a given position names none.
 *
 * @typedef {object} GameSummary
 * @property {string} id
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {Visibility} visibility
 * @property {boolean} rated
 * @property {Who} black
 * @property {Who} white
 * @property {number} plies
 * @property {number | null} started_at
 * @property {number | null} [ended_at]
 * @property {Result | null} [result]
 * @property {string | null} [previous]
 * @property {string | null} [imported]
 * @property {string | null} [played_on]
 * @property {string | null} [from_game]
 * @property {number} [start]
 * @property {OpeningName} [opening]
 * @property {[RatingMark, RatingMark] | null} [marks]  The ratings of black and of white before a game that was counted; in lists alone.
 */

/**
 * A game by correspondence that goes on, as one of its players sees it; `yours`: that player is to move.
 *
 * `flag_at` is when the flag of the player to move falls, at the earliest: a weekend or a vacation puts it off.
 *
 * @typedef {object} SlowGame
 * @property {string} room
 * @property {Rules} rules
 * @property {Size} size
 * @property {ClockSpec} clock
 * @property {boolean} rated
 * @property {Who} opponent
 * @property {boolean} yours
 * @property {number} flag_at
 */

/**
 * A player's vacations that are not over, from and to which instant each, and the days that are left this year.
 *
 * @typedef {object} Vacations
 * @property {[number, number][]} vacations
 * @property {number} days_left
 */

/**
 * A page of games, newest first; `next` is the cursor of the page after it, null on the last. `broken` are
 * the ids of games of this page that cannot be read.
 *
 * @typedef {object} GamePage
 * @property {GameSummary[]} games
 * @property {string | null} [next]
 * @property {string[]} [broken]
 */

/**
 * A move that stands (taken-back ones are in `events` only), with its ledger of time in milliseconds.
 *
 * `why` is as in the event `moved`: a bot's reasons, left out while a rated game goes on.
 *
 * @typedef {object} StoredMove
 * @property {number} ply
 * @property {ColorName} color
 * @property {number} point
 * @property {string} name
 * @property {number} at
 * @property {number} think_ms
 * @property {number} lag_ms
 * @property {number} given_ms
 * @property {number | null} [left_ms]
 * @property {boolean | null} [forced]
 * @property {Record<string, any> | null} [why]
 */

/**
 * What played in a bot's seat, exactly: enough to play the same game again.
 *
 * @typedef {object} BotRun
 * @property {number} level
 * @property {string} engine
 * @property {string} version
 * @property {number} seed
 * @property {Record<string, number>} limits
 * @property {number} [learned]  Revision of the table of learned patterns: for who runs the server, 0 in answers of the API.
 * @property {number} [weights]  Version of the learned weights that it judges positions by; 0: those that come with the program.
 * @property {number} [book]  Revision of its book of own games as the game began: for who runs the server, 0 in answers of the API.
 */

/**
 * A stored game whole: what stands on the board, and every event as it happened.
 *
 * Where it was to be rated and is over, `rating` says what it has changed for black and for white, or why nothing.
 *
 * @typedef {object} GameHistory
 * @property {GameSummary} game
 * @property {StoredMove[]} moves
 * @property {RoomEvent[]} events
 * @property {number[] | null} [line]
 * @property {BotRun | null} [bot]
 * @property {string | null} [next]
 * @property {RoomRating | null} [rating]
 */

/**
 * A bot that can be chosen; `name` and `character` by language.
 *
 * `elo`: measured with nothing learned. `learns`: it plays with what was learned from lost games. `twin_of`:
 * this is the bot of that level as it was on its first day.
 *
 * @typedef {object} LevelInfo
 * @property {number} level
 * @property {Record<string, string>} name
 * @property {Record<string, string>} character
 * @property {Rules[]} rules
 * @property {Size[]} sizes
 * @property {number | null} [elo]
 * @property {boolean} [ready]
 * @property {boolean} [learns]
 * @property {number | null} [twin_of]
 * @property {RatingMark | null} [rating]  Its own on this server, for gomoku, as it plays now; null before its first rated game.
 */

/**
 * The ladder, weakest first; then bots without a place on it.
 *
 * @typedef {object} Levels
 * @property {LevelInfo[]} levels
 */

/**
 * What a player has reached against one bot: finished games won, drawn and lost, whatever the rules; none that went
 * on from another game or from a given position.
 *
 * @typedef {object} LevelScore
 * @property {number} level
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * How games ended, by the colour of the stones.
 *
 * @typedef {object} Results
 * @property {number} black
 * @property {number} draw
 * @property {number} white
 */

/**
 * A move that was played in a position; where that is like itself turned or mirrored, with the images of the move.
 *
 * `points` are all of these. `results` are of the games that left the position by it, `reached` counts all that
 * came to the position after it, by other orders of the moves, too; it is null where a filter by player or day holds.
 * `last` is when the game of these that was begun last ended. `proven` says that who plays it wins by force, or
 * loses; null where nothing is proven.
 *
 * @typedef {object} ExplorerMove
 * @property {number[]} points
 * @property {Results} results
 * @property {number} last
 * @property {number | null} [reached]
 * @property {"won" | "lost" | null} [proven]
 */

/**
 * What finished public games went on with in a position, and in all of its images.
 *
 * `results` are of the games that reached it, each once; `ended` is how many of them ended there. `moves` come
 * with the most played first. `newest` are those of the games that were begun last, or before the one that was asked
 * for, and `more` says that there are others; `ply` is that of the position. `proven` is what is
 * proven of the side to move, `value` the engine's estimate from a stored analysis, as in `MoveReview`. Where a
 * filter by player or day holds only so many games are looked at: `partial` says that there were more. `waiting`
 * games are not counted yet. Where the moves end a game by the rules, `result` says how, and `line` is its winning
 * row; what was asked for after them is left out. `forbidden` are the points that black, to move in renju, may not
 * take, and why. `pattern` is the number, D1 to D13 or I1 to I13, of the renju pattern that the first three stones
 * make, whatever the rules.
 *
 * @typedef {object} Explored
 * @property {ColorName} to_move
 * @property {number} ply
 * @property {Results} results
 * @property {number} ended
 * @property {ExplorerMove[]} moves
 * @property {GameSummary[]} newest
 * @property {"won" | "lost" | null} [proven]
 * @property {number | null} [value]
 * @property {boolean} [partial]
 * @property {number} [waiting]
 * @property {Result | null} [result]
 * @property {number[] | null} [line]
 * @property {[number, ForbiddenName][]} [forbidden]
 * @property {string | null} [pattern]
 * @property {boolean} [more]
 */

/**
 * The body of every answer that is not a success: a stable code and what it is about.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {Record<string, string | number>} [detail]
 */

/**
 * A stored tree without its nodes; `owner` has no name where that player was deleted.
 *
 * `file` is the name of the file it came from, empty for games that were merged; `skipped` counts the branches
 * that were left out of it, since they could not be played. `yours`: you may change it. `sealed`: it has games
 * that are not public, and stays private. `encoding` is that of the file's texts.
 *
 * @typedef {object} TreeSummary
 * @property {string} id
 * @property {string} title
 * @property {Who} owner
 * @property {Visibility} visibility
 * @property {number} size
 * @property {number} nodes
 * @property {number} depth
 * @property {number} bytes
 * @property {number} created_at
 * @property {string} encoding
 * @property {Rules | null} [rules]
 * @property {string} [file]
 * @property {number} [skipped]
 * @property {boolean} [yours]
 * @property {boolean} [sealed]
 */

/**
 * Stored trees. Of your own it is told how many `bytes` they take of `most_bytes`, and how many may be.
 *
 * @typedef {object} TreePage
 * @property {TreeSummary[]} trees
 * @property {string | null} [next]
 * @property {number} [bytes]
 * @property {number} [most_bytes]
 * @property {number} [most_trees]
 */

/**
 * A node of a stored tree. Its children are the nodes `first` to `first + children - 1`; `below` counts them
 * and all that follows.
 *
 * `point` is null where there is no move, and -1 for a pass; `color` is whose move it is. `labels` are short
 * texts at points, `marks` are `triangle`, `square`, `circle` or `cross`; `setup` has points with what
 * lies on them from here on, 0 for nothing, 1 for black, 2 for white. `more`: the comment or the labels are longer
 * than is sent.
 *
 * @typedef {object} TreeNode
 * @property {number} n
 * @property {number} [parent]
 * @property {number | null} [point]
 * @property {ColorName | null} [color]
 * @property {number} [first]
 * @property {number} [children]
 * @property {number} [below]
 * @property {string} [name]
 * @property {string} [comment]
 * @property {boolean} [marked]
 * @property {boolean} [start]
 * @property {[number, string][]} [labels]
 * @property {[number, string][]} [marks]
 * @property {[number, number][]} [setup]
 * @property {ColorName | null} [to_move]
 * @property {boolean} [more]
 */

/**
 * Nodes below one, a parent before its children: the nearest first, until there are as many as were asked for, or
 * enough was read. `path` has the nodes from the root to that one, itself last.
 *
 * @typedef {object} TreeNodes
 * @property {TreeNode[]} nodes
 * @property {TreeNode[]} [path]
 */

/**
 * The node at which a position is in a tree, its moves in whatever order and the board turned or mirrored however
 * it may be; null where it is not. `searched` is false where not all of the tree could be looked through that might
 * have it.
 *
 * @typedef {object} TreeFound
 * @property {number | null} node
 * @property {boolean} [searched]
 */

/**
 * A win by force. `line` alternates attacker and defender; `proof` is the tree with every defence.
 *
 * A node of the tree is a list: the attacker's move, then the node of what it threatens (null where it is a four or a
 * five itself), then each answer and the node of what wins after it, in turn. Any other answer runs into the five or
 * into the threat. A move that nothing stops is `[move]`.
 *
 * @typedef {object} ProvenWin
 * @property {Method} method
 * @property {number[]} line
 * @property {any} proof
 */

/**
 * A move after which no forced win was found: looked for up to `method`, with at most so many `nodes` (stones
 * put on the board). It proves nothing: who looks harder may find one.
 *
 * @typedef {object} OpenMoveInfo
 * @property {number} point
 * @property {Method} method
 * @property {number} nodes
 */

/**
 * A move that loses, by a proof; `line` is how, with the opponent's answer first.
 *
 * @typedef {object} LostMove
 * @property {number} point
 * @property {number[]} line
 */

/**
 * The loser's last free move of a game in which no mistake can be named: nothing forced it, and after it, too, no
 * forced win was found, looked for as with an `OpenMoveInfo`. The game will be looked at harder.
 *
 * @typedef {object} SuspectInfo
 * @property {number} ply
 * @property {number} point
 * @property {Method} method
 * @property {number} nodes
 */

/**
 * One move of a game. `eval` is the engine's estimate after it, from black's side: 10000 is a proven win of
 * black's, -10000 one of white's, and what is only estimated stays between.
 *
 * `win` is what the mover could have forced. `threat` is what the opponent would have forced after a pass, or
 * under the labels `lost_here` and `not_proven_lost` what it can force after the move. `open` are then moves
 * that withstood what refuted the one played, and all that was asked beyond it; `undecided` those that are not
 * proven to lose, and did not withstand as much. `lost` are others that lose, too, `forbidden` those that were not
 * to be had, and all that neither these lists nor `win` name lose by the line `rest`; without it nothing is known
 * of them. `before` is null where a better move is neither named nor ruled out.
 *
 * @typedef {object} MoveReview
 * @property {MoveLabel | null} [label]
 * @property {number | null} [eval]
 * @property {ForcedBy | null} [forced]
 * @property {ProvenWin | null} [win]
 * @property {ProvenWin | null} [threat]
 * @property {OpenMoveInfo[]} [open]
 * @property {number[]} [undecided]
 * @property {LostMove[]} [lost]
 * @property {number[] | null} [rest]
 * @property {number[]} [forbidden]
 * @property {Before | null} [before]
 */

/**
 * What a lost game teaches: from ply `entry` on the winner had a proven win at every turn.
 *
 * `mistake` is the ply of the loser's move that allowed it, null where no move is left that wins by a proof or
 * withstood all that was asked of it; `open` and `undecided` are as with its review. `line` are the points from
 * the entry to the end of the proof, `led` the loser's plies that changed nothing.
 *
 * @typedef {object} LessonOf
 * @property {ColorName} winner
 * @property {number} entry
 * @property {number[]} line
 * @property {number[]} [led]
 * @property {number | null} [mistake]
 * @property {OpenMoveInfo[]} [open]
 * @property {number[]} [undecided]
 */

/**
 * A learned trap and the ply at which the game showed it; `PatternInfo` has it by its key.
 *
 * @typedef {object} TrapAt
 * @property {string} key
 * @property {number} ply
 */

/**
 * The analysis of one game, one review a ply; `at` is when it was made.
 *
 * `nodes` bounded each search, `effort` is how many times more than usual that is. `suspect` stands where a game
 * was lost and no mistake is named.
 *
 * @typedef {object} GameAnalysis
 * @property {string} game
 * @property {number} version
 * @property {number} at
 * @property {number} nodes
 * @property {MoveReview[]} moves
 * @property {number} [effort]
 * @property {LessonOf | null} [lesson]
 * @property {SuspectInfo | null} [suspect]
 * @property {TrapAt[]} [traps]
 */

/**
 * What a point of a trap must hold, `x` and `y` from its top left corner.
 *
 * `other` is anything but the attacker's stone, and the edge of the board will do.
 *
 * @typedef {object} PatternCell
 * @property {number} x
 * @property {number} y
 * @property {"attacker" | "empty" | "other" | "defender"} kind
 */

/**
 * An empty point of a trap on which a defender's stone breaks this line of attack; a larger `weight` is better.
 *
 * The attacker may win by another line.
 *
 * @typedef {object} BlockingPoint
 * @property {number} x
 * @property {number} y
 * @property {number} weight
 */

/**
 * A game that taught a trap, and the ply before which it stood on the board.
 *
 * @typedef {object} PatternSource
 * @property {string} game
 * @property {number} ply
 */

/**
 * A learned trap: stones from which the attacker, to move, wins by force.
 *
 * `attacker` is null where either colour may have it. `length` counts the attacker's moves to the five in the
 * longest line. `met` is in how many games a bot stood before it, `not_lost` how many of these it did not lose;
 * `taught` is how many games taught it, and `sources` names the latest of them. Only public games and the reader's
 * own count in any of it. An operator may have brought a trap that no game has taught.
 *
 * @typedef {object} PatternInfo
 * @property {string} key
 * @property {Rules} rules
 * @property {number} width
 * @property {number} height
 * @property {PatternCell[]} cells
 * @property {BlockingPoint[]} blocking
 * @property {number} length
 * @property {number} met
 * @property {number} not_lost
 * @property {number} taught
 * @property {number} learned_at
 * @property {PatternSource[]} sources
 * @property {ColorName | null} [attacker]
 */

/**
 * A page of traps; `next` is the cursor of the page after it, null on the last.
 *
 * `total` counts all that the filter lets through.
 *
 * @typedef {object} PatternPage
 * @property {PatternInfo[]} patterns
 * @property {number} total
 * @property {string | null} [next]
 */

/**
 * A position to solve: `stones` in the order in which they were played, black's first.
 *
 * `solved` and `failed` count players by their first attempt; `yours` is the reader's own. `game` and `ply`
 * say where it comes from, a public game, if that is still there. The solution is not told, but how many of the
 * winner's moves the longest line has, where that is known.
 *
 * `rating` is on the scale of Elo, with a standard `deviation`: what the proof suggests until players have tried
 * it. Who had the solution shown before the first attempt had ended has failed, as `yours` says.
 *
 * @typedef {object} PuzzleInfo
 * @property {number} id
 * @property {PuzzleKind} kind
 * @property {Rules} rules
 * @property {Size} size
 * @property {number[]} stones
 * @property {ColorName} to_move
 * @property {number} rating
 * @property {number} deviation
 * @property {number} solved
 * @property {number} failed
 * @property {PuzzleTheme[]} [themes]
 * @property {number | null} [length]
 * @property {"solved" | "failed" | "shown" | null} [yours]
 * @property {string | null} [game]
 * @property {number | null} [ply]
 */

/**
 * A line by which a bot of a `level` was beaten in `game`, and from which it has learned.
 *
 * `stones` are the moves before ply `entry`, from where on the win of `winner` is proven, and `line` are the
 * points of that win. `mistake` is the ply of the bot's move that allowed it, null where none is named; where there
 * is an `exercise`, `defend` judges other moves there. `traps` are the patterns that it taught, the longest
 * first. Of the games that were `tried` again from there, against that bot, `won` were won again. `teacher` is
 * the name of who won first, where that person agrees. Only public games and the reader's own count.
 *
 * @typedef {object} LineInfo
 * @property {string} game
 * @property {Rules} rules
 * @property {Size} size
 * @property {number} level
 * @property {number} at
 * @property {ColorName} winner
 * @property {number} entry
 * @property {number[]} stones
 * @property {number[]} line
 * @property {PatternInfo[]} traps
 * @property {number} tried
 * @property {number} won
 * @property {number | null} [mistake]
 * @property {string | null} [teacher]
 * @property {boolean} [exercise]
 */

/**
 * A page of lines, the latest first; `next` is the cursor of the page after it, null on the last.
 *
 * @typedef {object} LinePage
 * @property {LineInfo[]} lines
 * @property {string | null} [next]
 */

/**
 * Today's line, the same for everybody: a position in which a bot was beaten and asks for a new way to beat it.
 *
 * `line` is null as long as nothing was learned. Once somebody has beaten the bot from there today, `beaten` is
 * the first game, and `by` the person's name, where that person agrees.
 *
 * @typedef {object} UnbeatenLine
 * @property {string} day
 * @property {LineInfo | null} [line]
 * @property {string | null} [beaten]
 * @property {string | null} [by]
 */

/**
 * What one version of a bot, with one version of learned `weights`, has reached in public games against people,
 * from when to when, in ms since 1970.
 *
 * @typedef {object} BotVersion
 * @property {string} version
 * @property {number} since
 * @property {number} until
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number} [weights]
 */

/**
 * The Elo of a bot in `games` public games that follow each other, the first of them after it had lost `after`:
 * from the empty board, and none given up at once.
 *
 * `low` and `high` bound it with 95 %.
 *
 * @typedef {object} StrengthPoint
 * @property {number} after
 * @property {number} games
 * @property {number} elo
 * @property {number} low
 * @property {number} high
 */

/**
 * A bot: what it is, what its versions have reached here, how its strength went, and what it has learned.
 *
 * `curve` is empty as long as there are not `needed` public games for two points; `games` is how many there are.
 * `newest` are its latest lessons, `held` lines with which it was tried again and not beaten again.
 *
 * @typedef {object} BotPage
 * @property {LevelInfo} info
 * @property {BotVersion[]} versions
 * @property {StrengthPoint[]} curve
 * @property {number} games
 * @property {number} needed
 * @property {LineInfo[]} [newest]
 * @property {LineInfo[]} [held]
 */

/**
 * A player's rating in a pool: the deviation as it is now, the number of games, and how it has come about.
 *
 * `history` has instants with the rating and the deviation after a game, of many games some: never more than a few
 * hundred.
 *
 * @typedef {object} PoolRating
 * @property {RatingPoolName} pool
 * @property {number} rating
 * @property {number} deviation
 * @property {number} games
 * @property {[number, number, number][]} history
 */

/**
 * Games against somebody, as the player of the profile has ended them.
 *
 * @typedef {object} OpponentScore
 * @property {Who} who
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * Games by a rule set, as the player of the profile has ended them.
 *
 * @typedef {object} RulesScore
 * @property {Rules} rules
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * A game that the player of the profile has lost, and what is to be learned from it: as in `LessonSummary`.
 *
 * @typedef {object} LostGame
 * @property {string} game
 * @property {number} ended_at
 * @property {Who} opponent
 * @property {ColorName} color
 * @property {number} entry
 * @property {number | null} [mistake]
 */

/**
 * A player with an account, or a bot, as everybody may see them: of games only public ones count
 * that began on the empty board.
 *
 * They are here `since` the account was made, or since the first of these games; null for a bot without any.
 *
 * Results are those of the latest games, at most some thousands: `partial` says that there are more. `streak` is
 * how the last games ended alike, and how many of them; `longest` the most that were won one after the other. Of
 * `puzzles` it is told how many first attempts succeeded and how many did not; null where none were made.
 *
 * @typedef {object} PlayerProfile
 * @property {Who} who
 * @property {number | null} since
 * @property {PoolRating[]} ratings
 * @property {OpponentScore[]} opponents
 * @property {RulesScore[]} rules
 * @property {LostGame[]} lost
 * @property {number} won_in_all
 * @property {number} drawn_in_all
 * @property {number} lost_in_all
 * @property {number} longest
 * @property {["won" | "drawn" | "lost", number] | null} [streak]
 * @property {[number, number] | null} [puzzles]
 * @property {RoleName | null} [role]
 * @property {boolean} [partial]
 */

/**
 * A line of a leaderboard; the deviation is that of today.
 *
 * @typedef {object} RankedPlayer
 * @property {Who} who
 * @property {number} rating
 * @property {number} deviation
 * @property {number} games
 * @property {number} last_at
 */

/**
 * What black's first move is worth in games of a kind, in points of rating, with one standard error.
 *
 * @typedef {object} FirstMoveWorth
 * @property {Rules} rules
 * @property {Size} size
 * @property {OpeningName} opening
 * @property {number} points
 * @property {number} error
 * @property {number} games
 */

/**
 * Who is strongest in a pool, people and bots, of those whose ratings are known well enough.
 *
 * @typedef {object} Leaderboard
 * @property {RatingPoolName} pool
 * @property {RankedPlayer[]} players
 * @property {FirstMoveWorth[]} first_moves
 */

/**
 * No parameters.
 *
 * @typedef {object} NoQuery
 */

/**
 * Filters of `/api/games`; what is left out does not filter. Days are UTC and both ends count.
 *
 * @typedef {object} GamesQuery
 * @property {AnyName | null} [player]  Id or name of a player who had either seat.
 * @property {number | null} [level]  Level of a bot that had either seat.; 0 to 999
 * @property {Rules | null} [rules]
 * @property {"black" | "white" | "draw" | null} [result]  Who won; `draw` is no winner.
 * @property {string | null} [since]  First day, YYYY-MM-DD, on which a game ended.
 * @property {string | null} [until]  Last such day.
 * @property {number} [limit]  Games in one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
 */

/**
 * What `/oidc/start` sends a browser to the provider for: to sign in, or to link by the code of `oidc_link`.
 *
 * @typedef {object} OidcStartQuery
 * @property {string} [link]  0 to 64 characters, of `[0-9A-Za-z_-]*$`
 */

/**
 * What a provider has a browser bring back to `/oidc/callback`; what else it adds is passed over.
 *
 * @typedef {object} OidcQuery
 * @property {string} [state]  0 to 200 characters
 * @property {string} [code]  0 to 4096 characters
 * @property {string} [error]  0 to 200 characters
 * @property {string | null} [iss]  0 to 1000 characters
 */

/**
 * Who `/api/players` is to find.
 *
 * @typedef {object} PlayersQuery
 * @property {string} [name]  The beginning of a name; nobody is found by none.; 0 to 40 characters
 */

/**
 * Which `/api/leaderboard` is asked for.
 *
 * @typedef {object} LeaderboardQuery
 * @property {RatingPoolName} [pool]
 */

/**
 * How `/api/games/{id}.sgf` is to be written.
 *
 * @typedef {object} SgfQuery
 * @property {Language} [lang]  Of the comments that say how the game began, and of the names of bots.
 */

/**
 * What `/api/games/{id}.svg` is to show.
 *
 * @typedef {object} PictureQuery
 * @property {number | null} [ply]  The position after so many moves; without it, and after more than were played, the last one.; 0 to 999
 * @property {boolean} [numbers]  Whether the stones have the numbers of their moves.
 */

/**
 * What `/api/picture.svg` and `/api/picture.gif` are to show.
 *
 * @typedef {object} PositionPictureQuery
 * @property {Size} [size]
 * @property {string} [moves]  As in `h8i9g7`, black's first; by which rules they were played does not matter.; 0 to 1300 characters
 * @property {boolean} [numbers]  Whether the stones have the numbers of their moves.
 */

/**
 * What `/api/trees/{id}.svg` and `/api/trees/{id}.gif` are to show.
 *
 * @typedef {object} TreePictureQuery
 * @property {number} [node]  The position at this node, or the way to it, of 700 nodes at most.; 0 to 4294967296
 * @property {boolean} [numbers]  Whether the stones have the numbers of their moves.
 */

/**
 * Filters of `/api/patterns`; what is left out does not filter.
 *
 * @typedef {object} PatternsQuery
 * @property {Rules | null} [rules]
 * @property {"newest" | "met"} [sort]  The latest learned first, or the most often met.
 * @property {number} [limit]  Traps in one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 700 characters
 */

/**
 * Filters of `/api/lines`; what is left out does not filter.
 *
 * @typedef {object} LinesQuery
 * @property {Rules | null} [rules]
 * @property {number | null} [level]  Level of the bot that was beaten.; 0 to 999
 * @property {number} [limit]  Lines in one page.; 1 to 50
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
 */

/**
 * What puzzle `/api/puzzles/next` is to find; what is left out does not filter.
 *
 * @typedef {object} PuzzlesQuery
 * @property {PuzzleKind | null} [kind]
 * @property {Rules | null} [rules]
 * @property {PuzzleTheme | null} [theme]
 * @property {number | null} [least]  Rating that it has at least.; 0 to 4000
 * @property {number | null} [most]  Rating that it has at most.; 0 to 4000
 * @property {PuzzleId | null} [after]  A puzzle not to be given again, as the reader has just had it.
 */

/**
 * Which trees `/api/trees` lists.
 *
 * @typedef {object} TreesQuery
 * @property {"mine" | "public"} [whose]
 * @property {number} [limit]  Trees in one page of public ones; of one's own there is one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
 */

/**
 * Which nodes of a tree are asked for: what is below `node`, by depth.
 *
 * @typedef {object} TreeNodesQuery
 * @property {number} [node]  0 to 4294967296
 * @property {number} [depth]  So many moves further at most.; 0 to 100
 * @property {number} [most]  So many nodes at most.; 1 to 500
 * @property {number} [skip]  So many children of the node are left out, which came before.; 0 to 4294967296
 * @property {boolean} [path]  Whether the nodes on the way to it are sent, too.
 */

/**
 * The position that is looked for in a tree.
 *
 * @typedef {object} TreeFindQuery
 * @property {string} [moves]  As in `h8i9g7`, black's first.; 0 to 1300 characters
 */

/**
 * How a library is to be written.
 *
 * @typedef {object} TreeFileQuery
 * @property {TreeEncoding | null} [encoding]  Of its texts; that of the file it came from where none is named.
 */

/**
 * By which act of the asker's a tree of anybody's is fetched, and how a library is to be written.
 *
 * @typedef {object} StaffTreeQuery
 * @property {CommandId | null} [act]  The `id` of an `act` `tree_export` of the last hour; without one nothing is answered.
 * @property {TreeEncoding | null} [encoding]  Of its texts; that of the file it came from where none is named.
 */

/**
 * The position that `/api/explorer` is to tell of, and filters; what is left out does not filter.
 *
 * Only finished public games are told of, to everybody the same: aborted ones, those without an end and those with
 * fewer than five moves of their own count nowhere. Positions are the same when one is the other turned or mirrored,
 * whatever the order of the moves.
 *
 * @typedef {object} ExplorerQuery
 * @property {Rules} [rules]
 * @property {Size} [size]
 * @property {string} [moves]  The moves that lead to it, black's first, as in `h8i9g7`: the letter is the column from the left (I is used), the number the row from the bottom. Capitals, blanks and commas may stand in it.; 0 to 1300 characters
 * @property {"all" | "people" | "bots" | "files"} [who]  Games played here between people, or those in which a bot played, or both; or those that came from files.
 * @property {AnyName | null} [player]  Id or name of a player who had either seat.
 * @property {string | null} [since]  First day, YYYY-MM-DD, on which a game ended.
 * @property {string | null} [until]  Last such day.
 * @property {RoomId | null} [before]  A game: the games that are named are those that were begun before it.
 */

/** Every code that a refusal, a `bye` or a problem of the HTTP API may carry. */
export const ERROR_CODES = /** @type {const} */ ([
  "bad_json",
  "bad_message",
  "hello_first",
  "stale_protocol",
  "banned",
  "flood",
  "too_many_connections",
  "wrong_origin",
  "wrong_host",
  "metrics_closed",
  "not_a_websocket",
  "unknown_room",
  "private_room",
  "not_seated",
  "set_back",
  "seat_taken",
  "own_room",
  "unknown_rules",
  "bad_size",
  "unknown_level",
  "bad_opening",
  "level_not_rated",
  "level_cannot_play",
  "level_not_ready",
  "too_many_rooms",
  "open_rooms_full",
  "too_many_bot_games",
  "too_many_bot_games_here",
  "bot_games_full",
  "bots_busy",
  "unknown_seek",
  "not_within",
  "account_missing",
  "own_seek",
  "too_many_seeks",
  "unknown_challenge",
  "own_challenge",
  "player_away",
  "too_many_challenges",
  "too_many_followed",
  "not_started",
  "game_over",
  "not_over",
  "not_your_turn",
  "wrong_ply",
  "off_board",
  "occupied",
  "forbidden_overline",
  "forbidden_double_four",
  "forbidden_double_three",
  "outside_zone",
  "pattern_excluded",
  "ends_the_game",
  "wrong_action",
  "no_such_choice",
  "bad_number",
  "wrong_count",
  "duplicate_offer",
  "not_offered",
  "opening_over",
  "nothing_to_take_back",
  "no_take_backs",
  "no_offer",
  "already_offered",
  "offer_too_soon",
  "too_late_to_abort",
  "still_here",
  "nothing_to_claim",
  "rated_game_on",
  "no_hints",
  "position_changed",
  "engine_not_ready",
  "no_plans",
  "bad_plan",
  "no_such_position",
  "unknown_game",
  "game_damaged",
  "not_analysable",
  "too_many_analyses",
  "analyses_busy",
  "too_many_imports",
  "too_many_games",
  "no_upload",
  "wrong_chunk",
  "rules_needed",
  "bad_notation",
  "bad_game",
  "terms_needed",
  "unknown_tree",
  "too_many_trees",
  "trees_full",
  "tree_too_large",
  "tree_busy",
  "tree_sealed",
  "no_games",
  "bad_format",
  "tree_writing",
  "tree_damaged",
  "unknown_puzzle",
  "undecided",
  "wrong_line",
  "vacation_overlaps",
  "no_vacation_left",
  "push_off",
  "bad_subscription",
  "bad_name",
  "mixed_scripts",
  "name_reserved",
  "name_taken",
  "bad_code",
  "bad_token",
  "no_player",
  "deleted",
  "signed_out",
  "unknown_device",
  "too_many_devices",
  "totp_wanted",
  "bad_totp",
  "has_totp",
  "oidc_off",
  "oidc_unavailable",
  "oidc_denied",
  "oidc_state",
  "oidc_token",
  "confirm_link",
  "oidc_other",
  "identity_taken",
  "has_identity",
  "no_identity",
  "no_password",
  "choose_name",
  "has_account",
  "no_account",
  "bad_sign_in",
  "bad_password",
  "bad_recovery",
  "weak_password",
  "wait",
  "accounts_busy",
  "disabled",
  "plays_itself",
  "registration_closed",
  "bad_invitation",
  "talk_off",
  "bad_text",
  "talk_flood",
  "not_here",
  "muted",
  "timed_out",
  "not_welcome",
  "too_many_blocks",
  "too_many_reports",
  "unknown_sanction",
  "unknown_report",
  "unknown_remark",
  "not_staff",
  "backup_running",
  "unknown_backup",
  "check_running",
  "unknown_classroom",
  "too_many_classrooms",
  "too_many_pupils",
  "not_managed",
  "bad_setting",
  "rebuild_running",
  "not_a_bot",
  "act_needed",
  "file_too_large",
  "bad_pattern",
  "unsound",
  "not_rated",
  "unknown_job",
  "unknown_pattern",
  "unknown_weights",
  "not_found",
  "method_not_allowed",
  "bad_filter",
  "bad_cursor",
  "store_unavailable",
  "restart",
  "internal",
]);

/** Every fault that the refusal of a file may name as its `why`. */
export const FILE_FAULTS = /** @type {const} */ ([
  "no_game",
  "unclosed_game",
  "out_of_place",
  "unclosed_value",
  "no_value",
  "other_game",
  "taken_for_five",
  "open_value",
  "no_date",
  "no_result",
  "other_charset",
  "bad_letters",
  "no_size",
  "setup_stones",
  "out_of_turn",
  "passing",
  "no_point",
  "too_many_nodes",
  "too_many_values",
  "too_deep",
  "two_moves",
  "no_library",
  "newer_library",
  "no_such_point",
  "cut_off",
  "cut_text",
  "after_the_end",
  "homeless_text",
  "not_encoded",
  "not_fifteen",
  "no_move_here",
  "no_xml",
  "no_database",
  "no_row_number",
  "no_row",
  "row_twice",
  "no_line",
  "too_long",
  "empty_file",
  "no_header",
  "no_end_code",
  "no_time",
  "more_lines",
  "no_move",
  "not_square",
  "no_such_board",
  "outside",
  "other_board",
  "stone_twice",
  "no_moves",
  "no_games",
]);
