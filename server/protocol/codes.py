"""Every stable code that a client may meet, with its meaning in one line. Nobody raises any other."""

from collections.abc import Mapping
from types import MappingProxyType

CODES: Mapping[str, str] = MappingProxyType(
    {
        # The connection.
        "bad_json": "the frame is not a JSON object in text",
        "bad_message": "the message is of no known type, or a field is missing, unknown or out of its limits",
        "hello_first": "the first message must be hello, and only the first",
        "stale_protocol": "the page speaks another protocol number: reload it",
        "banned": "this identity may not play here",
        "flood": "too many messages in too short a time",
        "too_many_connections": "too many connections from this address",
        "wrong_origin": "the page that connects is not one of this server's",
        "wrong_host": "the server does not go by the name that it was asked for: a setting names more",
        "metrics_closed": "the measurements are for this machine, or for who has the token",
        "not_a_websocket": "this address takes WebSocket connections only",
        # Rooms.
        "unknown_room": "there is no such room",
        "private_room": "the room is private and the sender has no seat in it",
        "not_seated": "the sender has no seat in this room",
        "set_back": "the sender has seen a later version than the server has: its file was set back. The room has just "
        "been sent as it is now",
        "seat_taken": "the seat is no longer free",
        "own_room": "the sender already has a seat in this room",
        "unknown_rules": "there is no such rule set",
        "bad_size": "these rules are not played on a board of this size",
        "unknown_level": "there is no bot of this level",
        "bad_opening": "games of these rules on such a board do not begin so, nor games that go on from another",
        "level_not_rated": "games against a bot as it was on its first day are not rated",
        "level_cannot_play": "this bot does not play these rules on this board",
        "level_not_ready": "this bot is still being prepared: try again in a moment",
        "too_many_rooms": "the sender has as many unfinished games and open rooms as one may have",
        "open_rooms_full": "as many rooms wait for days for an opponent as may, from one address or in all: try later",
        "too_many_bot_games": "the sender has as many unfinished games against bots as one may have",
        "too_many_bot_games_here": "one address has as many unfinished games against bots as it may: try again later",
        "bot_games_full": "the server has as many unfinished games against bots as it may have: try again later",
        "bots_busy": "too many bot moves come before the sender's: try again later",
        # Seeks.
        "unknown_seek": "there is no such seek any more",
        "not_within": "the seek asks for somebody whose rating is at most so many points off (`within`)",
        "own_seek": "the seek is the sender's own",
        "too_many_seeks": "the sender, the address or the server has as many seeks as there may be",
        # Challenges.
        "unknown_challenge": "there is no such challenge any more",
        "own_challenge": "nobody challenges himself",
        "player_away": "the other player is not here: a game at one sitting needs both",
        "too_many_challenges": "either player has as many challenges as one may have, or this one has been challenged "
        "already",
        "too_many_followed": "the sender follows as many players as one may",
        # The game.
        "not_started": "the game has not begun",
        "game_over": "the game is over",
        "not_over": "the game is not over",
        "not_your_turn": "the other side is to move",
        "wrong_ply": "the move is for another move number than the next one",
        "off_board": "the point is not on the board",
        "occupied": "there is a stone on the point",
        "forbidden_overline": "black may not make more than five in a row",
        "forbidden_double_four": "black may not make two fours at once",
        "forbidden_double_three": "black may not make two open threes at once",
        "outside_zone": "the opening allows a stone in another part of the board only",
        "pattern_excluded": "this opening rule leaves out the pattern that the first three stones would make",
        "ends_the_game": "no stone of an opening may end the game",
        "wrong_action": "the opening asks for something else now",
        "no_such_choice": "this is not among the choices of the opening",
        "bad_number": "the opening does not allow this number",
        "wrong_count": "the opening asks for another number of points",
        "duplicate_offer": "two of the offered points are the same, or alike: a turn or mirror image of the stones "
        "maps one onto the other",
        "not_offered": "the point is not among those that were offered",
        "opening_over": "the opening is over",
        "nothing_to_take_back": "the sender has made no move that could be taken back",
        "no_offer": "there is no such offer to answer",
        "already_offered": "the sender has offered this already",
        "offer_too_soon": "no stone was laid since the last such offer was declined, or the room has seen too much",
        "too_late_to_abort": "both sides have moved, or acted in the opening: resign or offer a draw",
        "still_here": "the other player is connected, or has not been gone for long enough",
        "nothing_to_claim": "until both sides have moved there is nothing to claim: the game can be aborted",
        "rated_game_on": "no help while a rated game goes on: the sender plays one (`room`), or the position asked "
        "about stands in one of the sender's own, or of somebody's at the same address",
        "no_hints": "hints are given in unrated games against bots only, and not in an opening",
        "position_changed": "the position that a hint was asked for is no longer on the board",
        "engine_not_ready": "the strong engine is still warming up: try again in a moment",
        "no_plans": "answers can be planned in games by correspondence only, while both play and no opening goes on",
        "bad_plan": "a branch of the plan cannot be played: the detail numbers it, and a code as `why`",
        "no_such_position": "there is no position to play on from after so many moves of that game",
        # Stored games, their analysis, and puzzles.
        "unknown_game": "there is no such game, or none that the sender may see",
        "game_damaged": "the stored game is not as it was written; the operator's log says more",
        "not_analysable": "the game is of no rules in which wins can be proven",
        "too_many_analyses": "the sender has as many games waiting to be analysed as one may have",
        "analyses_busy": "too many games are waiting to be analysed: try again later",
        "too_many_imports": "the sender has as many games from files as one may have",
        "no_upload": "the connection has no such upload: begin again",
        "wrong_chunk": "the chunk is not the next one (the detail says by `next` which is), or the file is not as long "
        "as was announced",
        "rules_needed": "the file names no rule set: choose one",
        "bad_notation": "the file is not what it should be: the detail names the line, byte or node, and the fault as "
        "`why`",
        "bad_game": "the moves are no game by these rules: the detail names the move, and a code as `why`",
        "unknown_tree": "the sender has no such tree",
        "too_many_trees": "the sender has as many trees as one may have",
        "trees_full": "the sender's trees take as much room as they may, or all those of the server do, or as much "
        "came from one address of late as may: the detail says by `whose`",
        "tree_too_large": "reading or writing the tree takes more nodes (the detail says how many may be), memory or "
        "time than it may",
        "tree_busy": "another file of the sender's is being read, or games are being merged: try again in a moment",
        "tree_sealed": "the tree has games that are not public: it stays private",
        "no_games": "no finished game fits",
        "bad_format": "the tree cannot be written in this format: the detail names the node, and the fault as `why`",
        "tree_writing": "the file is being written: ask again in a second",
        "tree_damaged": "the tree is not as it was written",
        "unknown_puzzle": "there is no such puzzle",
        "undecided": "the solver could not decide within its limits about the move that was tried",
        "wrong_line": "the moves before the newest one are no right beginning of this puzzle",
        "vacation_overlaps": "the sender has announced a vacation for these days already",
        "no_vacation_left": "the sender has fewer days left in the year in which it begins (the detail says how many)"
        ", or it is more than a year off",
        # Identity.
        "bad_name": "the name is empty, too long, or holds what a name may not hold",
        "name_reserved": "nobody may have this name, or one that looks like it: it is the server's own or a bot's",
        "name_taken": "another player has this name, or one that looks like it",
        "bad_code": "the one-time code is wrong, used up or too old",
        "bad_token": "the token is nobody's",
        "no_player": "there is no such player",
        "deleted": "this identity has been deleted",
        "signed_out": "this device was signed out from another one of its player; without the token it is a new guest",
        "unknown_device": "the sender has no such device",
        "too_many_devices": "the player behind the code has as many devices as one may have",
        "has_account": "the sender has an account already",
        "no_account": "the sender has no account",
        "bad_sign_in": "the name or the password is wrong; which of them is not said",
        "bad_password": "the password is not that of the sender's account",
        "bad_recovery": "the name or the code is wrong, or the code is used up or too old; which is not said",
        "weak_password": "the password is too short or too long, or among the first to be guessed (`why`: `length`, "
        "`plain`, `common`)",
        "wait": "too many wrong passwords or codes, or accounts from one address: try again after so many `seconds`",
        "accounts_busy": "too many sign in at this moment: try again",
        "disabled": "staff has closed this account",
        "plays_itself": "the guest and the account play each other: that game is to be ended first",
        "registration_closed": "nobody may keep a name on this server but by its staff",
        "bad_invitation": "the invitation is wrong, used up or too old",
        # Company.
        "talk_off": "nothing may be said here, or no text: the detail says by `level` what may be",
        "bad_text": "nothing is left of the text, or more than the characters that the detail counts",
        "talk_flood": "the sender says too much, or the same too often: try again after so many `seconds`",
        "not_here": "the sender does not look at the room",
        "muted": "staff has the sender say nothing in rooms: the detail says why, and until when, if it ends by itself",
        "timed_out": "staff has the sender begin no games with people: the detail says why, and until when, if it ends "
        "by itself",
        "not_welcome": "the sender begins no game with the other: one of the two has blocked the other, or staff has "
        "the other play nobody",
        "too_many_blocks": "the sender has blocked as many players as one may",
        "too_many_reports": "the sender has reported as much as one may in a day",
        "unknown_report": "there is no such report, or it is settled already",
        "unknown_remark": "there is no such remark, or it is hidden already",
        "not_staff": "the sender is not of the staff that may do this, or not of a rank above the player's",
        "backup_running": "a backup is being made already",
        "unknown_classroom": "there is no such class, or none that the sender looks after",
        "too_many_classrooms": "the sender has as many classes as one may have",
        "too_many_pupils": "the class would have more pupils than the detail says one may have",
        "not_managed": "this is no pupil of the class, or one who has a password and looks after himself",
        # The HTTP API.
        "not_found": "there is nothing at this address, or nothing that the sender may see",
        "method_not_allowed": "this address takes GET and HEAD only",
        "bad_filter": "a parameter is unknown here, given twice, or has a value that it does not take",
        "bad_cursor": "the cursor is not one that this server gave out",
        # The server.
        "store_unavailable": "the database did not take it; nothing has changed: try again",
        "restart": "the server stops or restarts: connect again in a moment",
        "internal": "a fault of the server, written to its log under the id in the detail",
    }
)

CLOSES: Mapping[int, str] = MappingProxyType(
    {
        1001: "the client went away",
        1008: "policy: flood, ban, signed out, too many connections, no or a wrong hello",
        1009: "a message is larger than 4096 bytes",
        1011: "a fault of the server, or a client that did not answer pings",
        1012: "the server restarts: connect again",
    }
)
"""Codes with which a WebSocket connection ends, and when."""
