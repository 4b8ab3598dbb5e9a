/**
 * The protocol's messages and values. Written by `python -m server.protocol.describe` from the server's own types:
 * do not edit. A property that may be left out stands for its default, which is null unless PROTOCOL.md says otherwise.
 */

export const PROTOCOL = 1;

/**
 * Rules of five in a row; noughts and crosses; `row_4` and the like, in which four or more win: for people only.
 *
 * @typedef {"freestyle" | "standard" | "renju" | "caro" | "tictactoe" | "row_3" | "row_4" | "row_6" | "row_7" | "row_8"} Rules
 */

/**
 * Lines of a square board in each direction; the rules restrict them, most to 5 to 20.
 * 3 to 20
 *
 * @typedef {number} Size
 */

/** @typedef {"public" | "link" | "private"} Visibility */

/** @typedef {"black" | "white"} ColorName */

/** @typedef {"black" | "white" | "random"} ColorChoice */

/**
 * Opening rule of a game; `free` is none: the colours are settled and every point may be played.
 *
 * @typedef {"free" | "pro" | "long_pro" | "swap" | "swap_after_first" | "swap2" | "old_swap" | "rif" | "yamaguchi" | "soosyrv_4" | "soosyrv_8" | "tarannikov" | "taraguchi_5" | "taraguchi_10" | "super_taraguchi" | "sakata" | "super_sakata"} OpeningName
 */

/**
 * Choices in an opening: `keep` or `swap` the colours, take `black` or `white`, lay `two` more stones and
 * leave the choice to the other player, or as black lay `one` fifth stone or `offer` several.
 *
 * @typedef {"keep" | "swap" | "black" | "white" | "one" | "two" | "offer"} ChoiceName
 */

/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */

/**
 * End of a game; `unfinished` is an imported game whose file has no end, `unknown` one whose file names only the
 * winner.
 *
 * @typedef {"five" | "forbidden" | "full_board" | "resigned" | "timeout" | "abandoned" | "agreed_draw" | "aborted" | "unfinished" | "unknown"} ReasonName
 */

/** @typedef {"overline" | "double-four" | "double-three"} ForbiddenName */

/** @typedef {"en" | "zh-Hans" | "zh-Hant"} Language */

/** @typedef {"sgf" | "psq"} Notation */

/**
 * Format of a file of variations: RenLib, SGF, Piskvorky, a position string, or the XML of the renju federation.
 *
 * @typedef {"lib" | "sgf" | "psq" | "txt" | "rif"} TreeFormat
 */

/**
 * Encoding of the texts of a file that does not declare it.
 *
 * @typedef {"utf-8" | "utf-16" | "utf-16-le" | "utf-16-be" | "gb18030" | "big5" | "cp932" | "euc_jp" | "euc_kr" | "cp1250" | "cp1251" | "cp1252" | "cp1253" | "cp1254" | "cp1257" | "koi8-r" | "iso8859-2" | "latin-1"} TreeEncoding
 */

/**
 * Unit in which a place in a file is counted.
 *
 * @typedef {"file" | "line" | "byte" | "node" | "move" | "game"} FileUnit
 */

/**
 * Subject of a notice on a device: one's turn in a game by correspondence, or a deadline there; a challenge; the lesson
 * of a game against a bot; an offer of a draw or a take-back; an offer of a rematch.
 *
 * @typedef {"your_move" | "deadline" | "challenge" | "lesson" | "offer" | "rematch"} PushKind
 */

/**
 * State of the analysis of a game; `none` if nobody has requested it.
 *
 * @typedef {"none" | "queued" | "running" | "done" | "failed"} JobState
 */

/**
 * Goal of a puzzle: a move that wins by force, or the only kind of move that does not lose by force.
 *
 * @typedef {"win" | "defence"} PuzzleKind
 */

/**
 * Theme of a puzzle: a win by fours alone, or also by threes; the winner's double threat at the end; a last defence on
 * a point that is forbidden to black; a defender's four on the way; a single move that holds, and one that makes a four or
 * a three.
 *
 * @typedef {"vcf" | "vct" | "double_four" | "four_three" | "double_three" | "forbidden" | "counter_four" | "only_move" | "counter"} PuzzleTheme
 */

/**
 * Role of an account; `bot` is for programs that play by themselves.
 *
 * @typedef {"owner" | "moderator" | "teacher" | "bot"} RoleName
 */

/**
 * Policy for new accounts: anybody, holders of an invitation, or nobody.
 *
 * @typedef {"open" | "invite" | "closed"} Registration
 */

/**
 * Permitted talk in rooms: none, phrases in each reader's language, or free text.
 *
 * @typedef {"off" | "phrases" | "free"} TalkLevel
 */

/**
 * Side of a talk: players, or watchers. Each side talks among itself.
 *
 * @typedef {"players" | "watchers"} TalkSide
 */

/** @typedef {"hello" | "good_luck" | "one_moment" | "thanks" | "sorry" | "nice_move" | "oops" | "well_played" | "good_game" | "congratulations" | "one_more" | "goodbye"} PhraseName */

/**
 * Kinds of sanction: no talk in rooms; also no games with people; no access to the server.
 *
 * @typedef {"mute" | "timeout" | "ban"} SanctionKind
 */

/**
 * Reason of a report or a sanction: insults, floods, an offensive name, outside help, repeated leaving of games, or as
 * in the note.
 *
 * @typedef {"insult" | "spam" | "name" | "cheating" | "leaving" | "other"} OffenceName
 */

/**
 * Games that count for one rating of a player: freestyle and standard, renju, or caro, live or by correspondence.
 *
 * @typedef {"gomoku" | "renju" | "caro" | "gomoku_correspondence" | "renju_correspondence" | "caro_correspondence"} RatingPoolName
 */

/**
 * Why a game that was to be rated changes no rating: its rules have none; it is not public; a player had no account
 * when it began; it was aborted; it has fewer than two stones; five of the player's games against the same bot, begun in
 * the 24 hours before it, had counted or were running when it began; a move was taken back; staff has struck it; or it was
 * deleted.
 *
 * @typedef {"rules" | "not_public" | "no_account" | "aborted" | "too_short" | "same_bot" | "took_back" | "struck" | "deleted"} UnratedReason
 */

/**
 * Acts of staff on rooms, games, jobs, players, trees, and the learning of bots; named like the commands of the command
 * line.
 *
 * @typedef {"close_room" | "delete_game" | "ratings_strike" | "ratings_restore" | "ratings_recompute" | "job_retry" | "job_cancel" | "delete_player" | "account_create" | "account_reset" | "account_role" | "account_disable" | "account_enable" | "account_totp" | "account_token" | "account_invite" | "pattern_on" | "pattern_off" | "pattern_forget" | "patterns_rebuild" | "game_learn" | "book_rebuild" | "weights_use" | "weights_forget" | "weights_freeze" | "weights_unfreeze" | "tree_delete" | "tree_export"} ActName
 */

/**
 * Subject of a check: all games by their checksums, with the file; a sample of proven positions by the rules alone; or
 * a backup, in the same way as the database.
 *
 * @typedef {"database" | "proofs" | "backup"} CheckName
 */

/**
 * Outcome of a check: no fault, some faults, or not completed.
 *
 * @typedef {"sound" | "faulty" | "failed"} CheckOutcome
 */

/**
 * State of a version of the learned weights: its match is running, won or not won, or its numbers were deleted.
 *
 * @typedef {"trial" | "passed" | "refused" | "forgotten"} WeightsState
 */

/** @typedef {"two" | "open_two" | "three" | "open_three" | "four" | "open_four" | "double_four"} WeightLine */

/**
 * Subjects of learned weights: what a stone at a point would make in one of its lines, and existing threats.
 *
 * @typedef {"open_three" | "double_three" | "four" | "four_three" | "winning_four"} WeightThreat
 */

/**
 * Settings that the owner can change at run time; named as on the command line.
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
 * Reason for declining a challenge: another time, no game now, a faster or slower clock, other rules, unrated or rated,
 * or no reason given.
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
 * Milliseconds before overtime; 0 if that begins at once.
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
 * Clocks of games that are played at one sitting.
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
 * Reserves of both clocks beside the time until the flag; the whole is null for kinds of clock without a reserve.
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
 * A code of an authenticator, or a recovery code in its place; empty without an authenticator.
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
 * The solver's judgement of a move. `lost_here`: it provably loses, while another move wins or withstood a stronger
 * search. `not_proven_lost`: it provably loses, and whether every other move does is unknown.
 *
 * @typedef {"missed_win" | "lost_here" | "not_proven_lost" | "forced"} MoveLabel
 */

/**
 * Knowledge about the position before a move, for the mover: a proven win; a proven loss by every move; or some moves
 * withstood the search (`open` says how strong that was).
 *
 * @typedef {"won" | "lost" | "held"} Before
 */

/**
 * The threat that a move had to answer: a pass would have lost to it.
 *
 * @typedef {"five" | "four" | "vcf" | "vct"} ForcedBy
 */

/**
 * Method of a proven win: at once, by an unstoppable four, by continuous fours, by fours and open threes, or by these
 * and quiet moves that prepare them; in order of strength.
 *
 * @typedef {"five" | "four" | "vcf" | "vct" | "fukumi"} Method
 */

/**
 * No clock.
 *
 * @typedef {object} NoClockSpec
 * @property {"none"} kind
 */

/**
 * Time for the whole game, and an increment after every turn, both in milliseconds.
 *
 * `cap_ms` is the most that an increment can bring a player to; it is no less than `initial_ms`.
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
 * The same time for every move, in milliseconds; unused time is lost.
 *
 * @typedef {object} PerMoveSpec
 * @property {"per_move"} kind
 * @property {number} move_ms  1000 to 86400000
 */

/**
 * Main time, then periods, in milliseconds; a period that a move does not use up is restored for the next.
 *
 * `left` is the sum of main time and periods.
 *
 * @typedef {object} ByoYomiSpec
 * @property {"byo_yomi"} kind
 * @property {MainTime} main_ms
 * @property {number} period_ms  1000 to 600000
 * @property {number} periods  1 to 20
 */

/**
 * Main time, then `stones` stones within each period, in milliseconds; once all are laid, a new period begins.
 *
 * `left` is the sum of main time and the period; `reserve` is the number of stones still to lay, 0 in main time.
 *
 * @typedef {object} CanadianSpec
 * @property {"canadian"} kind
 * @property {MainTime} main_ms
 * @property {number} period_ms  1000 to 3600000
 * @property {number} stones  1 to 50
 */

/**
 * Time for the whole game, for each move, or both, in milliseconds; a move that exceeds its own time uses the bank.
 *
 * With `weekends_free` Saturdays and Sundays (UTC) are not charged; downtimes of the server never are. `left` is
 * the time until the flag, `reserve` the time left for the whole game if both are limited. The first moves are
 * charged, too, connections do not matter, and bots do not play by correspondence.
 *
 * @typedef {object} CorrespondenceSpec
 * @property {"correspondence"} kind
 * @property {Days | null} [total_ms]
 * @property {Days | null} [move_ms]
 * @property {number} [bank_ms]  0 to 31536000000
 * @property {boolean} [weekends_free]
 */

/**
 * The occupant of a seat: a person by id and name, or a bot by level.
 *
 * A deleted person keeps the seat with an empty id and an empty name. A name without an id comes from the file of an
 * imported game.
 *
 * @typedef {object} Who
 * @property {string} [id]
 * @property {string} [name]
 * @property {number | null} [level]
 */

