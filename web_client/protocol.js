/**
 * The protocol's messages and values. Written by `python -m server.protocol.describe` from the server's own types:
 * do not edit. A property that may be left out stands for its default, which is null unless PROTOCOL.md says otherwise.
 */

export const PROTOCOL = 1;

/** @typedef {"freestyle" | "standard" | "renju" | "caro" | "tictactoe"} Rules */

/** @typedef {3 | 15 | 19 | 20} Size */

/** @typedef {"public" | "link" | "private"} Visibility */

/** @typedef {"black" | "white"} ColorName */

/** @typedef {"black" | "white" | "random"} ColorChoice */

/** @typedef {"draw" | "takeback" | "rematch"} OfferKind */

/**
 * How a game ended; `unfinished` is an imported one whose file tells of no end.
 *
 * @typedef {"five" | "forbidden" | "full_board" | "resigned" | "timeout" | "abandoned" | "agreed_draw" | "aborted" | "unfinished"} ReasonName
 */

/** @typedef {"overline" | "double-four" | "double-three"} ForbiddenName */

/** @typedef {"en" | "zh-Hans" | "zh-Hant"} Language */

/** @typedef {"sgf" | "psq"} Notation */

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
 * A chair of a room. Seat, colour and the parity of the ply are three different things.
 * 0 to 1
 *
 * @typedef {number} Seat
 */

/**
 * 8 to 24 characters, of `[0-9A-Za-z]`
 *
 * @typedef {string} RoomId
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

/** @typedef {NoClock | Fischer | PerMove} ClockSpec */

/**
 * Milliseconds left on the clock of seat 0 and of seat 1; null without a clock.
 *
 * @typedef {[number | null, number | null]} Left
 */

/** @typedef {Created | Seated | Moved | Offered | Answered | TookBack | Ended | Rematched | Resumed} RoomEvent */

/** @typedef {Hello | Lobby | Create | Enter | Leave | Sit | Move | Resign | Offer | Answer | Abort | Claim | Hint | Analyse | Watch | ImportOpen | ImportChunk | ImportClose | Try | Rename | Code | Redeem | Devices | EndDevice} Inbound */

/** @typedef {Welcome | Ack | Error | LobbyState | LobbyChange | RoomState | Events | RoomPresence | Forbidden | Queued | Replaced | Started | Advice | Analysis | Tried | Renamed | DeviceList | Bye | Beat} Outbound */

/**
 * What the solver says about a move: `lost_here` loses, by a proof, and some other move withstood more than that;
 * `not_proven_lost` loses, too, and whether every other move does is not known.
 *
 * @typedef {"missed_win" | "lost_here" | "not_proven_lost" | "forced"} MoveLabel
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
 * @typedef {object} NoClock
 * @property {"none"} kind
 */

/**
 * Time for the whole game, and an increment after every move, both in milliseconds.
 *
 * @typedef {object} Fischer
 * @property {"fischer"} kind
 * @property {number} initial_ms  1000 to 10800000
 * @property {number} increment_ms  0 to 180000
 */

/**
 * The same time for every move, in milliseconds; what is not used is lost.
 *
 * @typedef {object} PerMove
 * @property {"per_move"} kind
 * @property {number} move_ms  1000 to 86400000
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
 * How a game ended; `winner` is null for a draw and for an aborted game.
 *
 * @typedef {object} Result
 * @property {ColorName | null} winner
 * @property {ReasonName} reason
 */

/**
 * The room was made; its owner has seat 0.
 *
 * `start` holds the moves that the game begins with, black's first: those of `from_game` to some ply.
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
 */

/**
 * Somebody took the free seat; with both seats taken the game begins and the colours are settled.
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
 * rated game goes on both are left out.
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
 */

/**
 * The game is over. `line` holds the points of the winning row, `left` the clocks at the end.
 *
 * @typedef {object} Ended
 * @property {"ended"} k
 * @property {number} v
 * @property {number} at
 * @property {ColorName | null} winner
 * @property {ReasonName} reason
 * @property {Left} left
 * @property {number[] | null} [line]
 */

/**
 * Both want to play again: the next game is in `room`, colours swapped.
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
 */

/**
 * The first message of a connection. Without a token the server makes a new guest.
 *
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {number} protocol
 * @property {Token | null} [token]
 * @property {string} [build]  0 to 64 characters
 * @property {Language} [lang]
 */

/**
 * Follow the lobby (open rooms, games to watch, how many are online), or stop following it.
 *
 * @typedef {object} Lobby
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
 */

/**
 * Look at a room, or come back to it: with `since` the server sends only what came after that version.
 *
 * @typedef {object} Enter
 * @property {"enter"} t
 * @property {RoomId} room
 * @property {number | null} [since]  0 or more
 */

