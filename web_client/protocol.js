/**
 * The protocol's messages and values. Written by `python -m server.protocol.describe` from the server's own types:
 * do not edit. PROTOCOL.md has their meanings and limits. A property that may be left out stands for its default, which
 * is null unless PROTOCOL.md says otherwise.
 */

export const PROTOCOL = 1;

/** @typedef {"freestyle" | "standard" | "renju" | "caro" | "tictactoe" | "row_3" | "row_4" | "row_6" | "row_7" | "row_8"} Rules */
/** @typedef {number} Size */
/** @typedef {"public" | "link" | "private"} Visibility */
/** @typedef {"black" | "white"} ColorName */
/** @typedef {"black" | "white" | "random"} ColorChoice */
/** @typedef {"free" | "pro" | "long_pro" | "swap" | "swap_after_first" | "swap2" | "old_swap" | "rif" | "yamaguchi" | "soosyrv_4" | "soosyrv_8" | "tarannikov" | "taraguchi_5" | "taraguchi_10" | "super_taraguchi" | "sakata" | "super_sakata"} OpeningName */
/** @typedef {"keep" | "swap" | "black" | "white" | "one" | "two" | "offer"} ChoiceName */
/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */
/** @typedef {"five" | "forbidden" | "full_board" | "resigned" | "timeout" | "abandoned" | "agreed_draw" | "aborted" | "unfinished" | "unknown"} ReasonName */
/** @typedef {"overline" | "double-four" | "double-three"} ForbiddenName */
/** @typedef {"en" | "zh-Hans" | "zh-Hant"} Language */
/** @typedef {"sgf" | "psq"} Notation */
/** @typedef {"games" | "tree" | "patterns"} UploadKind */
/** @typedef {"lib" | "sgf" | "psq" | "txt" | "rif"} TreeFormat */
/** @typedef {"utf-8" | "utf-16" | "utf-16-le" | "utf-16-be" | "gb18030" | "big5" | "cp932" | "euc_jp" | "euc_kr" | "cp1250" | "cp1251" | "cp1252" | "cp1253" | "cp1254" | "cp1257" | "koi8-r" | "iso8859-2" | "latin-1"} TreeEncoding */
/** @typedef {"file" | "line" | "byte" | "node" | "move" | "game"} FileUnit */
/** @typedef {"your_move" | "deadline" | "challenge" | "lesson" | "offer" | "rematch"} PushKind */
/** @typedef {"none" | "queued" | "running" | "done" | "failed"} JobState */
/** @typedef {"waiting" | "running" | "done"} CheckState */
/** @typedef {"win" | "defence"} PuzzleKind */
/** @typedef {"streak" | "storm"} PuzzleMode */
/** @typedef {"vcf" | "vct" | "double_four" | "four_three" | "double_three" | "forbidden" | "counter_four" | "only_move" | "counter"} PuzzleTheme */
/** @typedef {"owner" | "moderator" | "teacher" | "bot"} RoleName */
/** @typedef {"open" | "invite" | "closed"} Registration */
/** @typedef {"off" | "phrases" | "free"} TalkLevel */
/** @typedef {"players" | "watchers"} TalkSide */
/** @typedef {"hello" | "good_luck" | "one_moment" | "thanks" | "sorry" | "nice_move" | "oops" | "well_played" | "good_game" | "congratulations" | "one_more" | "goodbye"} PhraseName */
/** @typedef {"mute" | "timeout" | "ban"} SanctionKind */
/** @typedef {"insult" | "spam" | "name" | "cheating" | "leaving" | "other"} OffenceName */
/** @typedef {"gomoku" | "renju" | "caro" | "gomoku_correspondence" | "renju_correspondence" | "caro_correspondence"} RatingPoolName */
/** @typedef {"rules" | "not_public" | "no_account" | "aborted" | "too_short" | "same_bot" | "took_back" | "struck" | "deleted"} UnratedReason */
/** @typedef {"close_room" | "delete_game" | "ratings_strike" | "ratings_restore" | "ratings_recompute" | "job_retry" | "job_cancel" | "delete_player" | "account_create" | "account_reset" | "account_role" | "account_disable" | "account_enable" | "account_totp" | "account_token" | "account_invite" | "pattern_on" | "pattern_off" | "pattern_forget" | "patterns_rebuild" | "game_learn" | "book_rebuild" | "weights_use" | "weights_forget" | "weights_freeze" | "weights_unfreeze" | "tree_delete" | "tree_export"} ActName */
/** @typedef {"database" | "proofs" | "backup"} CheckName */
/** @typedef {"sound" | "faulty" | "failed"} CheckOutcome */
/** @typedef {"trial" | "passed" | "refused" | "forgotten"} WeightsState */
/** @typedef {"two" | "open_two" | "three" | "open_three" | "four" | "open_four" | "double_four"} WeightLine */
/** @typedef {"open_three" | "double_three" | "four" | "four_three" | "winning_four"} WeightThreat */
/** @typedef {"registration" | "talk" | "talk_watchers" | "rooms_per_player" | "bot_games_per_player" | "bot_games_per_address" | "bot_games"} SettingName */
/** @typedef {string} StaffNote */
/** @typedef {number} Seat */
/** @typedef {string} PlayerId */
/** @typedef {string} RoomId */
/** @typedef {"later" | "not_now" | "faster" | "slower" | "other_rules" | "casual" | "rated" | "no"} DeclineReason */
/** @typedef {string} ChallengeId */
/** @typedef {string} SeekId */
/** @typedef {string} TreeId */
/** @typedef {string} TreeTitle */
/** @typedef {string} ClassroomId */
/** @typedef {string} ClassroomName */
/** @typedef {string} CommandId */
/** @typedef {string} Token */
/** @typedef {string} DeviceId */
/** @typedef {number} Ply */
/** @typedef {number} PuzzleId */
/** @typedef {number} Point */
/** @typedef {number} MainTime */
/** @typedef {number} Days */
/** @typedef {NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec} LiveClockSpec */
/** @typedef {NoClockSpec | FischerSpec | PerMoveSpec | AbsoluteSpec | ByoYomiSpec | CanadianSpec | CorrespondenceSpec} ClockSpec */
/** @typedef {number} TreePoint */
/** @typedef {"triangle" | "square" | "circle" | "cross"} MarkName */
/** @typedef {AddMove | EditComment | EditName | Bookmark | MarkPoint | LabelPoint | PromoteBranch | DeleteBranch | UndoEdit | RedoEdit} NodeEdit */
/** @typedef {[number | null, number | null]} Left */
/** @typedef {[number | null, number | null]} Reserve */
/** @typedef {Created | Seated | Moved | Chose | Declared | Proposed | Offered | Answered | TookBack | Ended | Rematched | Resumed} RoomEvent */
/** @typedef {string} Password */
/** @typedef {string} Totp */
/** @typedef {string} AnyName */
/** @typedef {string} LongCode */
/** @typedef {string} Ticket */
/** @typedef {number} Minute */
/** @typedef {Hello | FollowLobby | Create | MakeSeek | WithdrawSeek | AcceptSeek | Here | Challenge | AcceptChallenge | DeclineChallenge | WithdrawChallenge | FindPlayers | FollowPlayer | LookAtFollowed | HidePresence | Enter | Leave | Sit | Move | Choose | Declare | Propose | Resign | Offer | Answer | Abort | Claim | Hint | KeepPlan | ReadPlan | Analyse | FollowAnalysis | SeeLesson | UploadOpen | UploadChunk | ImportClose | FileLook | TreeClose | TreeNew | TreeMerge | TreeChange | TreeEdit | FollowTree | SeeTree | TreeDelete | Try | Reveal | BeginRun | Defend | PlayAttack | Consent | Rename | Code | Redeem | Devices | EndDevice | KeepName | SignIn | SignInByProvider | LinkIdentity | ConfirmLink | UnlinkIdentity | Identities | BeginTotp | ConfirmTotp | EndTotp | Recover | SignOut | ChangePassword | MakeRecoveryCodes | ClaimOwner | DeletePlayer | Say | BlockPlayer | ReadBlocks | ReportPlayer | ReadReports | ReadReport | SettleReport | LaySanction | LiftSanction | RenamePlayer | HideRemark | ReadPlayer | ReadAudit | ReadEvidence | StudyGames | ReadHealth | ReadBackups | MakeBackup | ReadChecks | MakeCheck | ReadPatterns | ReadWeights | CompareWeights | ReadProofs | UploadTree | PatternsClose | ReadTrees | ReadClassrooms | ReadClassroom | MakeClassroom | RenameClassroom | EndClassroom | AddPupils | MakePupilCodes | ReleasePupil | DoAct | ReadPeople | ReadRooms | ReadGames | ReadJobs | ReadSettings | ChangeSetting | TakeVacation | EndVacation | Subscribe | Unsubscribe | ReadPush | SetPush} Inbound */
/** @typedef {Welcome | Ack | Error | LobbyState | LobbyChange | SeekMatched | SeekEnded | BotOffered | RoomState | Events | RoomPresence | RatingsTold | Forbidden | Queued | Replaced | Started | Challenges | Challenged | PlayerList | FollowedPlayers | YourMove | PushState | PlanState | HintAnswer | Analysis | TreeNews | TreeNotices | Tried | RunBegun | Solution | Renamed | DevicesChanged | IdentityList | LessonNotices | OfferNotices | DeviceList | TalkState | Said | Unsaid | Sanctioned | ReportsWaiting | ReportList | ReportState | PlayerRecord | AuditLog | PlayerEvidence | Health | BackupList | ClassroomList | ClassroomState | PupilCodes | RoomList | PeopleList | GameList | JobList | SettingList | CheckList | PatternList | TreeList | WeightsList | WeightsCompared | ProofList | RoomClosed | RegistrationChanged | BlockList | Bye | Beat} Outbound */
/** @typedef {"missed_win" | "lost_here" | "not_proven_lost" | "forced"} MoveLabel */
/** @typedef {"won" | "lost" | "held"} Before */
/** @typedef {"five" | "four" | "vcf" | "vct"} ForcedBy */
/** @typedef {"five" | "four" | "vcf" | "vct" | "fukumi"} Method */