/**
 * A rating beside a name, in points, and its standard error: from 110 on it is shown with a question mark.
 *
 * @typedef {object} RatingMark
 * @property {number} rating
 * @property {number} deviation
 */

/**
 * A rating mark with its pool, where several pools may be meant.
 *
 * @typedef {object} PoolMark
 * @property {RatingPoolName} pool
 * @property {number} rating
 * @property {number} deviation
 */

/**
 * The rating change of one seat by a game, in points, with the new `deviation`; `expected` is the expected
 * value of `score`, 0 to 1, against an opponent rated `against`.
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
 * Ratings of a room: of each seat in the `pool` of its game, null if unknown.
 *
 * `shifts` are present once the game is counted, and the marks are then those before it; their expectations take the
 * `first_move` to be worth that many points. `unrated` says why the game of a `rated` room changes nothing, or
 * at present would not.
 *
 * @typedef {object} RoomRating
 * @property {RatingPoolName} pool
 * @property {[RatingMark | null, RatingMark | null]} marks
 * @property {[RatingShift, RatingShift] | null} [shifts]
 * @property {UnratedReason | null} [unrated]
 * @property {number} [first_move]
 */

/**
 * The end of a game; `winner` is null for a draw and for an aborted game.
 *
 * @typedef {object} Result
 * @property {ColorName | null} winner
 * @property {ReasonName} reason
 */

/**
 * The room was created; its owner has seat 0.
 *
 * `start` holds the moves that the game begins with, black's first: the first moves of `from_game`, or those of a
 * given position.
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
 * A player took the free seat, and the game begins.
 *
 * The seat `black` begins and has black. In an opening that lets the players choose colours, it has black until they
 * have chosen.
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
 * A stone was played. The times are in milliseconds: thought, measured lag, lag given back, left to both seats.
 *
 * `forced`, for a bot's move: a pass would have lost to a five or to an unstoppable four. `why` holds a bot's
 * reasons: their `kind`, further fields by engine, `candidates`, its best points with scores (in the engine's
 * units, or null), the played one first, and `forced_by`, "five" or "four". Both are left out while a rated game
 * goes on. `conditional`: the move was planned as the answer to the move before it.
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
 * A choice was made; `black` is the seat that has black after it, as far as the opening has come.
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
 * The number of fifth stones to be offered was declared.
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
 * Black offers these points; white picks one by a move, which lays black's stone there.
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
 * An offer was declined, or withdrawn if `seat` had made it.
 *
 * An accepted offer appears as its result: took_back, ended or rematched.
 *
 * @typedef {object} Answered
 * @property {"answered"} k
 * @property {number} v
 * @property {number} at
 * @property {Seat} seat
 * @property {OfferKind} what
 */

/**
 * `plies` moves were taken back at the request of `seat`; the game no longer counts for a rating.
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
 * If the opening had not settled the colours, `winner` is the colour of the winning seat at that time.
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
 * Both players agreed to a rematch: the next game is in `room`, and the other player begins.
 *
 * @typedef {object} Rematched
 * @property {"rematched"} k
 * @property {number} v
 * @property {number} at
 * @property {string} room
 */

/**
 * The server was down during the game; that time is charged to nobody.
 *
 * `thought_ms` is the time that the running move had taken before. With `waits` the clock stands still until the
 * player to move is back, at most for the grace of a claim; then another of these events follows without it.
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
 * The first message of a connection. Without a token the server creates a new guest.
 *
 * `page` is a random name that a page gives itself. A new connection of the same page replaces an older one that has
 * died, and never stands behind it.
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
 * Subscribe to the lobby (open rooms, games to watch, number of people online), or unsubscribe.
 *
 * @typedef {object} FollowLobby
 * @property {"lobby"} t
 * @property {boolean} on
 */

/**
 * Create a room, against a person (`level` null) or a bot; the sender gets seat 0.
 *
 * With `from_game` a game against a bot continues a finished one after its first `from_ply` moves; rules and size
 * must be the same, and it is never rated. If that game is not public, this one is private whatever `visibility`
 * says, as it shows the other's moves.
 *
 * With `start` the game begins from these moves, black's first: a legal position in which the game is not over. It
 * is never rated, and against a person it is not listed: `public` becomes `link`.
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
 * @property {OpeningName} [opening]  Must be `free` for a game that continues another or begins from a position; otherwise `color` "black" means to begin.
 */

/**
 * Look for an opponent in a game at one sitting: any of `rules`, `sizes`, `openings` and `clocks`, each in
 * order of preference. The acknowledgement names the `seek`.
 *
 * It stands in the lobby until it is withdrawn, the connection closes or stops sending `here`, or it becomes a game,
 * which `matched` announces. Every three seconds seeks are matched with each other and with open rooms. Ratings of
 * opponents may differ by `within` at most, null for any; at first only close ratings match.
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
 * Withdraw a seek.
 *
 * @typedef {object} WithdrawSeek
 * @property {"unseek"} t
 * @property {CommandId} id
 * @property {SeekId} seek
 */

/**
 * Play the player of a seek, on its terms. The acknowledgement names the `room`, in which the game begins.
 *
 * @typedef {object} AcceptSeek
 * @property {"accept_seek"} t
 * @property {CommandId} id
 * @property {SeekId} seek
 */

/**
 * Heartbeat of a client with a seek, in answer to each `beat`, so that nobody is matched with a sleeping
 * phone.
 *
 * @typedef {object} Here
 * @property {"here"} t
 */

/**
 * Challenge a player to a game; `color` is the sender's. The acknowledgement names the `challenge`.
 *
 * A challenge by correspondence waits for two weeks, whoever is connected. One at one sitting needs the other player
 * to be connected, and waits for five minutes.
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
 * Accept a challenge. The acknowledgement names the `room`, in which the game begins.
 *
 * @typedef {object} AcceptChallenge
 * @property {"accept_challenge"} t
 * @property {CommandId} id
 * @property {ChallengeId} challenge
 */

/**
 * Decline a challenge, with a reason.
 *
 * @typedef {object} DeclineChallenge
 * @property {"decline_challenge"} t
 * @property {CommandId} id
 * @property {ChallengeId} challenge
 * @property {DeclineReason} [reason]
 */

/**
 * Withdraw a challenge, or confirm that its decline was read.
 *
 * @typedef {object} WithdrawChallenge
 * @property {"withdraw_challenge"} t
 * @property {CommandId} id
 * @property {ChallengeId} challenge
 */

/**
 * Search players by a part of their name, among those connected and those with accounts. The answer is
 * `players`.
 *
 * @typedef {object} FindPlayers
 * @property {"find_players"} t
 * @property {CommandId} id
 * @property {AnyName} name
 */

/**
 * Follow a player, or stop following them. The player is not told.
 *
 * @typedef {object} FollowPlayer
 * @property {"follow"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {boolean} on
 */

/**
 * Subscribe to the list of followed players, or unsubscribe: a `followed` at once and on every change.
 *
 * @typedef {object} LookAtFollowed
 * @property {"followed"} t
 * @property {boolean} on
 */

/**
 * Appear away to all followers, whether connected or not; or stop that.
 *
 * @typedef {object} HidePresence
 * @property {"hide_me"} t
 * @property {CommandId} id
 * @property {boolean} on
 */

/**
 * Look at a room, or come back to it: with `since` the server sends only the events after that version.
 *
 * `behind` marks a reconnection that the player did not ask for: if another of their connections is in front in the
 * room, it stays in front, and the answer is `replaced`.
 *
 * @typedef {object} Enter
 * @property {"enter"} t
 * @property {RoomId} room
 * @property {number | null} [since]  0 or more
 * @property {boolean} [behind]
 */

/**
 * Stop looking at a room. A seat is kept; the other player sees that its owner is gone, unless they have another
 * connection there.
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
 * Play a stone on `point` (`y * size + x` from the top left) as move number `ply`, counted from 0.
 *
 * @typedef {object} Move
 * @property {"move"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {Point} point
 */

/**
 * Make a choice that the opening asks for, with `ply` stones on the board.
 *
 * @typedef {object} Choose
 * @property {"choose"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {ChoiceName} choice
 */

/**
 * Declare how many fifth stones the opening is to offer, with `ply` stones on the board.
 *
 * @typedef {object} Declare
 * @property {"declare"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {number} number  1 to 12
 */

/**
 * Offer points for the next stone of the opening; the other player picks one by a `move`.
 *
 * @typedef {object} Propose
 * @property {"propose"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {Ply} ply
 * @property {Point[]} points  1 to 12 entries
 */

/**
 * Resign the game.
 *
 * @typedef {object} Resign
 * @property {"resign"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * Offer a draw, ask for a take-back, or propose a rematch; making the other player's offer accepts it.
 *
 * @typedef {object} Offer
 * @property {"offer"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {OfferKind} what
 */

/**
 * Accept or decline the other player's offer; declining one's own withdraws it.
 *
 * @typedef {object} Answer
 * @property {"answer"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {OfferKind} what
 * @property {boolean} accept
 */

/**
 * End without a result: an open room by its owner, or a game by either player until both have acted and two stones
 * lie.
 *
 * @typedef {object} Abort
 * @property {"abort"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * End the game as a win or a draw against a player who is to move and has been gone for longer than the grace.
 *
 * The grace begins when the player left or when the turn began, whichever is later; an absent player who is not to
 * move keeps nobody waiting. Before both sides have moved there is nothing to claim, and either may `abort`.
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
 * Store planned answers for a game by correspondence in place of the former ones; without `branches`, none.
 *
 * Each branch is `[after, when, answer]`: after the branch numbered `after`, counted from 1, or 0 for at once, the
 * opponent's move `when` gets the answer `answer`. `ply` is the number of stones on the board. On the sender's
 * own turn the plan follows `first`, a move that is still to be sent; on the opponent's turn that is null. Nobody
 * else sees a plan. It ends with any move that is not in it, with a take-back, and with the game.
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
 * Request the analysis of a finished game. `analysis` messages report its progress to the sender, as after
 * `watch`.
 *
 * @typedef {object} Analyse
 * @property {"analyse"} t
 * @property {CommandId} id
 * @property {RoomId} game
 */

/**
 * Mark the lesson of a game as seen: it is announced no more.
 *
 * @typedef {object} SeeLesson
 * @property {"lesson_seen"} t
 * @property {CommandId} id
 * @property {RoomId} game
 */

/**
 * Subscribe to the analysis of a game, or unsubscribe: an `analysis` at once and at every step.
 *
 * @typedef {object} FollowAnalysis
 * @property {"watch"} t
 * @property {RoomId} game
 * @property {boolean} on
 */

/**
 * Begin an upload of a file of games, or resume it after a lost connection.
 *
 * The `id` of this command names the upload. The acknowledgement has the number of bytes received in `next`, or
 * names the game that the file has become in `room`. An upload expires after ten minutes without activity.
 *
 * @typedef {object} ImportOpen
 * @property {"import_open"} t
 * @property {CommandId} id
 * @property {string} name  Name of the file.; 1 to 100 characters
 * @property {number} bytes  1 to 262144
 * @property {Visibility} [visibility]
 */

/**
 * Send bytes of the file; as `tree_chunk`.
 *
 * @typedef {object} ImportChunk
 * @property {"import_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} at  0 to 262143
 * @property {string} data  4 to 4000 characters
 */