/**
 * Stop looking at a room. A seat is kept; the other player sees that its owner is gone.
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
 * End without a result: the owner of an open room, or either player before the second move.
 *
 * @typedef {object} Abort
 * @property {"abort"} t
 * @property {CommandId} id
 * @property {RoomId} room
 */

/**
 * End the game against a player who has been gone for longer than the grace: as a win or as a draw.
 *
 * Until both sides have moved there is nothing to claim, and either may `abort`.
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
 * Have a finished game analysed. `analysis` messages tell the sender how far it is, as after `watch`.
 *
 * @typedef {object} Analyse
 * @property {"analyse"} t
 * @property {CommandId} id
 * @property {RoomId} game
 */

/**
 * Follow the analysis of a game, or stop following it: an `analysis` at once and at every step.
 *
 * @typedef {object} Watch
 * @property {"watch"} t
 * @property {RoomId} game
 * @property {boolean} on
 */

/**
 * Begin to send a file of one game, in place of any other upload of this connection.
 *
 * The upload is called by the `id` of this command. When that upload was completed before, the acknowledgement names
 * the game in `room` and no more is to be sent.
 *
 * @typedef {object} ImportOpen
 * @property {"import_open"} t
 * @property {CommandId} id
 * @property {string} name  The file's name.; 1 to 100 characters
 * @property {Notation} format
 * @property {number} bytes  Length of the whole text in UTF-8.; 1 to 262144
 * @property {Rules | null} [rules]  The rules it was played by; null for those that the file names.
 * @property {Visibility} [visibility]
 */

/**
 * The next piece of the text, chunk `n` counted from 0. The frame may have no more than 4096 bytes.
 *
 * @typedef {object} ImportChunk
 * @property {"import_chunk"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 * @property {number} n  0 to 4095
 * @property {string} text  1 to 4000 characters
 */

/**
 * All of the text has been sent: check and keep it. The acknowledgement names the game in `room`.
 *
 * @typedef {object} ImportClose
 * @property {"import_close"} t
 * @property {CommandId} id
 * @property {CommandId} upload
 */

/**
 * Try to solve a puzzle: all of the sender's own moves so far, the newest last. The answer is `tried`.
 *
 * @typedef {object} Try
 * @property {"try"} t
 * @property {CommandId} id
 * @property {PuzzleId} puzzle
 * @property {Point[]} moves  1 to 100 characters
 */

/**
 * Take another name.
 *
 * @typedef {object} Rename
 * @property {"rename"} t
 * @property {CommandId} id
 * @property {string} name  1 to 40 characters
 */

/**
 * Ask for a one-time code that brings this identity to another device.
 *
 * @typedef {object} Code
 * @property {"code"} t
 * @property {CommandId} id
 */

/**
 * Become the identity behind a one-time code. The answer is a new `welcome`.
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
 * The answer to `hello` (and to `redeem`). `token` is there only when it is new: keep it.
 *
 * `build` names the client files that this server holds: a page of another build should reload itself. `now` is
 * the server's time in milliseconds. `rooms` are the sender's own games that are not over.
 *
 * @typedef {object} Welcome
 * @property {"welcome"} t
 * @property {number} protocol
 * @property {string} build
 * @property {number} now
 * @property {Who} player
 * @property {string[]} rooms
 * @property {string | null} [token]
 */

/**
 * The command `id` is done and stored. `v` is the room's version after it.
 *
 * @typedef {object} Ack
 * @property {"ack"} t
 * @property {string} id
 * @property {string | null} [room]
 * @property {number | null} [v]
 * @property {string | null} [name]
 * @property {string | null} [code]
 * @property {number | null} [expires_at]
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
 */

/**
 * All of the lobby. `online` counts people with a connection.
 *
 * @typedef {object} LobbyState
 * @property {"lobby"} t
 * @property {LobbyRoom[]} rooms
 * @property {number} online
 */

/**
 * What changed since: rooms new or changed, rooms gone.
 *
 * @typedef {object} LobbyChange
 * @property {"lobby_change"} t
 * @property {LobbyRoom[]} rooms
 * @property {string[]} gone
 * @property {number} online
 */

/**
 * A move of a snapshot: the point, the time thought, the mover's clock after it.
 *
 * `why` is there for a bot's last move only, as in the event `moved`.
 *
 * @typedef {object} Stone
 * @property {number} point
 * @property {number} think_ms
 * @property {number | null} [left_ms]
 * @property {Record<string, any> | null} [why]
 */

/**
 * Who is there. `gone_since` is the time at which a seat's owner left, null while connected.
 *
 * @typedef {object} Presence
 * @property {[number | null, number | null]} gone_since
 * @property {number} watchers
 */