/** @typedef {{ kind: "none" }} NoClockSpec */
/** @typedef {{ kind: "fischer"; initial_ms: number; increment_ms: number; cap_ms?: number | null }} FischerSpec */
/** @typedef {{ kind: "absolute"; total_ms: number }} AbsoluteSpec */
/** @typedef {{ kind: "per_move"; move_ms: number }} PerMoveSpec */
/** @typedef {{ kind: "byo_yomi"; main_ms: MainTime; period_ms: number; periods: number }} ByoYomiSpec */
/** @typedef {{ kind: "canadian"; main_ms: MainTime; period_ms: number; stones: number }} CanadianSpec */
/** @typedef {{ kind: "correspondence"; total_ms?: Days | null; move_ms?: Days | null; bank_ms?: number; weekends_free?: boolean }} CorrespondenceSpec */
/** @typedef {{ id?: string; name?: string; level?: number | null }} Who */
/** @typedef {{ rating: number; deviation: number }} RatingMark */
/** @typedef {{ pool: RatingPoolName; rating: number; deviation: number }} PoolMark */
/** @typedef {{ before: number; after: number; deviation: number; expected: number; against: number; score: number }} RatingShift */
/** @typedef {{ pool: RatingPoolName; marks: [RatingMark | null, RatingMark | null]; shifts?: [RatingShift, RatingShift] | null; unrated?: UnratedReason | null; first_move?: number }} RoomRating */
/** @typedef {{ winner: ColorName | null; reason: ReasonName }} Result */
/** @typedef {{ why: string; unit?: FileUnit; at?: number; text?: string; game?: number }} FileNote */
/** @typedef {{ kind: SanctionKind; reason: OffenceName; until?: number | null }} Sanction */
/** @typedef {{ rules: Rules; size: Size; clock: ClockSpec; opening?: OpeningName; color?: ColorChoice; rated?: boolean; visibility?: Visibility }} ChallengeTerms */
/** @typedef {{ id: string; player: Who; other: Who; terms: ChallengeTerms; made_at: number; expires_at: number; declined?: DeclineReason | null; marks?: [RatingMark | null, RatingMark | null] | null }} ChallengeInfo */
/** @typedef {{ point: number; think_ms: number; left_ms?: number | null; why?: Record<string, any> | null; conditional?: boolean }} TimedMove */
/** @typedef {{ level: number; engine: string; version: string; seed: number; limits: Record<string, number>; learned?: number; weights?: number; book?: number }} BotRun */
/** @typedef {{ kind: "add"; point: number }} AddMove */
/** @typedef {{ kind: "comment"; start?: number; cut?: number; text?: string }} EditComment */
/** @typedef {{ kind: "mark"; point: TreePoint; mark?: MarkName | null }} MarkPoint */
/** @typedef {{ kind: "label"; point: TreePoint; text?: string }} LabelPoint */
/** @typedef {{ kind: "name"; text?: string }} EditName */
/** @typedef {{ kind: "bookmark"; on: boolean }} Bookmark */
/** @typedef {{ kind: "promote" }} PromoteBranch */
/** @typedef {{ kind: "delete" }} DeleteBranch */
/** @typedef {{ kind: "undo" }} UndoEdit */
/** @typedef {{ kind: "redo" }} RedoEdit */
/** @typedef {{ k: "created"; v: number; at: number; rules: Rules; size: Size; clock: ClockSpec; visibility: Visibility; rated: boolean; color: ColorChoice; owner: Who; previous?: string | null; score?: [number, number]; from_game?: string | null; start?: number[]; opening?: OpeningName }} Created */
/** @typedef {{ k: "seated"; v: number; at: number; seat: Seat; who: Who; black: Seat }} Seated */
/** @typedef {{ k: "moved"; v: number; at: number; seat: Seat; ply: number; point: number; think_ms: number; lag_ms: number; given_ms: number; left: Left; forced?: boolean | null; why?: Record<string, any> | null; reserve?: Reserve | null; conditional?: boolean }} Moved */
/** @typedef {{ k: "chose"; v: number; at: number; seat: Seat; ply: number; think_ms: number; lag_ms: number; given_ms: number; left: Left; reserve?: Reserve | null; choice: ChoiceName; black: Seat }} Chose */
/** @typedef {{ k: "declared"; v: number; at: number; seat: Seat; ply: number; think_ms: number; lag_ms: number; given_ms: number; left: Left; reserve?: Reserve | null; number: number }} Declared */
/** @typedef {{ k: "proposed"; v: number; at: number; seat: Seat; ply: number; think_ms: number; lag_ms: number; given_ms: number; left: Left; reserve?: Reserve | null; points: number[] }} Proposed */
/** @typedef {{ k: "offered"; v: number; at: number; seat: Seat; what: OfferKind }} Offered */
/** @typedef {{ k: "answered"; v: number; at: number; seat: Seat; what: OfferKind }} Answered */
/** @typedef {{ k: "took_back"; v: number; at: number; seat: Seat; plies: number; left: Left; reserve?: Reserve | null }} TookBack */
/** @typedef {{ k: "ended"; v: number; at: number; winner: ColorName | null; reason: ReasonName; left: Left; line?: number[] | null; reserve?: Reserve | null }} Ended */
/** @typedef {{ k: "rematched"; v: number; at: number; room: string }} Rematched */
/** @typedef {{ k: "resumed"; v: number; at: number; left: Left; thought_ms?: number; waits?: boolean; reserve?: Reserve | null }} Resumed */
/** @typedef {{ t: "hello"; protocol: number; token?: Token | null; build?: string; lang?: Language; page?: string }} Hello */
/** @typedef {{ t: "lobby"; on: boolean }} FollowLobby */
/** @typedef {{ t: "create"; id: CommandId; rules: Rules; size: Size; clock: ClockSpec; color?: ColorChoice; visibility?: Visibility; rated?: boolean; level?: number | null; from_game?: RoomId | null; from_ply?: Ply; start?: Point[]; opening?: OpeningName }} Create */
/** @typedef {{ t: "seek"; id: CommandId; rules: Rules[]; sizes: Size[]; clocks: LiveClockSpec[]; openings: OpeningName[]; color?: ColorChoice; rated?: boolean; within?: number | null }} MakeSeek */
/** @typedef {{ t: "unseek"; id: CommandId; seek: SeekId }} WithdrawSeek */
/** @typedef {{ t: "accept_seek"; id: CommandId; seek: SeekId }} AcceptSeek */
/** @typedef {{ t: "here" }} Here */
/** @typedef {{ t: "challenge"; id: CommandId; to: PlayerId; rules: Rules; size: Size; clock: ClockSpec; opening?: OpeningName; color?: ColorChoice; rated?: boolean; visibility?: Visibility }} Challenge */
/** @typedef {{ t: "accept_challenge"; id: CommandId; challenge: ChallengeId }} AcceptChallenge */
/** @typedef {{ t: "decline_challenge"; id: CommandId; challenge: ChallengeId; reason?: DeclineReason }} DeclineChallenge */
/** @typedef {{ t: "withdraw_challenge"; id: CommandId; challenge: ChallengeId }} WithdrawChallenge */
/** @typedef {{ t: "find_players"; id: CommandId; name: AnyName }} FindPlayers */
/** @typedef {{ t: "follow"; id: CommandId; player: PlayerId; on: boolean }} FollowPlayer */
/** @typedef {{ t: "followed"; on: boolean }} LookAtFollowed */
/** @typedef {{ t: "hide_me"; id: CommandId; on: boolean }} HidePresence */
/** @typedef {{ t: "enter"; room: RoomId; since?: number | null; behind?: boolean }} Enter */
/** @typedef {{ t: "leave"; room: RoomId }} Leave */
/** @typedef {{ t: "sit"; id: CommandId; room: RoomId }} Sit */
/** @typedef {{ t: "move"; id: CommandId; room: RoomId; ply: Ply; point: Point }} Move */
/** @typedef {{ t: "choose"; id: CommandId; room: RoomId; ply: Ply; choice: ChoiceName }} Choose */
/** @typedef {{ t: "declare"; id: CommandId; room: RoomId; ply: Ply; number: number }} Declare */
/** @typedef {{ t: "propose"; id: CommandId; room: RoomId; ply: Ply; points: Point[] }} Propose */
/** @typedef {{ t: "resign"; id: CommandId; room: RoomId }} Resign */
/** @typedef {{ t: "offer"; id: CommandId; room: RoomId; what: OfferKind }} Offer */
/** @typedef {{ t: "answer"; id: CommandId; room: RoomId; what: OfferKind; accept: boolean }} Answer */
/** @typedef {{ t: "abort"; id: CommandId; room: RoomId }} Abort */
/** @typedef {{ t: "claim"; id: CommandId; room: RoomId; result: "win" | "draw" }} Claim */
/** @typedef {{ t: "hint"; id: CommandId; room: RoomId }} Hint */
/** @typedef {{ t: "plan"; id: CommandId; room: RoomId; ply: Ply; branches: [number, Point, Point][]; first?: Point | null }} KeepPlan */
/** @typedef {{ t: "read_plan"; id: CommandId; room: RoomId }} ReadPlan */
/** @typedef {{ t: "analyse"; id: CommandId; game: RoomId }} Analyse */
/** @typedef {{ t: "lesson_seen"; id: CommandId; game: RoomId }} SeeLesson */
/** @typedef {{ t: "watch"; game: RoomId; on: boolean }} FollowAnalysis */
/** @typedef {{ t: "upload_open"; id: CommandId; kind: UploadKind; name: string; bytes: number }} UploadOpen */
/** @typedef {{ t: "upload_chunk"; id: CommandId; upload: CommandId; at: number; data: string }} UploadChunk */
/** @typedef {{ t: "import_close"; id: CommandId; upload: CommandId; encoding?: TreeEncoding | null; rules?: Rules | null; games?: number[] | null; any_game?: boolean; size?: number; visibility?: Visibility }} ImportClose */
/** @typedef {{ t: "file_look"; id: CommandId; upload: CommandId; encoding?: TreeEncoding | null; any_game?: boolean; size?: number }} FileLook */
/** @typedef {{ t: "tree_close"; id: CommandId; upload: CommandId; title?: TreeTitle | null; format?: TreeFormat | null; encoding?: TreeEncoding | null; any_game?: boolean; rules?: Rules | null; size?: number; visibility?: Visibility; terms?: boolean }} TreeClose */
/** @typedef {{ t: "tree_new"; id: CommandId; title: TreeTitle; size?: number; rules?: Rules | null; visibility?: Visibility }} TreeNew */
/** @typedef {{ t: "tree_merge"; id: CommandId; title: TreeTitle; size?: number; player?: AnyName | null; level?: number | null; rules?: Rules | null; result?: "black" | "white" | "draw" | null; since?: string | null; until?: string | null; visibility?: Visibility }} TreeMerge */
/** @typedef {{ t: "tree_change"; id: CommandId; tree: TreeId; title?: TreeTitle | null; visibility?: Visibility | null }} TreeChange */
/** @typedef {{ t: "tree_edit"; id: CommandId; tree: TreeId; v: number; edit: NodeEdit; node?: number }} TreeEdit */
/** @typedef {{ t: "tree_seen"; id: CommandId; tree: TreeId }} SeeTree */
/** @typedef {{ t: "follow_tree"; tree: TreeId; on: boolean }} FollowTree */
/** @typedef {{ t: "tree_delete"; id: CommandId; tree: TreeId }} TreeDelete */
/** @typedef {{ t: "try"; id: CommandId; puzzle: PuzzleId; moves: Point[]; run?: CommandId | null }} Try */
/** @typedef {{ t: "reveal"; id: CommandId; puzzle: PuzzleId }} Reveal */
/** @typedef {{ t: "begin_run"; id: CommandId; mode: PuzzleMode; rules?: Rules | null }} BeginRun */
/** @typedef {{ t: "defend"; id: CommandId; game: RoomId; point: Point }} Defend */
/** @typedef {{ t: "attack"; id: CommandId; game: RoomId; moves: Point[] }} PlayAttack */
/** @typedef {{ t: "consent"; id: CommandId; named: boolean }} Consent */
/** @typedef {{ t: "rename"; id: CommandId; name: AnyName }} Rename */
/** @typedef {{ t: "code"; id: CommandId }} Code */
/** @typedef {{ t: "redeem"; id: CommandId; code: string; end_other?: boolean }} Redeem */
/** @typedef {{ t: "devices"; id: CommandId }} Devices */
/** @typedef {{ t: "end_device"; id: CommandId; device: DeviceId }} EndDevice */
/** @typedef {{ t: "keep_name"; id: CommandId; name: AnyName; password: Password; invitation?: string }} KeepName */
/** @typedef {{ t: "sign_in"; id: CommandId; name: AnyName; password: Password; join?: boolean; totp?: Totp }} SignIn */
/** @typedef {{ t: "totp_begin"; id: CommandId; password: Password; place?: string }} BeginTotp */
/** @typedef {{ t: "totp_confirm"; id: CommandId; totp: Totp }} ConfirmTotp */
/** @typedef {{ t: "totp_end"; id: CommandId; password: Password; totp?: Totp }} EndTotp */
/** @typedef {{ t: "oidc_sign_in"; id: CommandId; ticket: Ticket; name?: AnyName | null; join?: boolean; totp?: Totp }} SignInByProvider */
/** @typedef {{ t: "oidc_link"; id: CommandId; password: Password; totp?: Totp }} LinkIdentity */
/** @typedef {{ t: "oidc_link_confirm"; id: CommandId; ticket: Ticket }} ConfirmLink */
/** @typedef {{ t: "oidc_unlink"; id: CommandId; issuer: string; password: Password; totp?: Totp }} UnlinkIdentity */
/** @typedef {{ t: "identities"; id: CommandId }} Identities */
/** @typedef {{ t: "recover"; id: CommandId; name: AnyName; code: LongCode; password: Password; join?: boolean; totp?: Totp }} Recover */
/** @typedef {{ t: "sign_out"; id: CommandId; lang?: Language }} SignOut */
/** @typedef {{ t: "change_password"; id: CommandId; old: Password; new: Password }} ChangePassword */
/** @typedef {{ t: "recovery_codes"; id: CommandId; password: Password; totp?: Totp }} MakeRecoveryCodes */
/** @typedef {{ t: "claim_owner"; id: CommandId; code: LongCode }} ClaimOwner */
/** @typedef {{ t: "delete_player"; id: CommandId; password?: string }} DeletePlayer */
/** @typedef {{ t: "say"; id: CommandId; room: RoomId; phrase?: PhraseName | null; text?: string | null }} Say */
/** @typedef {{ t: "block"; id: CommandId; player: PlayerId; on: boolean }} BlockPlayer */
/** @typedef {{ t: "blocks"; id: CommandId }} ReadBlocks */
/** @typedef {{ t: "report"; id: CommandId; about: PlayerId; reason: OffenceName; room?: RoomId | null; note?: StaffNote }} ReportPlayer */
/** @typedef {{ t: "reports"; id: CommandId; open?: boolean; beyond?: number | null }} ReadReports */
/** @typedef {{ t: "read_report"; id: CommandId; report: number }} ReadReport */
/** @typedef {{ t: "settle_report"; id: CommandId; report: number; state: "handled" | "dismissed"; note?: StaffNote }} SettleReport */
/** @typedef {{ t: "sanction"; id: CommandId; player: PlayerId; kind: SanctionKind; reason: OffenceName; minutes?: number | null; note?: StaffNote }} LaySanction */
/** @typedef {{ t: "lift"; id: CommandId; sanction: number; note?: StaffNote }} LiftSanction */
/** @typedef {{ t: "rename_player"; id: CommandId; player: PlayerId; name: AnyName; note?: StaffNote }} RenamePlayer */
/** @typedef {{ t: "hide"; id: CommandId; remark: number; note?: StaffNote }} HideRemark */
/** @typedef {{ t: "player"; id: CommandId; player: AnyName }} ReadPlayer */
/** @typedef {{ t: "audit"; id: CommandId; before?: number | null }} ReadAudit */
/** @typedef {{ t: "evidence"; id: CommandId; player: PlayerId }} ReadEvidence */
/** @typedef {{ t: "study_games"; id: CommandId; player: PlayerId }} StudyGames */
/** @typedef {{ t: "health"; id: CommandId }} ReadHealth */
/** @typedef {{ t: "backups"; id: CommandId }} ReadBackups */
/** @typedef {{ t: "make_backup"; id: CommandId }} MakeBackup */
/** @typedef {{ t: "checks"; id: CommandId }} ReadChecks */
/** @typedef {{ t: "make_check"; id: CommandId; check: CheckName; backup?: string }} MakeCheck */
/** @typedef {{ t: "patterns"; id: CommandId; state?: "on" | "off"; find?: string; before?: number | null }} ReadPatterns */
/** @typedef {{ t: "weights"; id: CommandId; before?: number | null }} ReadWeights */
/** @typedef {{ t: "compare_weights"; id: CommandId; version: number; other?: number }} CompareWeights */
/** @typedef {{ t: "proofs"; id: CommandId }} ReadProofs */
/** @typedef {{ t: "upload_tree"; id: CommandId; upload: CommandId; owner: PlayerId; title?: TreeTitle | null; format?: TreeFormat | null; encoding?: TreeEncoding | null; any_game?: boolean; size?: number; visibility?: Visibility; terms?: boolean; note?: StaffNote }} UploadTree */
/** @typedef {{ t: "patterns_close"; id: CommandId; upload: CommandId; note?: StaffNote }} PatternsClose */
/** @typedef {{ t: "trees"; id: CommandId; find?: string; before?: number | null }} ReadTrees */
/** @typedef {{ t: "classrooms"; id: CommandId }} ReadClassrooms */
/** @typedef {{ t: "classroom"; id: CommandId; classroom: ClassroomId }} ReadClassroom */
/** @typedef {{ t: "make_classroom"; id: CommandId; name: ClassroomName }} MakeClassroom */
/** @typedef {{ t: "rename_classroom"; id: CommandId; classroom: ClassroomId; name: ClassroomName }} RenameClassroom */
/** @typedef {{ t: "end_classroom"; id: CommandId; classroom: ClassroomId }} EndClassroom */
/** @typedef {{ t: "add_pupils"; id: CommandId; classroom: ClassroomId; names: AnyName[] }} AddPupils */
/** @typedef {{ t: "pupil_codes"; id: CommandId; classroom: ClassroomId; players?: PlayerId[]; days?: number; sign_out?: boolean }} MakePupilCodes */
/** @typedef {{ t: "release_pupil"; id: CommandId; player: PlayerId }} ReleasePupil */
/** @typedef {{ t: "act"; id: CommandId; act: ActName; target?: string; argument?: string; note?: StaffNote }} DoAct */
/** @typedef {{ t: "people"; id: CommandId; show?: "all" | "accounts" | "staff" | "sanctioned"; find?: string; before?: [number, PlayerId] | null }} ReadPeople */
/** @typedef {{ t: "rooms"; id: CommandId; show?: "all" | "open" | "people" | "bots"; find?: string; before?: number | null }} ReadRooms */
/** @typedef {{ t: "games"; id: CommandId; rated?: boolean; find?: string; before?: number | null }} ReadGames */
/** @typedef {{ t: "jobs"; id: CommandId; failed?: boolean }} ReadJobs */
/** @typedef {{ t: "settings"; id: CommandId }} ReadSettings */
/** @typedef {{ t: "change_setting"; id: CommandId; setting: SettingName; value?: string | null; note?: StaffNote }} ChangeSetting */
/** @typedef {{ t: "take_vacation"; id: CommandId; days: number; start?: number }} TakeVacation */
/** @typedef {{ t: "end_vacation"; id: CommandId }} EndVacation */
/** @typedef {{ t: "subscribe"; id: CommandId; endpoint: string; public: string; secret: string; lang?: Language }} Subscribe */
/** @typedef {{ t: "unsubscribe"; id: CommandId; endpoint: string }} Unsubscribe */
/** @typedef {{ t: "push"; id: CommandId }} ReadPush */
/** @typedef {{ t: "set_push"; id: CommandId; kinds: PushKind[]; quiet?: [Minute, Minute] | null; zone?: string; offset?: number }} SetPush */
/** @typedef {{ created_at: number; role?: RoleName | null; codes?: number; password?: boolean; provider?: boolean; totp?: boolean }} AccountInfo */
/** @typedef {{ t: "welcome"; protocol: number; build: string; now: number; player: Who; rooms: string[]; token?: string | null; named?: boolean | null; waiting?: string[]; account?: AccountInfo | null; registration?: Registration; blocked?: string[]; provider?: string; push?: string | null }} Welcome */
/** @typedef {{ text: string; size: number; path: string }} QrCode */
/** @typedef {{ read: number; new: number }} ImportedPatterns */
/** @typedef {{ n: number; size: number; plies: number; black?: string; white?: string; date?: string; result?: string; rules?: string; left_out?: Record<string, number> }} SeenGame */
/** @typedef {{ format: TreeFormat; encoding: string; count: number; games: SeenGame[]; nodes: number; texts: string[]; notes: FileNote[]; skipped: number }} SeenFile */
/** @typedef {{ count: number; notes: FileNote[]; skipped: number }} KeptGames */
/** @typedef {{ t: "ack"; id: string; room?: string | null; v?: number | null; name?: string | null; code?: string | null; expires_at?: number | null; codes?: string[] | null; tree?: string | null; node?: number | null; next?: number | null; seek?: string | null; challenge?: string | null; qr?: QrCode | null; patterns?: ImportedPatterns | null; file?: SeenFile | null; kept?: KeptGames | null }} Ack */
/** @typedef {{ t: "error"; code: string; id?: string | null; room?: string | null; detail?: Record<string, string | number> }} Error */
/** @typedef {{ room: string; rules: Rules; size: Size; clock: ClockSpec; rated: boolean; seats: [Who | null, Who | null]; created_at: number; ply: number; watchers: number; black?: Seat | null; color?: ColorChoice; opening?: OpeningName; marks?: [RatingMark | null, RatingMark | null] | null }} LobbyRoom */
/** @typedef {{ seek: string; who: Who; rules: Rules[]; sizes: Size[]; clocks: LiveClockSpec[]; openings: OpeningName[]; created_at: number; color?: ColorChoice; rated?: boolean; within?: number | null; marks?: PoolMark[] }} SeekInfo */
/** @typedef {{ t: "lobby"; rooms: LobbyRoom[]; online: number; seeks?: SeekInfo[] }} LobbyState */
/** @typedef {{ t: "lobby_change"; rooms: LobbyRoom[]; gone: string[]; online: number; seeks?: SeekInfo[]; seeks_gone?: string[] }} LobbyChange */
/** @typedef {{ t: "matched"; seek: string; room: string; opponent: Who }} SeekMatched */
/** @typedef {{ t: "seek_ended"; seek: string }} SeekEnded */
/** @typedef {{ t: "bot_offered"; seek: string; level: number }} BotOffered */
/** @typedef {{ gone_since: [number | null, number | null]; watchers: number }} Presence */
/** @typedef {{ kind: "stone" | "choice" | "number" | "offer" | "pick"; seat: Seat; nearest?: number; farthest?: number | null; choices?: ChoiceName[]; most?: number; count?: number; points?: number[] }} OpeningTurn */
/** @typedef {{ first: Seat; black: Seat; settled: boolean; started: boolean; laid: number; turn?: OpeningTurn | null; decisions?: (Chose | Declared | Proposed)[]; pattern?: string | null }} OpeningState */
/** @typedef {{ t: "room"; room: string; v: number; now: number; rules: Rules; size: Size; clock: ClockSpec; visibility: Visibility; rated: boolean; color: ColorChoice; seats: [Who | null, Who | null]; moves: TimedMove[]; left: Left; offers: [OfferKind[], OfferKind[]]; presence: Presence; created_at: number; score: [number, number]; claim_after_ms: number; black?: Seat | null; you?: Seat | null; running?: Seat | null; first_move_by?: number | null; result?: Result | null; line?: number[] | null; previous?: string | null; next?: string | null; start?: number; from_game?: string | null; reserve?: Reserve | null; opening?: OpeningName; progress?: OpeningState | null; flag_at?: number | null; away_until?: [number | null, number | null] | null; rating?: RoomRating | null; turn_at?: number }} RoomState */
/** @typedef {{ t: "events"; room: string; now: number; events: RoomEvent[]; left: Left; running?: Seat | null; first_move_by?: number | null; reserve?: Reserve | null; progress?: OpeningState | null; flag_at?: number | null }} Events */
/** @typedef {{ t: "presence"; room: string; presence: Presence }} RoomPresence */
/** @typedef {{ t: "ratings"; room: string; rating: RoomRating }} RatingsTold */
/** @typedef {{ t: "forbidden"; room: string; v: number; points: [number, ForbiddenName][] }} Forbidden */
/** @typedef {{ t: "queued"; room: string; ahead?: number | null }} Queued */
/** @typedef {{ t: "replaced"; room: string }} Replaced */
/** @typedef {{ t: "started"; room: string; opponent: Who; challenge?: string | null }} Started */
/** @typedef {{ t: "challenges"; challenges: ChallengeInfo[] }} Challenges */
/** @typedef {{ t: "challenged"; challenge: string; by: Who }} Challenged */
/** @typedef {{ who: Who; presence: "away" | "here" | "playing" }} FollowedPlayer */
/** @typedef {{ t: "followed"; players: FollowedPlayer[]; hidden?: boolean }} FollowedPlayers */
/** @typedef {{ t: "players"; id: string; players: Who[] }} PlayerList */
/** @typedef {{ t: "your_move"; room: string; opponent: Who }} YourMove */
/** @typedef {{ t: "plan"; room: string; ply: number; branches: [number, number, number][]; first?: number | null; dropped?: number | null; id?: string | null }} PlanState */
/** @typedef {{ t: "renamed"; player: Who }} Renamed */
/** @typedef {{ t: "devices_changed" }} DevicesChanged */
/** @typedef {{ t: "hint"; id: string; room: string; v: number; point: number; reasons: string[]; line?: number[] | null }} HintAnswer */
/** @typedef {{ entry?: number | null; mistake?: number | null; suspect?: number | null; learned?: boolean; checked?: number; turn?: number | null; line?: number[]; practice?: PracticeInfo | null }} LessonSummary */
/** @typedef {{ game: string; at: number; level: number; won?: boolean; learned?: boolean; entry?: number | null; checked?: boolean }} LessonNotice */
/** @typedef {{ t: "lessons"; lessons: LessonNotice[] }} LessonNotices */
/** @typedef {{ room: string; what: OfferKind; by: Who; at: number }} OfferNotice */
/** @typedef {{ t: "offers"; offers: OfferNotice[] }} OfferNotices */
/** @typedef {{ t: "analysis"; game: string; state: JobState; done?: number; total?: number; ahead?: number; lesson?: LessonSummary | null; check?: CheckState | null }} Analysis */
/** @typedef {{ t: "tree"; tree: string; v: number; title: string; gone?: boolean; deleted?: boolean }} TreeNews */
/** @typedef {{ tree: string; title: string; at: number }} TreeNotice */
/** @typedef {{ t: "trees_deleted"; trees: TreeNotice[] }} TreeNotices */
/** @typedef {{ before: number; after: number; deviation: number }} PuzzleRated */
/** @typedef {{ run: string; mode: PuzzleMode; rules: Rules; answered: number; score: number; best: number; over: boolean; left_ms?: number | null; puzzle?: PuzzleInfo | null }} PuzzleRunState */
/** @typedef {{ t: "run_begun"; id: string; run: PuzzleRunState }} RunBegun */
/** @typedef {{ t: "tried"; id: string; puzzle: number | null; right: boolean; done: boolean; reply?: number | null; line?: number[] | null; rated?: PuzzleRated | null; run?: PuzzleRunState | null }} Tried */
/** @typedef {{ t: "solution"; id: string; puzzle: number; answers: number[]; proof: any; rated?: PuzzleRated | null }} Solution */
/** @typedef {{ id: string; created_at: number; used_at: number; browser?: string; system?: string; here?: boolean; this?: boolean }} Device */
/** @typedef {{ t: "devices"; id: string; devices: Device[] }} DeviceList */
/** @typedef {{ issuer: string; made_at: number; current?: boolean }} LinkedIdentity */
/** @typedef {{ t: "identities"; id: string; identities: LinkedIdentity[] }} IdentityList */
/** @typedef {{ id: number; at: number; side: TalkSide; who: Who; phrase?: PhraseName | null; text?: string | null; staff?: boolean; hidden?: boolean }} Remark */
/** @typedef {{ t: "talk"; room: string; level: TalkLevel; side: TalkSide; remarks: Remark[]; muted?: Sanction | null }} TalkState */
/** @typedef {{ t: "said"; room: string; remark: Remark }} Said */
/** @typedef {{ t: "unsaid"; room: string; remark: number }} Unsaid */
/** @typedef {{ t: "sanctioned"; sanction: Sanction }} Sanctioned */
/** @typedef {{ t: "reports_waiting"; waiting: number }} ReportsWaiting */
/** @typedef {{ id: number; at: number; about: Who; reason: OffenceName; state: "open" | "handled" | "dismissed"; remarks: number; open: number; by?: Who | null; room?: string | null; note?: string; handled_by?: Who | null; handled_at?: number | null; damaged?: boolean }} ReportInfo */
/** @typedef {{ t: "reports"; id: string; reports: ReportInfo[]; waiting: number; more: boolean }} ReportList */
/** @typedef {{ t: "report"; id: string; report: ReportInfo; said: Remark[] }} ReportState */
/** @typedef {{ id: number; kind: SanctionKind; reason: OffenceName; at: number; until?: number | null; by?: Who | null; note?: string; lifted_at?: number | null }} LaidSanction */
/** @typedef {{ t: "player"; id: string; who: Who; created_at: number; seen_at: number; sanctions: LaidSanction[]; open: number; may: SanctionKind[]; account_at?: number | null; role?: RoleName | null; here?: boolean; disabled?: boolean; totp?: boolean }} PlayerRecord */
/** @typedef {{ id: number; at: number; action: string; by?: Who | null; target?: Who | null; data?: Record<string, any>; damaged?: boolean }} Act */
/** @typedef {{ t: "audit"; id: string; acts: Act[]; more: boolean }} AuditLog */
/** @typedef {{ t: "evidence"; id: string; who: Who; games: EvidenceGame[]; least: number; pool: RatingPoolName; own: EvidenceFigures; opponents: EvidenceFigures; near: EvidenceFigures }} PlayerEvidence */
/** @typedef {{ t: "health"; id: string; version: string; started_at: number; people: number; connections: number; late_ms: number; rooms: RoomCounts; bots: BotsState; studies: StudiesState; disk: DiskState; memory: MemoryState; backed_up_at?: number | null; one_of_several?: boolean }} Health */
/** @typedef {{ t: "backups"; id: string; backups: BackupInfo[]; folder: string; every_s: number; keep: number; running?: boolean; failed_at?: number | null; failed?: string }} BackupList */
/** @typedef {{ id: string; name: string; pupils: number; teacher: Who }} ClassroomInfo */
/** @typedef {{ t: "classrooms"; id: string; classrooms: ClassroomInfo[] }} ClassroomList */
/** @typedef {{ who: Who; seen_at: number | null; managed: boolean; code_until: number | null; code_used: boolean; here: boolean }} PupilInfo */
/** @typedef {{ t: "classroom"; id: string; classroom: ClassroomInfo; pupils: PupilInfo[] }} ClassroomState */
/** @typedef {{ who: Who; code: string }} PupilCode */
/** @typedef {{ t: "pupil_codes"; id: string; classroom: ClassroomInfo; codes: PupilCode[]; expires_at: number }} PupilCodes */
/** @typedef {{ t: "rooms"; id: string; rooms: StaffRoom[]; more: boolean; broken?: BrokenRow[] }} RoomList */
/** @typedef {{ t: "people"; id: string; people: StaffPerson[]; more: boolean }} PeopleList */
/** @typedef {{ t: "games"; id: string; games: StaffGame[]; more: boolean; broken?: BrokenRow[] }} GameList */
/** @typedef {{ t: "jobs"; id: string; jobs: StudyJob[]; waiting: number; failed: number; broken?: BrokenRow[] }} JobList */
/** @typedef {{ t: "settings"; id: string; settings: SettingInfo[] }} SettingList */
/** @typedef {{ t: "room_closed"; room: string }} RoomClosed */
/** @typedef {{ t: "checks"; id: string; checks: CheckInfo[] }} CheckList */
/** @typedef {{ t: "patterns"; id: string; patterns: StaffPattern[]; more: boolean; on: number; off: number }} PatternList */
/** @typedef {{ t: "trees"; id: string; trees: StaffTree[]; more: boolean; count: number; bytes: number }} TreeList */
/** @typedef {{ t: "weights"; id: string; versions: WeightsVersion[]; used: number; frozen: boolean; more: boolean; broken?: BrokenRow[] }} WeightsList */
/** @typedef {{ t: "weights_compared"; id: string; differences: WeightDifference[]; differing: number; all: number }} WeightsCompared */
/** @typedef {{ t: "proofs"; id: string; pools: ProofPool[] }} ProofList */
/** @typedef {{ t: "registration_changed"; registration: Registration }} RegistrationChanged */
/** @typedef {{ t: "blocks"; id: string; players: Who[] }} BlockList */
/** @typedef {{ t: "push"; id: string; here: boolean; kinds: PushKind[]; quiet?: [number, number] | null }} PushState */
/** @typedef {{ t: "bye"; code: string; detail?: Record<string, string | number> }} Bye */
/** @typedef {{ t: "beat" }} Beat */
/** @typedef {{ open: number; playing: number; over: number; with_bots: number }} RoomCounts */
/** @typedef {{ waiting: number; short: number; waiting_work: number; busy: number; busy_work: number; memory: number }} BotsState */
/** @typedef {{ waiting: number; asked: number; failed: number; done: number; dropped: number; oldest_at?: number | null; running?: string | null; running_since?: number | null }} StudiesState */
/** @typedef {{ total: number; free: number; database: number }} DiskState */
/** @typedef {{ most: number; server?: number | null; others?: number | null; processes?: number | null }} MemoryState */
/** @typedef {{ name: string; at: number; bytes: number }} BackupInfo */
/** @typedef {{ who: Who; made_at: number; seen_at: number; games: number; account_at?: number | null; role?: RoleName | null; password?: boolean; disabled?: boolean; here?: boolean; sanctions?: SanctionKind[] }} StaffPerson */
/** @typedef {{ number: number; room: string; made_at: number; rules: Rules; size: Size; visibility: Visibility; rated: boolean; slow: boolean; seats: (Who | null)[]; plies: number; opening?: OpeningName; begun_at?: number | null; watchers?: number; here?: boolean[]; loaded?: boolean }} StaffRoom */
/** @typedef {{ number: number; id: string }} BrokenRow */
/** @typedef {{ number: number; game: GameSummary; counts?: boolean; waits?: boolean; unrated?: UnratedReason | null }} StaffGame */
/** @typedef {{ game: string; at: number; black: Who; white: Who; effort: number; failures: number; visibility: Visibility; asked_by?: Who | null; running_since?: number | null }} StudyJob */
/** @typedef {{ name: SettingName; value: string; default: string; names?: string[]; span?: [number, number] | null; changed?: boolean }} SettingInfo */
/** @typedef {{ check: CheckName; running_since?: number | null; at?: number | null; outcome?: CheckOutcome | null; findings?: string[]; count?: number; said?: string; backup?: string }} CheckInfo */
/** @typedef {{ number: number; key: string; rules: Rules; learned_at: number; taught: number; imported?: boolean; shown?: boolean }} StaffPattern */
/** @typedef {{ number: number; tree: string; at: number; owner: Who; title: string; visibility: Visibility; size: number; nodes: number; bytes: number; file?: string }} StaffTree */
/** @typedef {{ version: number; at: number; state: WeightsState; games: number; parent: number; pairs: number; elo?: number | null; interval?: [number, number] | null; note?: string }} WeightsVersion */
/** @typedef {{ kind: "point" | "threat" | "to_move"; one: number; other: number; lines?: WeightLine[]; threat?: WeightThreat | null; mine?: boolean }} WeightDifference */
/** @typedef {{ rules: Rules; size: Size; won: number; lost: number; bytes: number; dropped: number }} ProofPool */
/** @typedef {{ found: number; of: number; low: number; high: number }} EvidenceShare */
/** @typedef {{ mean: number; low: number; high: number; games: number }} EvidenceSpread */
/** @typedef {{ games: number; choices?: EvidenceShare | null; wins?: EvidenceShare | null; times?: EvidenceSpread | null }} EvidenceFigures */
/** @typedef {{ game: string; ended_at: number; opponent: Who; state: "studied" | "waiting" | "none" }} EvidenceGame */
/** @typedef {{ id: string; rules: Rules; size: Size; clock: ClockSpec; visibility: Visibility; rated: boolean; black: Who; white: Who; plies: number; started_at: number | null; ended_at?: number | null; result?: Result | null; previous?: string | null; imported?: string | null; played_on?: string | null; from_game?: string | null; start?: number; opening?: OpeningName; marks?: [RatingMark, RatingMark] | null }} GameSummary */
/** @typedef {{ room: string; rules: Rules; size: Size; clock: ClockSpec; rated: boolean; opponent: Who; yours: boolean; flag_at: number }} SlowGame */
/** @typedef {{ vacations: [number, number][]; days_left: number }} Vacations */
/** @typedef {{ games: GameSummary[]; next?: string | null; broken?: string[] }} GamePage */
/** @typedef {{ ply: number; color: ColorName; point: number; name: string; at: number; think_ms: number; lag_ms: number; given_ms: number; left_ms?: number | null; forced?: boolean | null; why?: Record<string, any> | null }} StoredMove */
/** @typedef {{ game: GameSummary; moves: StoredMove[]; events: RoomEvent[]; line?: number[] | null; bot?: BotRun | null; next?: string | null; rating?: RoomRating | null }} GameHistory */
/** @typedef {{ level: number; name: Record<string, string>; character: Record<string, string>; rules: Rules[]; sizes: Size[]; elo?: number | null; ready?: boolean; learns?: boolean; twin_of?: number | null; rating?: RatingMark | null }} LevelInfo */
/** @typedef {{ levels: LevelInfo[] }} Levels */
/** @typedef {{ level: number; won: number; drawn: number; lost: number }} LevelScore */
/** @typedef {{ black: number; draw: number; white: number }} Results */
/** @typedef {{ points: number[]; results: Results; last: number; reached?: number | null; proven?: "won" | "lost" | null }} ExplorerMove */
/** @typedef {{ to_move: ColorName; ply: number; results: Results; ended: number; moves: ExplorerMove[]; newest: GameSummary[]; proven?: "won" | "lost" | null; value?: number | null; partial?: boolean; waiting?: number; result?: Result | null; line?: number[] | null; forbidden?: [number, ForbiddenName][]; pattern?: string | null; more?: boolean }} Explored */
/** @typedef {{ code: string; detail?: Record<string, string | number> }} Problem */
/** @typedef {{ id: string; title: string; owner: Who; visibility: Visibility; size: number; nodes: number; depth: number; bytes: number; created_at: number; encoding: string; rules?: Rules | null; file?: string; skipped?: number; yours?: boolean; sealed?: boolean; v?: number; undoable?: boolean; redoable?: boolean; game?: string | null }} TreeSummary */
/** @typedef {{ trees: TreeSummary[]; next?: string | null; bytes?: number; most_bytes?: number; most_trees?: number }} TreePage */
/** @typedef {{ tree: string; title: string; node: number; moves: number; name?: string }} BookmarkInfo */
/** @typedef {{ bookmarks: BookmarkInfo[]; more?: boolean }} BookmarkList */
/** @typedef {{ n: number; parent?: number; point?: number | null; color?: ColorName | null; first?: number; children?: number; order?: number[]; below?: number; name?: string; comment?: string; marked?: boolean; start?: boolean; labels?: [number, string][]; marks?: [number, string][]; setup?: [number, number][]; to_move?: ColorName | null; more?: boolean }} TreeNode */
/** @typedef {{ nodes: TreeNode[]; path?: TreeNode[]; v?: number }} TreeNodes */
/** @typedef {{ node: number | null; searched?: boolean }} TreeFound */
/** @typedef {{ method: Method; line: number[]; proof: any }} ProvenWin */
/** @typedef {{ point: number; method: Method; nodes: number; searched?: number; score?: number | null }} OpenMoveInfo */
/** @typedef {{ point: number; line: number[] }} LostMove */
/** @typedef {{ ply: number; point: number; method: Method; nodes: number }} SuspectInfo */
/** @typedef {{ label?: MoveLabel | null; eval?: number | null; forced?: ForcedBy | null; win?: ProvenWin | null; threat?: ProvenWin | null; open?: OpenMoveInfo[]; undecided?: number[]; lost?: LostMove[]; rest?: number[] | null; forbidden?: number[]; before?: Before | null }} MoveReview */
/** @typedef {{ winner: ColorName; entry: number; line: number[]; led?: number[]; mistake?: number | null; open?: OpenMoveInfo[]; undecided?: number[] }} LessonOf */
/** @typedef {{ ply: number; open: OpenMoveInfo[]; score: number }} TurningPointInfo */
/** @typedef {{ nodes: number; turn?: TurningPointInfo | null }} LessonCheck */
/** @typedef {{ games: number; held: number; tests: number; held_after: number; tests_after: number; end: "holds" | "lost" | "games" | "time" }} PracticeInfo */
/** @typedef {{ key: string; ply: number }} TrapAt */
/** @typedef {{ game: string; version: number; at: number; nodes: number; moves: MoveReview[]; effort?: number; lesson?: LessonOf | null; suspect?: SuspectInfo | null; traps?: TrapAt[]; check?: LessonCheck | null; practice?: PracticeInfo | null }} GameAnalysis */
/** @typedef {{ x: number; y: number; kind: "attacker" | "empty" | "other" | "defender" }} PatternCell */
/** @typedef {{ x: number; y: number; weight: number }} BlockingPoint */
/** @typedef {{ game: string; ply: number; line?: boolean }} PatternSource */
/** @typedef {{ x: number; y: number }} PatternMove */
/** @typedef {{ key: string; rules: Rules; width: number; height: number; cells: PatternCell[]; blocking: BlockingPoint[]; length: number; taught: number; learned_at: number; sources: PatternSource[]; attacker?: ColorName | null; line?: PatternMove[] }} PatternInfo */
/** @typedef {{ patterns: PatternInfo[]; total: number; next?: string | null }} PatternPage */
/** @typedef {{ id: number; kind: PuzzleKind; rules: Rules; size: Size; stones: number[]; to_move: ColorName; rating: number; deviation: number; solved: number; failed: number; themes?: PuzzleTheme[]; length?: number | null; yours?: "solved" | "failed" | "shown" | null; game?: string | null; ply?: number | null }} PuzzleInfo */
/** @typedef {{ date: string; puzzle: PuzzleInfo; solved: number; failed: number; yours?: "solved" | "failed" | null }} DailyPuzzle */
/** @typedef {{ who: Who; score: number }} RunScore */
/** @typedef {{ rules: Rules | null; choices: Rules[]; rating?: RatingMark | null; rated?: number; daily?: DailyPuzzle | null; days?: number; most_days?: number; streak?: number; storm?: number; week?: RunScore[] }} PuzzleOverview */
/** @typedef {{ game: string; rules: Rules; size: Size; level: number; at: number; winner: ColorName; entry: number; stones: number[]; line: number[]; traps: PatternInfo[]; tried: number; won: number; mistake?: number | null; teacher?: string | null; exercise?: boolean }} LineInfo */
/** @typedef {{ lines: LineInfo[]; next?: string | null }} LinePage */
/** @typedef {{ day: string; line?: LineInfo | null; beaten?: string | null; by?: string | null }} UnbeatenLine */
/** @typedef {{ version: string; since: number; until: number; won: number; drawn: number; lost: number; weights?: number }} BotVersion */
/** @typedef {{ after: number; games: number; elo: number; low: number; high: number }} StrengthPoint */
/** @typedef {{ lost: number; held: number; tests: number; held_after: number; tests_after: number }} PracticeTotal */
/** @typedef {{ info: LevelInfo; versions: BotVersion[]; curve: StrengthPoint[]; games: number; needed: number; newest?: LineInfo[]; held?: LineInfo[]; practice?: PracticeTotal | null }} BotPage */
/** @typedef {{ pool: RatingPoolName; rating: number; deviation: number; games: number; history: [number, number, number][] }} PoolRating */
/** @typedef {{ who: Who; won: number; drawn: number; lost: number }} OpponentScore */
/** @typedef {{ rules: Rules; won: number; drawn: number; lost: number }} RulesScore */
/** @typedef {{ game: string; ended_at: number; opponent: Who; color: ColorName; entry: number; mistake?: number | null }} LostGame */
/** @typedef {{ rating: number; deviation: number; rated: number; days: number; most_days: number; streak: number }} PuzzleStanding */
/** @typedef {{ who: Who; since: number | null; ratings: PoolRating[]; opponents: OpponentScore[]; rules: RulesScore[]; lost: LostGame[]; won_in_all: number; drawn_in_all: number; lost_in_all: number; longest: number; streak?: ["won" | "drawn" | "lost", number] | null; puzzles?: [number, number] | null; at_puzzles?: PuzzleStanding | null; role?: RoleName | null; partial?: boolean; given?: number }} PlayerProfile */
/** @typedef {{ who: Who; rating: number; deviation: number; games: number; last_at: number }} RankedPlayer */
/** @typedef {{ rules: Rules; size: Size; opening: OpeningName; points: number; error: number; games: number }} FirstMoveWorth */
/** @typedef {{ pool: RatingPoolName; players: RankedPlayer[]; first_moves: FirstMoveWorth[] }} Leaderboard */
/** @typedef {{  }} NoQuery */
/** @typedef {{ player?: AnyName | null; level?: number | null; rules?: Rules | null; result?: "black" | "white" | "draw" | null; since?: string | null; until?: string | null; limit?: number; cursor?: string | null }} GamesQuery */
/** @typedef {{ link?: string }} OidcStartQuery */
/** @typedef {{ state?: string; code?: string; error?: string; iss?: string | null }} OidcQuery */
/** @typedef {{ name?: string }} PlayersQuery */
/** @typedef {{ pool?: RatingPoolName }} LeaderboardQuery */
/** @typedef {{ lang?: Language }} SgfQuery */
/** @typedef {{ ply?: number | null; numbers?: boolean }} PictureQuery */
/** @typedef {{ size?: Size; moves?: string; numbers?: boolean }} PositionPictureQuery */
/** @typedef {{ node?: number; numbers?: boolean }} TreePictureQuery */
/** @typedef {{ rules?: Rules | null; limit?: number; cursor?: string | null }} PatternsQuery */
/** @typedef {{ rules?: Rules | null; level?: number | null; limit?: number; cursor?: string | null }} LinesQuery */
/** @typedef {{ kind?: PuzzleKind | null; rules?: Rules | null; theme?: PuzzleTheme | null; least?: number | null; most?: number | null; after?: PuzzleId | null }} PuzzlesQuery */
/** @typedef {{ rules?: Rules | null }} PuzzleOverviewQuery */
/** @typedef {{ whose?: "mine" | "public"; limit?: number; cursor?: string | null }} TreesQuery */
/** @typedef {{ node?: number; depth?: number; most?: number; skip?: number; path?: boolean; left?: boolean }} TreeNodesQuery */
/** @typedef {{ moves?: string }} TreeFindQuery */
/** @typedef {{ encoding?: TreeEncoding | null }} TreeFileQuery */
/** @typedef {{ act?: CommandId | null; encoding?: TreeEncoding | null }} StaffTreeQuery */
/** @typedef {{ rules?: Rules; size?: Size; moves?: string; who?: "all" | "people" | "bots" | "files"; player?: AnyName | null; since?: string | null; until?: string | null; before?: RoomId | null }} ExplorerQuery */

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
  puzzles: "/puzzles",
  run: "/puzzles/{streak|storm}",
  puzzle: "/puzzles/{puzzle}",
  learn: "/learn",
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
  "tree_changed",
  "bad_edit",
  "tree_sealed",
  "no_games",
  "bad_format",
  "tree_writing",
  "tree_damaged",
  "unknown_puzzle",
  "no_puzzles",
  "run_over",
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
  "database_server",
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