/**
 * End an upload and store its games. The acknowledgement names the first in `room`, and lists in `kept` how
 * many there are and what was left out.
 *
 * @typedef {object} ImportClose
 * @property {"import_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {TreeEncoding | null} [encoding]  Encoding of the file's texts; null to detect it.
 * @property {Rules | null} [rules]  Rules of the games; null for those that the file names.
 * @property {number[] | null} [games]  Numbers of the games to store, from 1; null for all, of which there may be 100.; 1 to 100 entries
 * @property {boolean} [any_game]  Whether SGF that declares another game is read as five in a row.
 * @property {number} [size]  Board size of a position string, which does not contain it.; 5 to 26
 */

/**
 * Inspect an uploaded file, begun by `import_open` or `tree_open`, without storing anything. The
 * acknowledgement describes it in `file`. If that takes longer, it is empty: ask again with another `id`. A
 * refusal arrives in the same way.
 *
 * @typedef {object} FileLook
 * @property {"file_look"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {TreeEncoding | null} [encoding]  Encoding of the file's texts; null to detect it.
 * @property {boolean} [any_game]  As in `import_close`.
 * @property {number} [size]  Board size of a position string, which does not contain it.; 5 to 26
 */

/**
 * Begin an upload of a file of variations, or resume it after a lost connection.
 *
 * The `id` of this command names the upload. The acknowledgement has the number of bytes received in `next`, or
 * names the `tree` that the file has become. An upload expires after ten minutes without activity.
 *
 * @typedef {object} TreeOpen
 * @property {"tree_open"} t
 * @property {CommandId} id
 * @property {string} name  Name of the file.; 1 to 100 characters
 * @property {number} bytes  1 to 8388608
 * @property {TreeTitle | null} [title]  Title of the tree; null for the file's name.
 * @property {TreeFormat | null} [format]  Format of the file; null to detect it.
 * @property {TreeEncoding | null} [encoding]  Encoding of the file's texts; null to detect it.
 * @property {Rules | null} [rules]  Rules of its games, if known.
 * @property {number} [size]  Board size of a position string, which does not contain it.; 5 to 26
 * @property {Visibility} [visibility]
 * @property {boolean} [terms]  Confirms that the terms of a federation's database were read and allow this; required for such files.
 */

/**
 * Send bytes of the file from `at` on, in Base64. Several chunks may be in flight; the acknowledgement has the
 * number of bytes received in `next`. A chunk that does not begin there is refused with it, unless all of it was
 * received before.
 *
 * A chunk costs a quarter of a message.
 *
 * @typedef {object} TreeChunk
 * @property {"tree_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} at  0 to 8388607
 * @property {string} data  4 to 4000 characters
 */

/**
 * End an upload, read it and store the tree. The acknowledgement names the `tree`; if that takes longer it names
 * none: ask again a little later, with another `id`. A refusal arrives in the same way.
 *
 * Values given here replace those of `tree_open`.
 *
 * @typedef {object} TreeClose
 * @property {"tree_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {TreeTitle | null} [title]
 * @property {TreeEncoding | null} [encoding]
 * @property {boolean} [any_game]  As in `import_close`.
 * @property {boolean} [terms]
 */

/**
 * Merge finished games into a tree: the latest 1000 public or own ones that match the filter.
 *
 * The filter is that of `/api/games`. A tree with a game that is not public stays private. The acknowledgement is as
 * for `tree_close`: ask again with the same `id`.
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
 * Change the title or visibility of one's tree; null leaves a value unchanged.
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
 * Try to solve a puzzle: all of the sender's moves so far, the newest last. The answer is `tried`.
 *
 * @typedef {object} Try
 * @property {"try"} t
 * @property {CommandId} id
 * @property {PuzzleId} puzzle
 * @property {Point[]} moves  1 to 100 entries
 */

/**
 * Ask for the solution of a puzzle. It counts as a failure if the sender had not tried the puzzle before. The
 * answer is `solution`.
 *
 * @typedef {object} Reveal
 * @property {"reveal"} t
 * @property {CommandId} id
 * @property {PuzzleId} puzzle
 */

/**
 * Try another move at a bot's mistake, in the game of a line. The answer is `tried`.
 *
 * @typedef {object} Defend
 * @property {"defend"} t
 * @property {CommandId} id
 * @property {RoomId} game
 * @property {Point} point
 */

/**
 * Allow or forbid the sender's name on lines that they were the first to win by; forbidden by default.
 *
 * @typedef {object} Consent
 * @property {"consent"} t
 * @property {CommandId} id
 * @property {boolean} named
 */

/**
 * Change one's name.
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
 * Ask for the devices with this identity. The answer is `devices`.
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
 * Turn the sender, a guest, into an account of this name: the same player, who signs in with a password from now
 * on.
 *
 * The answer is a new `welcome` with a new token, and an `ack` whose `codes` each work once in place of a
 * forgotten password; they are never shown again. All other devices are signed out. If `registration` is "invite",
 * the `invitation` is required.
 *
 * @typedef {object} KeepName
 * @property {"keep_name"} t
 * @property {CommandId} id
 * @property {AnyName} name
 * @property {Password} password
 * @property {string} [invitation]  0 to 40 characters
 */

/**
 * Sign in to the account of this name. The answer is a new `welcome` with a token, and an `ack`.
 *
 * With `join` everything that the sender has as a guest moves to the account: games, seats in unfinished ones,
 * puzzles, files, plans; the guest's devices are signed out. Without it none of that changes.
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
 * Ask for a secret for an authenticator; once it is confirmed, `sign_in` and `recover` require its codes.
 *
 * For owners, moderators and teachers. The acknowledgement has the secret as `code`, in base 32, and as `qr`;
 * there `place` labels this server beside the name, for people who use several.
 *
 * @typedef {object} BeginTotp
 * @property {"totp_begin"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {string} [place]  0 to 100 characters
 */

/**
 * Confirm an authenticator with one of its codes: sign-ins require codes from now on.
 *
 * @typedef {object} ConfirmTotp
 * @property {"totp_confirm"} t
 * @property {CommandId} id
 * @property {Totp} totp
 */

/**
 * Remove the authenticator, with the password and a last code.
 *
 * @typedef {object} EndTotp
 * @property {"totp_end"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Sign in as the person whom the provider has authenticated, with the ticket of `/oidc/callback`.
 *
 * If the person has an account, this works as `sign_in`. Otherwise it turns a guest into an account with `name`,
 * as `keep_name` does; without a name the answer is the error `choose_name`, which proposes one, and the ticket
 * stays valid. A ticket that `oidc_link` began gets the error `confirm_link`, which names the person.
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
 * Begin to link the account with a person of the provider, as a second way to sign in.
 *
 * The `code` of the acknowledgement is for `/oidc/start?link=`, once. The ticket that the browser brings back is
 * valid only for the `oidc_link_confirm` of the same account on the same device.
 *
 * @typedef {object} LinkIdentity
 * @property {"oidc_link"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Link the account with the person whom the provider has authenticated. Refused if that person has another account,
 * or the account another person of this provider.
 *
 * @typedef {object} ConfirmLink
 * @property {"oidc_link_confirm"} t
 * @property {CommandId} id
 * @property {Ticket} ticket
 */

/**
 * Remove the link to a provider's person; refused if the account has no password.
 *
 * @typedef {object} UnlinkIdentity
 * @property {"oidc_unlink"} t
 * @property {CommandId} id
 * @property {string} issuer  0 to 1000 characters
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Ask for the provider's persons with whom the account is linked. The answer is `identities`.
 *
 * @typedef {object} Identities
 * @property {"identities"} t
 * @property {CommandId} id
 */

/**
 * Sign in with a recovery code, one's own or one from staff, and set a new password.
 *
 * Otherwise as `sign_in`. All other devices of the account are signed out, the code is used up, and links to
 * providers are removed.
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
 * Sign this device out and continue as a new guest: the answer is a new `welcome` with a token, and an
 * `ack`.
 *
 * @typedef {object} SignOut
 * @property {"sign_out"} t
 * @property {CommandId} id
 * @property {Language} [lang]
 */

/**
 * Change the password. All other devices are signed out.
 *
 * @typedef {object} ChangePassword
 * @property {"change_password"} t
 * @property {CommandId} id
 * @property {Password} old
 * @property {Password} new
 */

/**
 * Create new recovery codes, in the `ack`; the former ones stop working.
 *
 * @typedef {object} MakeRecoveryCodes
 * @property {"recovery_codes"} t
 * @property {CommandId} id
 * @property {Password} password
 * @property {Totp} [totp]
 */

/**
 * Become the owner of this server, with a code from the operator's command line.
 *
 * @typedef {object} ClaimOwner
 * @property {"claim_owner"} t
 * @property {CommandId} id
 * @property {LongCode} code
 */

/**
 * Delete the sender. Their games stay with an empty seat, and unfinished rated ones are lost. An account must send
 * its `password`.
 *
 * @typedef {object} DeletePlayer
 * @property {"delete_player"} t
 * @property {CommandId} id
 * @property {string} [password]  0 to 200 characters
 */

/**
 * Say something in a room that the sender looks at: a phrase, or a text where the `talk` of the room permits it.
 *
 * Players talk among themselves, and so do watchers; in a private room only players talk. Characters that are
 * invisible or change the writing direction are removed; at most 140 characters may remain.
 *
 * @typedef {object} Say
 * @property {"say"} t
 * @property {CommandId} id
 * @property {RoomId} room
 * @property {PhraseName | null} [phrase]
 * @property {string | null} [text]  1 to 1000 characters
 */

/**
 * Block a player, or unblock them: neither sees what the other says, nor sits down in the other's rooms. The other
 * player is not told.
 *
 * @typedef {object} BlockPlayer
 * @property {"block"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {boolean} on
 */

/**
 * Ask for the players one has blocked. The answer is `blocks`.
 *
 * @typedef {object} ReadBlocks
 * @property {"blocks"} t
 * @property {CommandId} id
 */

/**
 * Report a player to the server's staff, with the latest remarks of the room that the sender could read.
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
 * List waiting reports, oldest first, or settled ones, latest first; `beyond` continues after the report of that
 * number.
 *
 * For owner, moderator, teacher. The answer is `reports`.
 *
 * @typedef {object} ReadReports
 * @property {"reports"} t
 * @property {CommandId} id
 * @property {boolean} [open]
 * @property {number | null} [beyond]  0 to 9007199254740992
 */

/**
 * Ask for one report with its remarks. For owner, moderator, teacher. The answer is a `report`.
 *
 * @typedef {object} ReadReport
 * @property {"read_report"} t
 * @property {CommandId} id
 * @property {number} report  0 to 9007199254740992
 */

/**
 * Mark a report as handled or dismissed. For owner, moderator, teacher.
 *
 * @typedef {object} SettleReport
 * @property {"settle_report"} t
 * @property {CommandId} id
 * @property {number} report  0 to 9007199254740992
 * @property {"handled" | "dismissed"} state
 * @property {StaffNote} [note]
 */

/**
 * Sanction a player for some minutes, null until it is lifted. The player sees the reason, not the note. Staff of
 * the same or a higher rank cannot be sanctioned.
 *
 * For owner, moderator, teacher. A teacher cannot ban, exceed a week, or replace a longer sanction.
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
 * Lift a sanction by its number in the player's record. For owner, moderator, teacher, within what they may lay: a
 * teacher lifts no ban, and nothing longer than a week.
 *
 * @typedef {object} LiftSanction
 * @property {"lift"} t
 * @property {CommandId} id
 * @property {number} sanction  0 to 9007199254740992
 * @property {StaffNote} [note]
 */

/**
 * Rename a player, except staff of the same or a higher rank. For owner, moderator, teacher.
 *
 * @typedef {object} RenamePlayer
 * @property {"rename_player"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 * @property {AnyName} name
 * @property {StaffNote} [note]
 */

