// Applies the theme and the looks of board and stones chosen on this device before the first paint. A classic script, since modules run too late;
// `lib/settings.js` has the rest.
try {
  const { theme, board, stones } = JSON.parse(localStorage.getItem("tengen.settings") ?? "{}");
  const chosen = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") chosen.theme = theme;
  if (board === "paper" || board === "slate") chosen.board = board;
  if (stones === "flat" || stones === "clear") chosen.stones = stones;
} catch {
  // no storage, or invalid content: use the system's theme, and wood
}
