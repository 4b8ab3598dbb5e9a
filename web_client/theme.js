// Applies the theme chosen on this device before the first paint. A classic script, since modules run too late;
// `lib/settings.js` has the rest.
try {
  const { theme } = JSON.parse(localStorage.getItem("tengen.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // no storage, or invalid content: use the system's theme
}
