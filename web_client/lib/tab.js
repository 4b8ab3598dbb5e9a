/**
 * What the tab says of the page while another is looked at: its title, and how much waits for the reader; the same
 * number stands on the icon of a page that is installed.
 */

/** Begins the title of a page on which it is the reader's turn. */
const TURN = "● ";

/** @param {{title: string}} document @param {Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>} navigator */
export function createTab(document, navigator) {
  let title = "";
  let waiting = 0;
  let badge = -1; // the icon may say something from an earlier visit

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
    /** @param {string} text  of the page */
    setTitle(text) {
      title = text;
      show();
    },

    /** @param {number} count  of things that wait for the reader */
    setWaiting(count) {
      waiting = count;
      show();
    },
  };
}