/**
 * A room whole, at version `v`; `you` is the receiver's seat, null for a spectator.
 *
 * `left` are the clocks at `now`; the clock of `running` runs on from there. `first_move_by` is when the game
 * is aborted if the player to move has not made the first move. `offers` lists what each seat has on offer.
 * `claim_after_ms` is how long a player must be gone before the other may claim. The first `start` of `moves`
 * were not played here: they are those of the game `from_game`.
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
 * @property {Stone[]} moves
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
 */

/**
 * What happened in a room, in the order of the versions; also the answer to `enter` with `since`.
 *
 * `left`, `running` and `first_move_by` are the clocks at `now`, after the last event.
 *
 * @typedef {object} Events
 * @property {"events"} t
 * @property {string} room
 * @property {number} now
 * @property {RoomEvent[]} events
 * @property {Left} left
 * @property {Seat | null} [running]
 * @property {number | null} [first_move_by]
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
 * @typedef {object} Started
 * @property {"started"} t
 * @property {string} room
 * @property {Who} opponent
 */

/**
 * The receiver's name has changed (by another of its own connections or by an operator).
 *
 * @typedef {object} Renamed
 * @property {"renamed"} t
 * @property {Who} player
 */

/**
 * The answer to the command `hint`: the best move at version `v` and why.
 *
 * `reasons` are codes such as `blocks_open_four`, the weightiest first. `line` is a proven win from here: the
 * receiver's moves and the answers that hold out longest alternating, to the move that nothing stops.
 *
 * @typedef {object} Advice
 * @property {"hint"} t
 * @property {string} id
 * @property {string} room
 * @property {number} v
 * @property {number} point
 * @property {string[]} reasons
 * @property {number[] | null} [line]
 */

/**
 * How far the analysis of a game is; when it is done, `/api/games/{id}/analysis` has it.
 *
 * While it waits, `ahead` games come before it; while it runs, `done` of `total` steps are behind it.
 *
 * @typedef {object} Analysis
 * @property {"analysis"} t
 * @property {string} game
 * @property {JobState} state
 * @property {number} [done]
 * @property {number} [total]
 * @property {number} [ahead]
 */

/**
 * The answer to the command `try`: whether the newest move is right, and whether the puzzle is solved with it.
 *
 * `reply` is the opponent's answer to a right move, on which the puzzle goes on. With `done` or after a wrong
 * move, `line` shows how it goes: how the win is made, or what the wrong move loses to.
 *
 * @typedef {object} Tried
 * @property {"tried"} t
 * @property {string} id
 * @property {number} puzzle
 * @property {boolean} right
 * @property {boolean} done
 * @property {number | null} [reply]
 * @property {number[] | null} [line]
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
 * The server is about to close this connection: restart, banned, signed out, stale, or flood.
 *
 * @typedef {object} Bye
 * @property {"bye"} t
 * @property {string} code
 */

/**
 * A sign of life, every five seconds after `welcome`: who has heard nothing for twice that long is cut off.
 *
 * @typedef {object} Beat
 * @property {"beat"} t
 */

/**
 * One stored game without its moves. Times are milliseconds since 1970; `result` is null while it is played.
 *
 * `imported` names the file that the game came from. A game that began after the first `start` moves of another
 * names it in `from_game`.
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
 * @property {number} started_at
 * @property {number | null} [ended_at]
 * @property {Result | null} [result]
 * @property {string | null} [previous]
 * @property {string | null} [imported]
 * @property {string | null} [from_game]
 * @property {number} [start]
 */

/**
 * A page of games, newest first; `next` is the cursor of the page after it, null on the last.
 *
 * @typedef {object} GamePage
 * @property {GameSummary[]} games
 * @property {string | null} [next]
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
 */

/**
 * A stored game whole: what stands on the board, and every event as it happened.
 *
 * @typedef {object} GameHistory
 * @property {GameSummary} game
 * @property {StoredMove[]} moves
 * @property {RoomEvent[]} events
 * @property {number[] | null} [line]
 * @property {BotRun | null} [bot]
 * @property {string | null} [next]
 */

/**
 * A bot that can be chosen; `name` and `character` by language.
 *
 * @typedef {object} LevelInfo
 * @property {number} level
 * @property {Record<string, string>} name
 * @property {Record<string, string>} character
 * @property {Rules[]} rules
 * @property {Size[]} sizes
 * @property {number | null} [elo]
 * @property {boolean} [ready]
 */

/**
 * The ladder, weakest first.
 *
 * @typedef {object} Levels
 * @property {LevelInfo[]} levels
 */

/**
 * What a player has reached against one bot: finished games won, drawn and lost, whatever the rules.
 *
 * @typedef {object} LevelScore
 * @property {number} level
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 */

