/** All pages, by the names that the router gives them. */

import { classPage } from "./class.js";
import { classesPage } from "./classes.js";
import { codePage } from "./code.js";
import { explorerPage } from "./explorer.js";
import { botPage } from "./bot.js";
import { leaderboardPage } from "./leaderboard.js";
import { libraryPage } from "./library.js";
import { linePage } from "./line.js";
import { linesPage } from "./lines.js";
import { lobbyPage } from "./lobby.js";
import { missingPage } from "./missing.js";
import { oidcPage } from "./oidc.js";
import { playerPage } from "./player.js";
import { playPage } from "./play.js";
import { puzzlesPage } from "./puzzles.js";
import { reviewPage } from "./review.js";
import { roomPage } from "./room.js";
import { rulesPage } from "./rules.js";
import { settingsPage } from "./settings.js";
import { staffPage } from "./staff.js";
import { trapPage, trapsPage } from "./traps.js";
import { treePage } from "./tree.js";
import { treesPage } from "./trees.js";

/** @import {App, Page} from "../lib/app.js" */
/** @import {PageName} from "../lib/router.js" */

/**
 * The page of a name, as the address asks for it.
 *
 * @param {App} app
 * @param {PageName} name
 * @param {string} id  empty where the address has none
 * @param {URLSearchParams} query
 * @returns {Page}
 */
export function makePage(app, name, id, query) {
  switch (name) {
    case "lobby":
      return lobbyPage(app);
    case "play":
      return playPage(app);
    case "room":
      return roomPage(app, id);
    case "explorer":
      return explorerPage(app, query);
    case "games":
      return libraryPage(app, query);
    case "game":
      return reviewPage(app, id, query);
    case "puzzles":
      return puzzlesPage(app, id, query);
    case "traps":
      return query.has("all") ? trapsPage(app, query) : linesPage(app, query);
    case "trap":
      return trapPage(app, id);
    case "line":
      return linePage(app, id);
    case "bot":
      return botPage(app, id);
    case "player":
      return playerPage(app, id);
    case "leaderboard":
      return leaderboardPage(app, query);
    case "rules":
      return rulesPage(app, id);
    case "trees":
      return treesPage(app);
    case "tree":
      return treePage(app, id, query);
    case "settings":
      return settingsPage(app, query);
    case "staff":
      return staffPage(app, id);
    case "classes":
      return id ? classPage(app, id) : classesPage(app);
    case "code":
      return codePage(app);
    case "oidc":
      return oidcPage(app, query);
    case "missing":
      return missingPage();
  }
}