/**
 * Hide a remark from everybody but staff. For owner, moderator, teacher.
 *
 * @typedef {object} HideRemark
 * @property {"hide"} t
 * @property {CommandId} id
 * @property {number} remark  0 to 9007199254740992
 * @property {StaffNote} [note]
 */

/**
 * Ask for the staff's record of a player, by id or name. For owner, moderator, teacher. The answer is a
 * `player`.
 *
 * @typedef {object} ReadPlayer
 * @property {"player"} t
 * @property {CommandId} id
 * @property {AnyName} player
 */

/**
 * Ask for the acts of staff, latest first, before the act of a number. For the owner. The answer is an
 * `audit`.
 *
 * @typedef {object} ReadAudit
 * @property {"audit"} t
 * @property {CommandId} id
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Compare the play in a player's latest rated games with their analyses. For owner, moderator; about oneself the
 * owner alone. The request is logged. The answer is `evidence`.
 *
 * @typedef {object} ReadEvidence
 * @property {"evidence"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 */

/**
 * Queue those of a player's latest rated games that were not analysed, some at a time; they run when the server is
 * idle. For owner, moderator.
 *
 * @typedef {object} StudyGames
 * @property {"study_games"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 */

/**
 * Ask for the state of the server. For owner, moderator. The answer is a `health`.
 *
 * @typedef {object} ReadHealth
 * @property {"health"} t
 * @property {CommandId} id
 */

/**
 * List the backups that the server has made. For the owner. The answer is `backups`.
 *
 * @typedef {object} ReadBackups
 * @property {"backups"} t
 * @property {CommandId} id
 */

/**
 * Start a backup now. For the owner. The acknowledgement comes once it has begun; `backups` shows its end.
 *
 * @typedef {object} MakeBackup
 * @property {"make_backup"} t
 * @property {CommandId} id
 */

/**
 * Ask for the results of checks of the database and of proven positions. For the owner. The answer is
 * `checks`.
 *
 * @typedef {object} ReadChecks
 * @property {"checks"} t
 * @property {CommandId} id
 */

/**
 * Start a check in the background; it takes minutes on large data. For the owner.
 *
 * @typedef {object} MakeCheck
 * @property {"make_check"} t
 * @property {CommandId} id
 * @property {CheckName} check
 * @property {string} [backup]  Name of the backup file to check, for the check of a backup.; 0 to 200 characters
 */

/**
 * List learned patterns that are on or off, latest learned first, before the one of a number; `find` is a number
 * or a key. For the owner. The answer is `patterns`.
 *
 * @typedef {object} ReadPatterns
 * @property {"patterns"} t
 * @property {CommandId} id
 * @property {"on" | "off"} [state]
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * List the versions of the learned weights, newest first, before the one of a number. For the owner. The answer is
 * `weights`.
 *
 * @typedef {object} ReadWeights
 * @property {"weights"} t
 * @property {CommandId} id
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * Ask where two versions of the weights differ most; 0 is the program's own. For the owner. The answer is
 * `weights_compared`.
 *
 * @typedef {object} CompareWeights
 * @property {"compare_weights"} t
 * @property {CommandId} id
 * @property {number} version  0 to 1000000000
 * @property {number} [other]  0 to 1000000000
 */

/**
 * Ask for the number of proven positions by rules and size. For the owner. The answer is `proofs`.
 *
 * @typedef {object} ReadProofs
 * @property {"proofs"} t
 * @property {CommandId} id
 */

/**
 * Begin an upload of learned patterns in the format of `/api/staff/patterns.jsonl`, or resume it after a lost
 * connection. The `id` of this command names the upload, which continues with `upload_chunk` and `upload_close`.
 * Every proof is verified again; if one fails, nothing is stored.
 *
 * The acknowledgement has the number of bytes received in `next`, or the `patterns` once it is done. For the
 * owner.
 *
 * @typedef {object} UploadPatterns
 * @property {"upload_patterns"} t
 * @property {CommandId} id
 * @property {string} name  Name of the file.; 1 to 100 characters
 * @property {number} bytes  1 to 4194304
 * @property {StaffNote} [note]
 */

/**
 * Begin an upload of a file of variations whose tree will belong to `owner`. The player's limit of trees does not
 * apply. The acknowledgement has the `tree` once it is done. For the owner.
 *
 * @typedef {object} UploadTree
 * @property {"upload_tree"} t
 * @property {CommandId} id
 * @property {PlayerId} owner
 * @property {string} name  Name of the file.; 1 to 100 characters
 * @property {number} bytes  1 to 8388608
 * @property {TreeTitle | null} [title]  Title of the tree; null for the file's name.
 * @property {TreeEncoding | null} [encoding]  Encoding of the file's texts; null to detect it.
 * @property {Visibility} [visibility]
 * @property {boolean} [terms]  Confirms that the terms of a federation's database were read and allow this; required for such files.
 * @property {StaffNote} [note]
 */

/**
 * Send bytes of a staff upload; as `tree_chunk`. For the owner.
 *
 * @typedef {object} UploadChunk
 * @property {"upload_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} at  0 to 8388607
 * @property {string} data  4 to 4000 characters
 */

/**
 * End a staff upload, read it and store it. The acknowledgement has the `tree` or the `patterns`; if that takes
 * longer it has neither: ask again a little later, with another `id`. For the owner.
 *
 * @typedef {object} UploadClose
 * @property {"upload_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 */

/**
 * List all stored trees, latest first, before the one of a number; `find` is a tree's id, a player's id or the
 * beginning of their name. For the owner. The answer is `trees`, which lists private trees without their contents.
 *
 * @typedef {object} ReadTrees
 * @property {"trees"} t
 * @property {CommandId} id
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * List the sender's classes; for the owner, all. For owner, teacher. The answer is `classrooms`.
 *
 * @typedef {object} ReadClassrooms
 * @property {"classrooms"} t
 * @property {CommandId} id
 */

/**
 * Ask for one class with its pupils. For owner, teacher. The answer is a `classroom`.
 *
 * @typedef {object} ReadClassroom
 * @property {"classroom"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 */

/**
 * Create a class. For owner, teacher. The answer is a `classroom`.
 *
 * @typedef {object} MakeClassroom
 * @property {"make_classroom"} t
 * @property {CommandId} id
 * @property {ClassroomName} name
 */

/**
 * Rename a class. For owner, teacher.
 *
 * @typedef {object} RenameClassroom
 * @property {"rename_classroom"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 * @property {ClassroomName} name
 */

/**
 * End a class: its codes stop working, and its pupils keep their accounts and devices. For owner, teacher.
 *
 * @typedef {object} EndClassroom
 * @property {"end_classroom"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 */

/**
 * Create accounts of pupils, all of them or none: they have no password, and sign in with codes. For owner,
 * teacher. The answer is a `classroom`.
 *
 * @typedef {object} AddPupils
 * @property {"add_pupils"} t
 * @property {CommandId} id
 * @property {ClassroomId} classroom
 * @property {AnyName[]} names  1 to 40 entries
 */

/**
 * Create a one-time code for each named pupil, or for all without a password if none is named.
 *
 * A pupil signs in with it by `redeem`. Their earlier codes stop working; with `sign_out` their devices are signed
 * out, too. For owner, teacher. The answer is `pupil_codes`, the only message with the codes.
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
 * Release a pupil: the acknowledgement has a `code` with which the pupil sets a password (`recover`), after
 * which they are no longer managed. Nothing else changes. For owner, teacher.
 *
 * @typedef {object} ReleasePupil
 * @property {"release_pupil"} t
 * @property {CommandId} id
 * @property {PlayerId} player
 */

/**
 * Perform an act on `target`: the id of a room, game, player, pattern or tree, or the number of a version of the
 * weights; for `account_create` the new name. `argument` is the role for `account_role`, or `none`.
 *
 * If the act creates a code for a player, the acknowledgement has it in `code`. Long acts are acknowledged once they
 * have begun. Players in a closed room get `room_closed`. After `tree_export` the tree can be fetched for an hour
 * at `/api/staff/trees/{id}.lib`, with the `id` of the act.
 *
 * For the owner; for rooms, games of ratings and jobs also for moderators. Staff of the same or a higher rank cannot
 * be a target.
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
 * List players, last seen first, before the visit of one (`seen_at` and the id): all, those with an account, with
 * a role, or with an active sanction. `find` is an id or the beginning of a name.
 *
 * For the owner. The answer is `people`.
 *
 * @typedef {object} ReadPeople
 * @property {"people"} t
 * @property {CommandId} id
 * @property {"all" | "accounts" | "staff" | "sanctioned"} [show]
 * @property {string} [find]  0 to 40 characters
 * @property {[number, PlayerId] | null} [before]
 */

/**
 * List unfinished rooms, newest first, before the one of a number: all, open ones, games between people, or games
 * against bots. `find` is a room's id, a player's id or the beginning of their name.
 *
 * For owner, moderator. The answer is `rooms`. Private rooms are listed without moves.
 *
 * @typedef {object} ReadRooms
 * @property {"rooms"} t
 * @property {CommandId} id
 * @property {"all" | "open" | "people" | "bots"} [show]
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * List finished games with at least one stone, newest first, before the one of a number: all, or those that were to
 * be rated. `find` is a game's id, a player's id or the beginning of their name.
 *
 * For owner, moderator. The answer is `games`. Private games are listed without moves.
 *
 * @typedef {object} ReadGames
 * @property {"games"} t
 * @property {CommandId} id
 * @property {boolean} [rated]
 * @property {string} [find]  0 to 40 characters
 * @property {number | null} [before]  0 to 9007199254740992
 */

/**
 * List the queue of studies: waiting games in order of their turn, or those that have finally failed, latest first.
 * For owner, moderator. The answer is `jobs`.
 *
 * @typedef {object} ReadJobs
 * @property {"jobs"} t
 * @property {CommandId} id
 * @property {boolean} [failed]
 */

/**
 * Ask for the settings that can change at run time. For the owner. The answer is `settings`.
 *
 * @typedef {object} ReadSettings
 * @property {"settings"} t
 * @property {CommandId} id
 */

/**
 * Change a setting, with a value as on the command line; null restores the value that the server was started with.
 * It takes effect at once, and stays after a restart. For the owner.
 *
 * @typedef {object} ChangeSetting
 * @property {"change_setting"} t
 * @property {CommandId} id
 * @property {SettingName} setting
 * @property {string | null} [value]  0 to 40 characters
 * @property {StaffNote} [note]
 */

/**
 * Announce a vacation of some days from an instant (milliseconds; now if that is past): the sender's clocks stand
 * still in games by correspondence.
 *
 * @typedef {object} TakeVacation
 * @property {"take_vacation"} t
 * @property {CommandId} id
 * @property {number} days  1 to 30
 * @property {number} [start]  0 to 9007199254740992
 */

/**
 * End the present vacation now, and cancel the announced ones.
 *
 * @typedef {object} EndVacation
 * @property {"end_vacation"} t
 * @property {CommandId} id
 */

/**
 * Subscribe this device to web push notices in a language, for times when the sender has no page open.
 *
 * `endpoint`, `public` and `secret` come from the browser, the last two as base64url. The last five
 * subscriptions of a player are kept.
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
 * Remove a subscription by its endpoint.
 *
 * @typedef {object} Unsubscribe
 * @property {"unsubscribe"} t
 * @property {CommandId} id
 * @property {string} endpoint  1 to 1000 characters
 */