/**
 * The body of every answer that is not a success: a stable code and what it is about.
 *
 * @typedef {object} Problem
 * @property {string} code
 * @property {Record<string, string | number>} [detail]
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
 * @typedef {object} OpenMove
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
 * forced win was found, looked for as with an `OpenMove`. The game will be looked at harder.
 *
 * @typedef {object} Suspect
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
 * to be had, and all that none of these lists names lose by the line `rest`; without it nothing is known of them.
 *
 * @typedef {object} MoveReview
 * @property {MoveLabel | null} [label]
 * @property {number | null} [eval]
 * @property {ForcedBy | null} [forced]
 * @property {ProvenWin | null} [win]
 * @property {ProvenWin | null} [threat]
 * @property {OpenMove[]} [open]
 * @property {number[]} [undecided]
 * @property {LostMove[]} [lost]
 * @property {number[] | null} [rest]
 * @property {number[]} [forbidden]
 */

/**
 * What a lost game teaches: from ply `entry` on the winner had a proven win at every turn.
 *
 * `mistake` is the ply of the loser's move that allowed it, null where no move is left that withstood all that was
 * asked of it; `open` and `undecided` are as with its review. `line` are the points from the entry to the end of
 * the proof, `led` the loser's plies that changed nothing.
 *
 * @typedef {object} LessonOf
 * @property {ColorName} winner
 * @property {number} entry
 * @property {number[]} line
 * @property {number[]} [led]
 * @property {number | null} [mistake]
 * @property {OpenMove[]} [open]
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
 * @property {Suspect | null} [suspect]
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
 * say where it comes from, a public game, if that is still there. The solution is not told.
 *
 * @typedef {object} PuzzleInfo
 * @property {number} id
 * @property {PuzzleKind} kind
 * @property {Rules} rules
 * @property {Size} size
 * @property {number[]} stones
 * @property {ColorName} to_move
 * @property {number} rating
 * @property {number} solved
 * @property {number} failed
 * @property {"solved" | "failed" | null} [yours]
 * @property {string | null} [game]
 * @property {number | null} [ply]
 */

/**
 * Filters of `/api/games`; what is left out does not filter. Days are UTC and both ends count.
 *
 * @typedef {object} GamesQuery
 * @property {string | null} [player]  Id or name of a player who had either seat.; 1 to 40 characters
 * @property {number | null} [level]  Level of a bot that had either seat.; 0 to 999
 * @property {Rules | null} [rules]
 * @property {"black" | "white" | "draw" | null} [result]  Who won; `draw` is no winner.
 * @property {string | null} [since]  First day, YYYY-MM-DD, on which a game ended.
 * @property {string | null} [until]  Last such day.
 * @property {number} [limit]  Games in one page.; 1 to 100
 * @property {string | null} [cursor]  `next` of the page before.; 1 to 64 characters
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
 * What puzzle `/api/puzzles/next` is to find; what is left out does not filter.
 *
 * @typedef {object} PuzzlesQuery
 * @property {PuzzleKind | null} [kind]
 * @property {Rules | null} [rules]
 * @property {PuzzleId | null} [after]  A puzzle not to be given again, as the reader has just had it.
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
  "bad_clock",
  "unknown_level",
  "level_cannot_play",
  "level_not_ready",
  "too_many_rooms",
  "too_many_bot_games",
  "too_many_bot_games_here",
  "bot_games_full",
  "bots_busy",
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
  "nothing_to_take_back",
  "no_offer",
  "already_offered",
  "offer_too_soon",
  "too_late_to_abort",
  "still_here",
  "nothing_to_claim",
  "no_hints",
  "position_changed",
  "engine_not_ready",
  "no_such_position",
  "unknown_game",
  "game_damaged",
  "not_analysable",
  "too_many_analyses",
  "analyses_busy",
  "too_many_imports",
  "no_upload",
  "wrong_chunk",
  "rules_needed",
  "bad_notation",
  "bad_game",
  "unknown_puzzle",
  "undecided",
  "wrong_line",
  "bad_name",
  "name_taken",
  "bad_code",
  "bad_token",
  "no_player",
  "deleted",
  "signed_out",
  "unknown_device",
  "too_many_devices",
  "not_found",
  "method_not_allowed",
  "bad_filter",
  "bad_cursor",
  "store_unavailable",
  "restart",
  "replaced",
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
  "no_size",
  "setup_stones",
  "out_of_turn",
  "passing",
  "no_point",
  "too_many_nodes",
  "too_many_values",
  "too_deep",
  "empty_file",
  "no_header",
  "no_end_code",
  "no_move",
  "not_square",
  "no_such_board",
  "outside",
  "stone_twice",
  "no_moves",
]);
