// Before anything is painted: the theme that was chosen on this device, where it is not the system's. No module, since
// those wait for the page; `lib/settings.js` has the rest.
try {
  const { theme } = JSON.parse(localStorage.getItem("tengen.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // no storage, or nothing in it that we wrote: the system's theme it is
}