/**
 * Ask for the sender's notice settings. The answer is a `push`.
 *
 * @typedef {object} ReadPush
 * @property {"push"} t
 * @property {CommandId} id
 */

/**
 * Set the kinds of notices, and the minutes of the day between which none are sent: the first quiet one, and the
 * first after the quiet time, perhaps of the next day. They are local to the time zone `zone`, an IANA name, or if
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
 * The receiver's account: when it was created, its role, and how many recovery codes are left.
 *
 * Without `password` the account is signed in to in other ways: with a teacher's codes or a `provider`. `totp`
 * says that sign-ins require codes of an authenticator.
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
 * The answer to `hello`, and to commands that make the sender another player. `token` is present only when it
 * is new: store it.
 *
 * `build` names the client files of this server: a page of another build should reload itself. `now` is the
 * server's time in milliseconds. `rooms` are the sender's unfinished games, `waiting` those of them with a free
 * seat. `named` is the sender's last `consent`, null before the first. `account` is null for a guest;
 * `registration` says who may create accounts. `blocked` are the ids of the players that the sender has blocked:
 * the lobby is the same for everybody, and a page hides their open games. `provider` is the operator's name for the
 * identity provider at `/oidc/start`; empty without one. `push` is the key with which browsers subscribe to
 * notices, null if web push is off.
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
 * A `text` as a QR code: an SVG path of the dark modules in a light square of `size` by `size`.
 *
 * @typedef {object} QrCode
 * @property {string} text
 * @property {number} size
 * @property {string} path
 */

/**
 * Number of patterns in a file, and how many of them were new here.
 *
 * @typedef {object} ImportedPatterns
 * @property {number} read
 * @property {number} new
 */

/**
 * Something odd in a file, or left out of it: `why` is the code of a fault or of a refusal, `text` the text at
 * the `at`th `unit`, and `game` the number of the game, if the file has several.
 *
 * @typedef {object} FileNote
 * @property {string} why
 * @property {FileUnit} [unit]
 * @property {number} [at]
 * @property {string} [text]
 * @property {number} [game]
 */

/**
 * A game of a file: its number from 1, its players, and the file's statements about it. `date` may be YYYY or
 * YYYY-MM, `left_out` counts the contents beyond a line of moves.
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
 * An inspected file: the `count` of its games, and the first hundred; texts that show the encoding; the first of
 * `skipped` notes about unreadable parts.
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
 * Number of stored games of a file, and the first of `skipped` notes about what was left out.
 *
 * @typedef {object} KeptGames
 * @property {number} count
 * @property {FileNote[]} notes
 * @property {number} skipped
 */

/**
 * The command `id` is done and stored. `v` is the room's version after it; `codes` are new recovery codes,
 * `code` is a code of another kind, and `qr` has it for an authenticator's camera. `patterns` counts imported
 * patterns, `file` describes an inspected file, and `kept` the stored games of a file.
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
 * The command `id` was refused and has changed nothing; `id` is null if it could not be read.
 *
 * `code` is stable; `detail` holds values for a sentence about it.
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
 * @property {[RatingMark | null, RatingMark | null] | null} [marks]  Ratings of the seats in the pool of the game; null if unknown.
 */

/**
 * A player who has been looking for an opponent since `created_at`, on the terms of the command `seek`;
 * `marks` are their ratings in the pools of such games.
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
 * The whole lobby. `online` counts people with a connection.
 *
 * @typedef {object} LobbyState
 * @property {"lobby"} t
 * @property {LobbyRoom[]} rooms
 * @property {number} online
 * @property {SeekInfo[]} [seeks]
 */

/**
 * Changes of the lobby: new, changed and removed rooms and seeks.
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
 * A seek of the receiver has become a game in `room`, on the terms of this connection.
 *
 * @typedef {object} SeekMatched
 * @property {"matched"} t
 * @property {string} seek
 * @property {string} room
 * @property {Who} opponent
 */

/**
 * A seek of the receiver has ended without a game: another of their seeks has become one, or the receiver sent
 * nothing for too long.
 *
 * @typedef {object} SeekEnded
 * @property {"seek_ended"} t
 * @property {string} seek
 */

/**
 * No opponent was found for a seek of the receiver in 20 seconds: the bot of this `level` is available. The seek
 * continues.
 *
 * @typedef {object} BotOffered
 * @property {"bot_offered"} t
 * @property {string} seek
 * @property {number} level
 */

/**
 * A move of a snapshot: the point, the time thought, and the mover's clock after it.
 *
 * `why` is present only for a bot's last move; `why` and `conditional` are as in the event `moved`.
 *
 * @typedef {object} TimedMove
 * @property {number} point
 * @property {number} think_ms
 * @property {number | null} [left_ms]
 * @property {Record<string, any> | null} [why]
 * @property {boolean} [conditional]
 */

/**
 * Presence in a room. `gone_since` is the time at which the player of each seat left, null while any of their
 * connections looks at the room.
 *
 * @typedef {object} Presence
 * @property {[number | null, number | null]} gone_since
 * @property {number} watchers
 */

/**
 * The action that the opening expects of `seat`: a `move`, a `choose`, a `declare` or a `propose`.
 *
 * For a `stone`, the distance from the centre, in lines along the farther axis, is from `nearest` to `farthest`.
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
 * Progress of an opening: `black` is the seat that has black now, for good once it is `settled`.
 *
 * `first` is the seat that began; `turn` is null once the opening is over; `decisions` are those so far.
 * `laid` counts the stones of the opening, which cannot be taken back; `started` says that both players have
 * acted. `pattern` is the number, D1 to D13 or I1 to I13, of the pattern of the first three stones.
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
 * A whole room at version `v`; `you` is the receiver's seat, null for a watcher.
 *
 * `left` and `reserve` are the clocks at `now`; the clock of `running` runs on from there, by correspondence
 * until `flag_at`. At `first_move_by` the game is aborted if the player to act has not made a first move.
 * `offers` lists the offers of each seat. `claim_after_ms` is how long a player must be gone, and must have kept
 * the other waiting since `turn_at`, the start of the turn, before the other may claim. The first `start` of
 * `moves` were not played here: they come from the game `from_game` or from a given position. `progress` is
 * present for an `opening` that is not free once the game has begun; until the colours are settled, `black` is the
 * seat that has black now.
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
 * @property {number | null} [flag_at]  When the flag falls in a game by correspondence, with uncharged time until then taken into account.
 * @property {[number | null, number | null] | null} [away_until]  End of the vacation of each seat's player, in a game by correspondence.
 * @property {RoomRating | null} [rating]  Null without ratings, and until they are known: `ratings` sends them then.
 * @property {number} [turn_at]
 */

/**
 * Events of a room, in order of their versions; also the answer to `enter` with `since`.
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
 * Presence in a room, sent on changes; it has no version, since it is not history.
 *
 * @typedef {object} RoomPresence
 * @property {"presence"} t
 * @property {string} room
 * @property {Presence} presence
 */

/**
 * The ratings of a room are known or have changed; after a game that was to be rated, its changes, or why there are
 * none. A game may be sent again with other numbers after an earlier game has been counted.
 *
 * @typedef {object} RatingsTold
 * @property {"ratings"} t
 * @property {string} room
 * @property {RoomRating} rating
 */

/**
 * Renju, black to move at version `v`: the points that black may not take, with reasons.
 *
 * @typedef {object} Forbidden
 * @property {"forbidden"} t
 * @property {string} room
 * @property {number} v
 * @property {[number, ForbiddenName][]} points
 */

/**
 * The bot's move waits: about `ahead` moves of other games come first; null once the bot thinks.
 *
 * Sent after a second, then at most once a second.
 *
 * @typedef {object} Queued
 * @property {"queued"} t
 * @property {string} room
 * @property {number | null} [ahead]
 */

/**
 * The player opened this room elsewhere: the newer connection has the seat, and this one receives nothing more.
 *
 * @typedef {object} Replaced
 * @property {"replaced"} t
 * @property {string} room
 */

/**
 * An opponent sat down in the receiver's room, which the receiver is not looking at.
 *
 * `challenge` is the receiver's accepted challenge, on the connection that sent it.
 *
 * @typedef {object} Started
 * @property {"started"} t
 * @property {string} room
 * @property {Who} opponent
 * @property {string | null} [challenge]
 */

/**
 * Terms of a challenge; `color` is the challenger's.
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
 * A challenge of `player` to `other`, until it is answered, withdrawn or expired; `declined` has the reason.
 *
 * `marks` are the ratings of both in the pool of the game; null if neither has one.
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
 * All challenges that the receiver has sent or received: on connecting, if there are any, and on every change.
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
 * A player whom the receiver follows: `away`, `here`, or `playing` a public game.
 *
 * @typedef {object} FollowedPlayer
 * @property {Who} who
 * @property {"away" | "here" | "playing"} presence
 */

/**
 * The players whom the receiver follows, by name; `hidden` if the receiver appears away to all followers.
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
 * The receiver is to move in a game by correspondence, and is not looking at it.
 *
 * @typedef {object} YourMove
 * @property {"your_move"} t
 * @property {string} room
 * @property {Who} opponent
 */

/**
 * The receiver's plan in a game, in the form of the command `plan`; without branches there is none.
 *
 * Sent as the answer to `read_plan`, and to an owner who looks at the game when the plan has changed. `dropped` is
 * a planned answer that turned out to be illegal: the plan has ended there.
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
 * The receiver's name was changed, by another of their connections or by staff.
 *
 * @typedef {object} Renamed
 * @property {"renamed"} t
 * @property {Who} player
 */

/**
 * A device of the receiver was added or removed: `devices` asks for the list.
 *
 * @typedef {object} DevicesChanged
 * @property {"devices_changed"} t
 */

/**
 * The answer to the command `hint`: the best move at version `v`, with reasons.
 *
 * `reasons` are codes such as `blocks_open_four`, most important first. `line` is a proven win from here: the
 * receiver's moves alternate with the answers that hold out longest, up to the unstoppable move.
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
 * Summary of the lesson of a game against a bot. All values are plies: numbers of moves played before.
 *
 * From `entry` on the winner's win is proven; null if none is. `mistake` is the loser's move that allowed it while
 * another move withstood the search; null if none such is known. `suspect` is the loser's last free move, if no
 * mistake is known. `learned`: a learning bot has lost, and avoids the move before the entry in that position as
 * long as another move there is not proven to lose.
 *
 * @typedef {object} LessonSummary
 * @property {number | null} [entry]
 * @property {number | null} [mistake]
 * @property {number | null} [suspect]
 * @property {boolean} [learned]
 */

/**
 * A lesson that the receiver has not seen: from a `game` against a bot of a `level`, `won` by the receiver.
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
 * The receiver's unseen lessons, latest first: after `welcome`, if there are any, and on every change.
 * `lesson_seen` ends one; it expires after two weeks.
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
 * The offers that wait for the receiver's answer, latest first: after `welcome`, if there are any, and on every
 * change. An offer ends with its answer, with the event that it asks for, and after two weeks.
 *
 * @typedef {object} OfferNotices
 * @property {"offers"} t
 * @property {OfferNotice[]} offers
 */

