/** Title of the tab and badge of the installed page's icon, both with the number of items that wait for the viewer. */

/** Title prefix when the viewer is to move. */
const TURN = "● ";

/** @param {{title: string}} document @param {Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>} navigator */
export function createTab(document, navigator) {
  let title = "";
  let waiting = 0;
  let badge = -1; // the icon may still show a badge from an earlier visit

  function show() {
    const turn = title.startsWith(TURN);
    const shown = `${waiting && !turn ? `(${waiting}) ` : ""}${title} · Tengen`;
    if (document.title !== shown) document.title = shown;
    const wanted = Math.max(waiting, Number(turn));
    if (wanted === badge) return;
    badge = wanted;
    const done = wanted ? navigator.setAppBadge?.(wanted) : navigator.clearAppBadge?.();
    done?.catch(() => {}); // a page that is not installed has no icon
  }

  return {
    /** @param {string} text  title of the page */
    setTitle(text) {
      title = text;
      show();
    },

    /** @param {number} count  number of items that wait for the viewer */
    setWaiting(count) {
      waiting = count;
      show();
    },
  };
}