/**
 * Progress of the analysis of a game; once it is done, `/api/games/{id}/analysis` has it.
 *
 * While it waits, `ahead` games come before it; while it runs, `done` of `total` steps are finished. The
 * `lesson` of a decided game against a bot comes before the rest, and again once bots play with it.
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
 * The answer to `try` and `defend`: whether the newest move is right, and whether it solves the puzzle.
 *
 * `reply` is the opponent's answer to a right move, after which the puzzle continues. With `done` or after a wrong
 * move, `line` shows the win, or how the wrong move loses.
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
 * The answer to `reveal`: the right `answers`, and the `proof` of the first of them.
 *
 * A proof is a tree in JSON, `[move, threat, answer, tree, answer, tree, ...]`, without missing trailing parts: the
 * winner's move; its threat, which is another tree, or null for a four or a five; and each answer that has to be met,
 * with the tree that meets it. For a puzzle of defence the first move has no meaning: the rest holds the threat, and
 * the wins after each move that disturbs it and still loses.
 *
 * @typedef {object} Solution
 * @property {"solution"} t
 * @property {string} id
 * @property {number} puzzle
 * @property {number[]} answers
 * @property {any} proof
 */

/**
 * A device with the receiver's identity; `browser` and `system` are empty if unknown.
 *
 * `used_at` is exact to the hour, and is now for one that is `here`: connected. `this` is the receiver's own.
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
 * The answer to the command `devices`: all devices, last used first.
 *
 * @typedef {object} DeviceList
 * @property {"devices"} t
 * @property {string} id
 * @property {Device[]} devices
 */

/**
 * A provider's person with whom the receiver's account is linked. `current`: the provider is the one in use
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
 * A remark: a `phrase`, or a `text` that must be shown as plain text, never as markup.
 *
 * `staff` says that the speaker belongs to the server's staff; `hidden`, which only staff receives, that nobody
 * else sees the remark any more.
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
 * A sanction of staff on a player, its reason and its end; null means until it is lifted.
 *
 * @typedef {object} Sanction
 * @property {SanctionKind} kind
 * @property {OffenceName} reason
 * @property {number | null} [until]
 */

/**
 * Permission to talk in a room, and its latest remarks: all that the receiver may read, in place of earlier ones.
 *
 * Sent after the room on entering, when somebody sits down, when the game ends, from when players read the watchers,
 * and when staff mutes the receiver or lifts that early. `level` is "off" for a receiver who may not talk; `muted`
 * has the sanction, if there is one.
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
 * A remark was made in a room.
 *
 * @typedef {object} Said
 * @property {"said"} t
 * @property {string} room
 * @property {Remark} remark
 */

/**
 * Staff has hidden a remark, or its author was deleted: stop showing it.
 *
 * @typedef {object} Unsaid
 * @property {"unsaid"} t
 * @property {string} room
 * @property {number} remark
 */

/**
 * Staff has sanctioned the receiver. A banned player gets a `bye` instead.
 *
 * @typedef {object} Sanctioned
 * @property {"sanctioned"} t
 * @property {Sanction} sanction
 */

/**
 * For staff: the number of waiting reports, on connecting if there are any, and whenever one is made or settled.
 *
 * @typedef {object} ReportsWaiting
 * @property {"reports_waiting"} t
 * @property {number} waiting
 */

/**
 * A report: its author (null if deleted, and for the reported player), its subject, its room and its outcome.
 * `remarks` counts the remarks kept with it; `open` the waiting reports about the same player, including this one.
 * The remarks of a `damaged` one cannot be read.
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
 * The answer to the command `reports`. `waiting` counts all waiting reports; `more` says that there are
 * others beyond.
 *
 * @typedef {object} ReportList
 * @property {"reports"} t
 * @property {string} id
 * @property {ReportInfo[]} reports
 * @property {number} waiting
 * @property {boolean} more
 */

/**
 * The answer to the command `read_report`: a report with its remarks as they were then, oldest first.
 *
 * @typedef {object} ReportState
 * @property {"report"} t
 * @property {string} id
 * @property {ReportInfo} report
 * @property {Remark[]} said
 */

/**
 * A sanction as staff sees it: its number, start and end, its author (null for the command line), and its
 * reason.
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
 * The answer to the command `player`: the staff's record of a player. `may` are the kinds of sanctions that the
 * receiver may lay upon them; empty if the rank forbids it.
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
 * @property {boolean} [disabled]  Whether sign-ins to the account are disabled.
 * @property {boolean} [totp]  Whether there is an authenticator; sent to the owner alone.
 */

/**
 * An act of staff; `by` is null for the command line, `target` if it affected no player. The `data` of a
 * `damaged` one cannot be read.
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
 * The answer to the command `audit`: the latest acts; `more` says that there are earlier ones.
 *
 * @typedef {object} AuditLog
 * @property {"audit"} t
 * @property {string} id
 * @property {Act[]} acts
 * @property {boolean} more
 */

/**
 * The answer to the command `evidence`: a player's latest rated games, and figures of the analysed ones. No
 * figure proves that a player had help.
 *
 * `own` are figures of the player's moves, `opponents` of their opponents' in these games, and `near` of other
 * players' latest games in the same `pool` with ratings near theirs. Figures of fewer than `least` games are null.
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
 * The answer to the command `health`: the state of the server.
 *
 * `people` are online on `connections` connections. `late_ms` is the longest delay of the event loop within the
 * last minute, `backed_up_at` the time of the last backup.
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
 * The answer to the command `backups`: newest first, at most a hundred, in a `folder` of the server's machine.
 *
 * A backup runs every `every_s` seconds, 0 for never, and the newest `keep` are kept. `running` says that one is
 * in progress; `failed_at` and `failed` are the time and reason if the last one failed.
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
 * A class, its number of pupils, and its teacher, whose name is empty if they were deleted.
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
 * A pupil: when they were last seen, null before the first time; `managed` while they have no password; until
 * when their last code is or was valid, null without one; whether it was used, and whether the pupil is connected.
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
 * The answer to the command `classroom`, and to commands that create a class or add pupils; the pupils by
 * name.
 *
 * @typedef {object} ClassroomState
 * @property {"classroom"} t
 * @property {string} id
 * @property {ClassroomInfo} classroom
 * @property {PupilInfo[]} pupils
 */

/**
 * A pupil and the code that they sign in with.
 *
 * @typedef {object} PupilCode
 * @property {Who} who
 * @property {string} code
 */

/**
 * The answer to the command `pupil_codes`: a sheet to print, by name. Each code works once.
 *
 * @typedef {object} PupilCodes
 * @property {"pupil_codes"} t
 * @property {string} id
 * @property {ClassroomInfo} classroom
 * @property {PupilCode[]} codes
 * @property {number} expires_at
 */

/**
 * The answer to the command `rooms`; `more` says that there are others, `broken` lists unreadable ones.
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
 * The answer to the command `games`; `more` says that there are others, `broken` lists unreadable ones.
 *
 * @typedef {object} GameList
 * @property {"games"} t
 * @property {string} id
 * @property {StaffGame[]} games
 * @property {boolean} more
 * @property {BrokenRow[]} [broken]
 */

/**
 * The answer to the command `jobs`: the first of them; `waiting` and `failed` count all, `broken` lists
 * unreadable ones.
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
 * Staff has ended a game or an open room of the receiver, without a result.
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
 * The answer to the command `trees`. `count` and `bytes` are those of all trees; `more` says that further
 * ones match.
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
 * The answer to the command `weights`: games begin with the version `used`, 0 for the program's own; if it is
 * `frozen`, no version replaces it automatically. `more` says that there are others, `broken` lists unreadable
 * ones.
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
 * The answer to `compare_weights`: the weights that differ most, of `differing` ones among `all`.
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
 * Broadcast to all clients: who may create accounts from now on.
 *
 * @typedef {object} RegistrationChanged
 * @property {"registration_changed"} t
 * @property {Registration} registration
 */

/**
 * The answer to the command `blocks`: the players that the receiver has blocked, latest first.
 *
 * @typedef {object} BlockList
 * @property {"blocks"} t
 * @property {string} id
 * @property {Who[]} players
 */

/**
 * The answer to the command `push`: whether this device gets notices, of which kinds, and the quiet time.
 *
 * @typedef {object} PushState
 * @property {"push"} t
 * @property {string} id
 * @property {boolean} here
 * @property {PushKind[]} kinds
 * @property {[number, number] | null} [quiet]
 */

/**
 * The server is about to close this connection: restart, banned, signed out, stale, or flood. A banned player gets
 * the reason in `why`, and the end in `until`, if there is one.
 *
 * @typedef {object} Bye
 * @property {"bye"} t
 * @property {string} code
 * @property {Record<string, string | number>} [detail]
 */

/**
 * A heartbeat, every five seconds after `welcome`; a client that receives nothing for twice that long is cut
 * off.
 *
 * @typedef {object} Beat
 * @property {"beat"} t
 */

/**
 * Rooms in memory: waiting for an opponent, with a running game, and finished but still looked at.
 *
 * @typedef {object} RoomCounts
 * @property {number} open
 * @property {number} playing
 * @property {number} over
 * @property {number} with_bots  Unfinished games against bots.
 */

/**
 * Load of the bots: waiting moves, among them the `short` ones of engines that do not search; other waiting work;
 * workers that are choosing moves, and that do other work; bytes of memory in which bots remember games.
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
 * The queue of studies: waiting games, those of them that a player requested, those that finally failed, those done
 * in the last hour, those dropped in the last seven days because the queue was full, and the time since which the
 * oldest waits.
 *
 * `running` is the game being studied, since `running_since`; null if there is none, and for a private one.
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
 * Bytes of the database's disk, its free bytes, and those of the database with its log.
 *
 * @typedef {object} DiskState
 * @property {number} total
 * @property {number} free
 * @property {number} database
 */

/**
 * Memory in bytes: the limit, the server's own, and that of its `processes` child processes together. Null where
 * the system does not report it.
 *
 * @typedef {object} MemoryState
 * @property {number} most
 * @property {number | null} [server]
 * @property {number | null} [others]
 * @property {number | null} [processes]
 */

/**
 * A backup made by the server: the name of its file, its time, and its bytes.
 *
 * @typedef {object} BackupInfo
 * @property {string} name
 * @property {number} at
 * @property {number} bytes
 */

/**
 * A player, first seen at `made_at` and last at `seen_at`, with `games` finished games. A guest has no
 * `account_at`; an account without `password` is signed in to in other ways. `disabled` says that sign-ins are
 * disabled, `sanctions` lists the active ones.
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
 * An unfinished room. `number` rises in order of creation; a free seat is null.
 *
 * `begun_at` is null while the room waits for an opponent. `plies` moves were played; `watchers` counts those
 * present, `here` says for each seat whether its player is. A room that is not `loaded` is in the store only.
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
 * An unreadable row of a list, with its `number` and its `id` only.
 *
 * @typedef {object} BrokenRow
 * @property {number} number
 * @property {string} id
 */

/**
 * A finished game. If it was to be rated, `counts` says whether it does, and `unrated` why not; `waits`: it
 * is still to be counted.
 *
 * @typedef {object} StaffGame
 * @property {number} number
 * @property {GameSummary} game
 * @property {boolean} [counts]
 * @property {boolean} [waits]
 * @property {UnratedReason | null} [unrated]
 */

/**
 * A game in the queue of studies since `at`. `effort` is the multiple of the first study's work; 0 for
 * questions about moves. `running_since` is present while it runs. Staff cannot open a private game.
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
 * A setting as text: its present value and the one the server was started with. It takes one of `names`, or a
 * whole number within `span` (lowest, highest); `changed` says that it was set at run time, perhaps to the same
 * value.
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
 * A check: `running_since` is present while it runs or waits for another. The last one since the server's start
 * finished `at` with an `outcome`; `findings` has the first of `count`, `said` its final words as on the
 * command line. `backup` is the name of the file, for the check of a backup.
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
 * A learned pattern by its `number`. Bots `met` it in games of which they did not lose `held`, and `taught`
 * games taught it, over all games. `shown` says that the reader may open its page; `imported` that it came from a
 * file.
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
 * A stored tree by its `number`, stored `at` an instant, of `nodes` nodes in `bytes` bytes. Its owner may
 * be a guest; `file` is the name of its source file, empty for merged games.
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
 * A version of the learned weights, fitted `at` an instant to `games` games. In `pairs` pairs of games
 * against the version `parent` it was stronger by `elo`, with an interval; null before the match is over. `note`
 * is the reason for a refusal, as on the command line.
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
 * A weight in both versions: of a point, by what a stone there would make in its `lines`; of a `threat`,
 * `mine` for the side to move or else the opponent's; or of being to move.
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
 * Proven positions of some rules and size: number of won and lost ones, their bytes, and the number dropped for
 * lack of space.
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
 * A share: `found` of `of` cases, with a 95 % interval for the general share from `low` to `high`.
 *
 * @typedef {object} EvidenceShare
 * @property {number} found
 * @property {number} of
 * @property {number} low
 * @property {number} high
 */

/**
 * Spread of move times: the mean, over `games`, of the standard deviation of their logarithms, with a 95 %
 * interval from `low` to `high`. 0 means always the same time.
 *
 * @typedef {object} EvidenceSpread
 * @property {number} mean
 * @property {number} low
 * @property {number} high
 * @property {number} games
 */

/**
 * Figures of `games` analysed games; all null where these are too few.
 *
 * `choices`: moves that were the first choice of the analysis, in positions after the sixth stone with more than one
 * move that does not lose. `wins`: forced wins of seven plies or more that were played when available. `times`:
 * games at one sitting, without answers to fours and open threes.
 *
 * @typedef {object} EvidenceFigures
 * @property {number} games
 * @property {EvidenceShare | null} [choices]
 * @property {EvidenceShare | null} [wins]
 * @property {EvidenceSpread | null} [times]
 */

/**
 * One of a player's latest rated games; `state` is that of its analysis.
 *
 * @typedef {object} EvidenceGame
 * @property {string} game
 * @property {number} ended_at
 * @property {Who} opponent
 * @property {"studied" | "waiting" | "none"} state
 */

/**
 * One stored game without its moves. Times are milliseconds since 1970; `result` is null while the game goes on.
 *
 * `imported` names the file that the game came from. Where that file lacks the day, `started_at` is null, and
 * `played_on` holds the year or month, as YYYY or YYYY-MM, if the file has it. A game that continues another after
 * its first `start` moves names it in `from_game`; one that began from a given position names none.
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
 * @property {[RatingMark, RatingMark] | null} [marks]  The ratings of black and white before a counted game; in lists only.
 */

/**
 * An unfinished game by correspondence, as one of its players sees it. `yours`: that player is to move.
 *
 * `flag_at` is the earliest time at which the flag of the player to move falls: a weekend or a vacation puts it off.
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
 * A player's present and future vacations, as pairs of start and end, and the days left this year.
 *
 * @typedef {object} Vacations
 * @property {[number, number][]} vacations
 * @property {number} days_left
 */

/**
 * A page of games, newest first. `next` is the cursor of the next page, null on the last. `broken` are the ids
 * of games of this page that cannot be read.
 *
 * @typedef {object} GamePage
 * @property {GameSummary[]} games
 * @property {string | null} [next]
 * @property {string[]} [broken]
 */

/**
 * A move on the board, with its time in milliseconds; moves that were taken back are in `events` only.
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
 * The exact bot in a seat: enough to replay its game.
 *
 * @typedef {object} BotRun
 * @property {number} level
 * @property {string} engine
 * @property {string} version
 * @property {number} seed
 * @property {Record<string, number>} limits
 * @property {number} [learned]  Revision of the table of learned patterns, for the operator; 0 in answers of the API.
 * @property {number} [weights]  Version of the learned weights of its evaluation; 0 for the program's own.
 * @property {number} [book]  Revision of its book of own games when the game began, for the operator; 0 in answers of the API.
 */

/**
 * A whole stored game: the moves on the board, and every event as it happened.
 *
 * For a finished game that was to be rated, `rating` holds the changes for black and white, or why there are none.
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
 * `elo` is measured with nothing learned. `learns`: the bot plays with what was learned from lost games.
 * `twin_of`: this is the bot of that level as it was on its first day.
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
 * @property {RatingMark | null} [rating]  Its rating on this server for gomoku, as it plays now; null before its first rated game.
 */

/**
 * The ladder, weakest first, then bots without a place on it.
 *
 * @typedef {object} Levels
 * @property {LevelInfo[]} levels
 */

/**
 * A player's results against one bot: finished games won, drawn and lost, under all rules. Games that continue
 * another or begin from a given position do not count.
 *
 * @typedef {object} LevelScore
 * @property {number} level
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * Results of games, by the colour of the winner.
 *
 * @typedef {object} Results
 * @property {number} black
 * @property {number} draw
 * @property {number} white
 */

/**
 * A move that was played in a position. In a symmetric position it includes the images of the move: `points`
 * lists them all.
 *
 * `results` count the games that left the position by this move; `reached` counts all games that came to the
 * resulting position, by other orders of moves, too, and is null where a filter by player or day holds. `last` is
 * the end of the latest begun of these games. `proven` says that the mover wins or loses by force; null where
 * nothing is proven.
 *
 * @typedef {object} ExplorerMove
 * @property {number[]} points
 * @property {Results} results
 * @property {number} last
 * @property {number | null} [reached]
 * @property {"won" | "lost" | null} [proven]
 */

/**
 * Continuations of a position, and of all of its images, in finished public games.
 *
 * `results` count the games that reached it, each once; `ended` is how many of them ended there. `moves` come
 * most played first. `newest` are the latest begun of these games, or those begun before the requested one; `more`
 * says that there are others. `ply` is the position's number of moves. `proven` is what is proven for the side to
 * move, `value` the engine's estimate from a stored analysis, as in `MoveReview`. With a filter by player or day a
 * limited number of games is read: `partial` says that there were more. `waiting` games are not counted yet. If
 * the moves end a game by the rules, `result` says how and `line` is its winning row; later moves of the request
 * are ignored. `forbidden` are the points, with reasons, that black to move in renju may not take. `pattern` is
 * the number, D1 to D13 or I1 to I13, of the renju pattern of the first three stones, under all rules.
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
 * Body of every answer that is not a success: a stable code and its details.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {Record<string, string | number>} [detail]
 */

/**
 * A stored tree without its nodes; the name of `owner` is empty if that player was deleted.
 *
 * `file` is the name of the source file, empty for merged games; `skipped` counts the illegal branches that were
 * left out of it. `yours`: you may change the tree. `sealed`: it contains games that are not public, and stays
 * private. `encoding` is that of the file's texts.
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
 * Stored trees. For your own, `bytes` is the space they take, `most_bytes` and `most_trees` are the
 * limits.
 *
 * @typedef {object} TreePage
 * @property {TreeSummary[]} trees
 * @property {string | null} [next]
 * @property {number} [bytes]
 * @property {number} [most_bytes]
 * @property {number} [most_trees]
 */

/**
 * A node of a stored tree. Its children are the nodes `first` to `first + children - 1`; `below` counts all
 * of its descendants.
 *
 * `point` is null for a node without a move and -1 for a pass; `color` is the mover's. `labels` are short texts
 * at points, `marks` are `triangle`, `square`, `circle` or `cross`; `setup` sets points from here on, to 0
 * for empty, 1 for black, 2 for white. `more`: the comment or the labels are longer than what is sent.
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
 * Nodes below one node, nearest first and parents before children, up to the requested number or a limit of work.
 * `path` has the nodes from the root to that node, which is its last.
 *
 * @typedef {object} TreeNodes
 * @property {TreeNode[]} nodes
 * @property {TreeNode[]} [path]
 */

/**
 * The node of a position in a tree, found under every order of moves and every turn or mirror image of the board;
 * null if there is none. `searched` is false if a limit ended the search early.
 *
 * @typedef {object} TreeFound
 * @property {number | null} node
 * @property {boolean} [searched]
 */

/**
 * A win by force. `line` alternates attacker and defender; `proof` is the tree with every defence.
 *
 * A node of the tree is a list: the attacker's move, the node of its threat (null if the move is itself a four or a
 * five), then in turn each answer and the node of the win after it. Any other answer loses to the five or to the
 * threat. An unstoppable move is `[move]`.
 *
 * @typedef {object} ProvenWin
 * @property {Method} method
 * @property {number[]} line
 * @property {any} proof
 */

/**
 * A move after which no forced win was found by methods up to `method` within `nodes` nodes (stones put on the
 * board). This proves nothing: a stronger search may find one.
 *
 * @typedef {object} OpenMoveInfo
 * @property {number} point
 * @property {Method} method
 * @property {number} nodes
 */

/**
 * A provably losing move; `line` shows how, with the opponent's answer first.
 *
 * @typedef {object} LostMove
 * @property {number} point
 * @property {number[]} line
 */

/**
 * The loser's last free move of a game in which no mistake is known: nothing forced it, and no forced win was found
 * after it, within the limits of an `OpenMoveInfo`. The game will be studied again with more effort.
 *
 * @typedef {object} SuspectInfo
 * @property {number} ply
 * @property {number} point
 * @property {Method} method
 * @property {number} nodes
 */

/**
 * Review of one move. `eval` is the engine's estimate after it, from black's side: 10000 is a proven win for
 * black, -10000 one for white; estimates stay between.
 *
 * `win` is the win that the mover could have forced. `threat` is the win that the opponent would have forced after
 * a pass; under the labels `lost_here` and `not_proven_lost`, the win after the move. `open` are then moves that
 * withstood the refutation of the played one and the further search; `undecided` those that are not proven to lose
 * and withstood less. `lost` are other losing moves, `forbidden` those that the rules forbade; all moves in none
 * of these lists and not in `win` lose by the line `rest`; without it nothing is known of them. `before` is null
 * if a better move is neither known nor excluded.
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
 * The lesson of a lost game: from ply `entry` on the winner had a proven win at every turn.
 *
 * `mistake` is the ply of the loser's move that allowed it, null if no other move provably wins or withstood the
 * search; `open` and `undecided` are as in its review. `line` are the points from the entry to the end of the
 * proof, `led` the loser's plies that changed nothing.
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
 * A learned trap and the ply at which it appeared in the game; `PatternInfo` has it by its key.
 *
 * @typedef {object} TrapAt
 * @property {string} key
 * @property {number} ply
 */

/**
 * The analysis of one game, with one review a ply; `at` is its time.
 *
 * `nodes` is the limit of each search, `effort` its multiple of the usual limit. `suspect` is present if a game
 * was lost and no mistake is known.
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
 * Required content of a point of a trap, `x` and `y` from its top left corner.
 *
 * `other` is anything but the attacker's stone, including the edge of the board.
 *
 * @typedef {object} PatternCell
 * @property {number} x
 * @property {number} y
 * @property {"attacker" | "empty" | "other" | "defender"} kind
 */

/**
 * An empty point of a trap on which a defender's stone breaks this line of attack; a larger `weight` is better.
 * The attacker may win by another line.
 *
 * @typedef {object} BlockingPoint
 * @property {number} x
 * @property {number} y
 * @property {number} weight
 */

/**
 * A game that taught a trap, and the ply before which the trap was on the board.
 *
 * @typedef {object} PatternSource
 * @property {string} game
 * @property {number} ply
 */

/**
 * A learned trap: stones from which the attacker, to move, wins by force.
 *
 * `attacker` is null if either colour may have it. `length` counts the attacker's moves to the five in the longest
 * line. `met` counts the games in which a bot faced it, `not_lost` those of them that it did not lose; `taught`
 * counts the games that taught it, and `sources` names the latest. Only public games and the reader's own count. A
 * trap that an operator imported may have no game.
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
 * A page of traps. `next` is the cursor of the next page, null on the last. `total` counts all matches of the
 * filter.
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
 * name its source, if that is a public game that still exists. `length` is the number of the winner's moves in the
 * longest line, if known; the solution is not included.
 *
 * `rating` is on the Elo scale, with a standard `deviation`: the proof's estimate until players have tried the
 * puzzle. A player who asked for the solution before their first attempt ended has failed: `yours` is `shown`.
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
 * A line that beat a bot of a `level` in `game`, and from which the bot has learned.
 *
 * `stones` are the moves before ply `entry`, from which the win of `winner` is proven, and `line` are the
 * points of that win. `mistake` is the ply of the bot's move that allowed it, null if none is known; with
 * `exercise`, `defend` judges other moves there. `traps` are the patterns that it taught, longest first.
 * `tried` games were played again from there against that bot, of which `won` were won. `teacher` is the name of
 * the first winner, if that person agrees. Only public games and the reader's own count.
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
 * A page of lines, latest first. `next` is the cursor of the next page, null on the last.
 *
 * @typedef {object} LinePage
 * @property {LineInfo[]} lines
 * @property {string | null} [next]
 */

/**
 * The line of the day, the same for everybody: a position in which a bot was beaten, to be beaten again in a new
 * way.
 *
 * `line` is null while nothing has been learned. Once somebody has beaten the bot from there today, `beaten` is
 * the first such game, and `by` the player's name, if they agree.
 *
 * @typedef {object} UnbeatenLine
 * @property {string} day
 * @property {LineInfo | null} [line]
 * @property {string | null} [beaten]
 * @property {string | null} [by]
 */

/**
 * Results of one version of a bot, with one version of learned `weights`, in public games against people, between
 * two instants in ms since 1970.
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
 * A bot's Elo in `games` consecutive public games, the first of them after it had lost `after`. Only games from
 * the empty board count, without those given up at once.
 *
 * `low` and `high` are the bounds of a 95 % interval.
 *
 * @typedef {object} StrengthPoint
 * @property {number} after
 * @property {number} games
 * @property {number} elo
 * @property {number} low
 * @property {number} high
 */

/**
 * A bot: its description, the results of its versions, its strength over time, and its lessons.
 *
 * `curve` is empty until there are the `needed` public games for two points; `games` is their present number.
 * `newest` are its latest lessons, `held` lines that were tried again without beating it.
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
 * A player's rating in a pool: its deviation now, the number of games, and its history.
 *
 * `history` has instants with the rating and the deviation after a game; of many games it has a sample of at most a
 * few hundred.
 *
 * @typedef {object} PoolRating
 * @property {RatingPoolName} pool
 * @property {number} rating
 * @property {number} deviation
 * @property {number} games
 * @property {[number, number, number][]} history
 */

/**
 * Results against one opponent, from the side of the profile's player.
 *
 * @typedef {object} OpponentScore
 * @property {Who} who
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * Results under one rule set, from the side of the profile's player.
 *
 * @typedef {object} RulesScore
 * @property {Rules} rules
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * A game that the profile's player has lost, and its lesson: as in `LessonSummary`.
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
 * A player with an account, or a bot, as everybody may see them: only public games that began on the empty board
 * count.
 *
 * `since` is the creation of the account, or for a bot its first such game, null without any. Results are those of
 * the latest games, at most some thousands: `partial` says that there are more. `streak` is the common result of
 * the last games and their number; `longest` the longest series of wins. `puzzles` counts first attempts that
 * succeeded and that failed; null if there were none.
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
 * A line of a leaderboard; the deviation is today's.
 *
 * @typedef {object} RankedPlayer
 * @property {Who} who
 * @property {number} rating
 * @property {number} deviation
 * @property {number} games
 * @property {number} last_at
 */

/**
 * Value of black's first move in games of a kind, in rating points, with one standard error.
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
 * The strongest players of a pool, people and bots, among those whose ratings are reliable enough.
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
 * Filters of `/api/games`; a missing parameter does not filter. Days are UTC, and both ends are included.
 *
 * @typedef {object} GamesQuery
 * @property {AnyName | null} [player]  Id or name of a player in either seat.
 * @property {number | null} [level]  Level of a bot in either seat.; 0 to 999
 * @property {Rules | null} [rules]
 * @property {"black" | "white" | "draw" | null} [result]  The winner; `draw` is no winner.
 * @property {string | null} [since]  First day, YYYY-MM-DD, on which a game ended.
 * @property {string | null} [until]  Last such day.
 * @property {number} [limit]  Games in one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
 */

/**
 * Purpose of `/oidc/start`: to sign in, or to link with the code of `oidc_link`.
 *
 * @typedef {object} OidcStartQuery
 * @property {string} [link]  0 to 64 characters, of `[0-9A-Za-z_-]*$`
 */

/**
 * Parameters of the provider's redirect to `/oidc/callback`; others are ignored.
 *
 * @typedef {object} OidcQuery
 * @property {string} [state]  0 to 200 characters
 * @property {string} [code]  0 to 4096 characters
 * @property {string} [error]  0 to 200 characters
 * @property {string | null} [iss]  0 to 1000 characters
 */

/**
 * Search terms of `/api/players`.
 *
 * @typedef {object} PlayersQuery
 * @property {string} [name]  The beginning of a name; an empty one finds nobody.; 0 to 40 characters
 */

/**
 * Choice of the pool for `/api/leaderboard`.
 *
 * @typedef {object} LeaderboardQuery
 * @property {RatingPoolName} [pool]
 */

/**
 * Options of `/api/games/{id}.sgf`.
 *
 * @typedef {object} SgfQuery
 * @property {Language} [lang]  Language of the comments on how the game began, and of the names of bots.
 */

/**
 * Options of `/api/games/{id}.svg`.
 *
 * @typedef {object} PictureQuery
 * @property {number | null} [ply]  Number of moves before the position; without it, or beyond the end, the last position.; 0 to 999
 * @property {boolean} [numbers]  Whether the stones have the numbers of their moves.
 */

/**
 * Options of `/api/picture.svg` and `/api/picture.gif`.
 *
 * @typedef {object} PositionPictureQuery
 * @property {Size} [size]
 * @property {string} [moves]  Moves as in `h8i9g7`, black's first; the rules do not matter.; 0 to 1300 characters
 * @property {boolean} [numbers]  Whether the stones have the numbers of their moves.
 */

/**
 * Options of `/api/trees/{id}.svg` and `/api/trees/{id}.gif`.
 *
 * @typedef {object} TreePictureQuery
 * @property {number} [node]  The node whose position is shown, or the path to it, of 700 nodes at most.; 0 to 4294967296
 * @property {boolean} [numbers]  Whether the stones have the numbers of their moves.
 */

/**
 * Filters of `/api/patterns`; a missing parameter does not filter.
 *
 * @typedef {object} PatternsQuery
 * @property {Rules | null} [rules]
 * @property {"newest" | "met"} [sort]  Latest learned first, or most often met first.
 * @property {number} [limit]  Traps in one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 700 characters
 */

/**
 * Filters of `/api/lines`; a missing parameter does not filter.
 *
 * @typedef {object} LinesQuery
 * @property {Rules | null} [rules]
 * @property {number | null} [level]  Level of the beaten bot.; 0 to 999
 * @property {number} [limit]  Lines in one page.; 1 to 50
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
 */

/**
 * Filters of `/api/puzzles/next`; a missing parameter does not filter.
 *
 * @typedef {object} PuzzlesQuery
 * @property {PuzzleKind | null} [kind]
 * @property {Rules | null} [rules]
 * @property {PuzzleTheme | null} [theme]
 * @property {number | null} [least]  Lowest rating.; 0 to 4000
 * @property {number | null} [most]  Highest rating.; 0 to 4000
 * @property {PuzzleId | null} [after]  The puzzle that the reader has just had, which is not given again.
 */

/**
 * Selection of `/api/trees`.
 *
 * @typedef {object} TreesQuery
 * @property {"mine" | "public"} [whose]
 * @property {number} [limit]  Trees in one page of public ones; one's own are all in one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
 */

/**
 * Selection of the nodes of a tree below `node`, by depth.
 *
 * @typedef {object} TreeNodesQuery
 * @property {number} [node]  0 to 4294967296
 * @property {number} [depth]  Most moves below the node.; 0 to 100
 * @property {number} [most]  Most nodes.; 1 to 500
 * @property {number} [skip]  Number of the node's children to skip.; 0 to 4294967296
 * @property {boolean} [path]  Whether to include the nodes on the path to it.
 */

/**
 * The position to find in a tree.
 *
 * @typedef {object} TreeFindQuery
 * @property {string} [moves]  Moves as in `h8i9g7`, black's first.; 0 to 1300 characters
 */

/**
 * Options of a library.
 *
 * @typedef {object} TreeFileQuery
 * @property {TreeEncoding | null} [encoding]  Encoding of its texts; that of its source file by default.
 */

/**
 * Options for an export of any player's tree, with the act that permits it.
 *
 * @typedef {object} StaffTreeQuery
 * @property {CommandId | null} [act]  The `id` of an `act` `tree_export` of the last hour; required.
 * @property {TreeEncoding | null} [encoding]  Encoding of its texts; that of its source file by default.
 */

/**
 * Position and filters of `/api/explorer`; a missing parameter does not filter.
 *
 * Only finished public games count, the same for everybody; aborted ones, those without an end and those with fewer
 * than five moves of their own do not. Positions are equal if one is a rotation or reflection of the other, whatever
 * the order of the moves.
 *
 * @typedef {object} ExplorerQuery
 * @property {Rules} [rules]
 * @property {Size} [size]
 * @property {string} [moves]  Moves that lead to the position, black's first, as in `h8i9g7`: the letter is the column from the left (I is used), the number the row from the bottom. Capitals, blanks and commas are accepted.; 0 to 1300 characters
 * @property {"all" | "people" | "bots" | "files"} [who]  Games played here between people, or games with a bot, or both; or games from files.
 * @property {AnyName | null} [player]  Id or name of a player in either seat.
 * @property {string | null} [since]  First day, YYYY-MM-DD, on which a game ended.
 * @property {string | null} [until]  Last such day.
 * @property {RoomId | null} [before]  A game: `newest` lists the games that began before it.
 */

/** The path of each page; in braces the kind of its id, or all ids; with `?` it may be left out. */
export const PAGES = /** @type {const} */ ({
  lobby: "/",
  play: "/play",
  room: "/room/{id}",
  explorer: "/explorer",
  games: "/games",
  game: "/game/{id}",
  traps: "/traps",
  trap: "/traps/{key}",
  line: "/line/{id}",
  player: "/players/{name}",
  leaderboard: "/leaderboard",
  bot: "/bot/{level}",
  puzzles: "/puzzles/{puzzle?}",
  rules: "/rules/{topic?}",
  trees: "/trees",
  tree: "/trees/{id}",
  settings: "/settings",
  classes: "/staff/classes/{class?}",
  code: "/code",
  oidc: "/oidc",
  staff: "/staff/{rooms|games|trees|jobs|learning|server|settings?}",
});

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
