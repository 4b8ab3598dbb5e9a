/**
 * Service worker: it makes the client installable and shows notices. It caches no files, so it never serves an old
 * build. All requests go to the server; if a page is requested while the server is unreachable, the worker answers with
 * an offline page that reloads as soon as possible.
 *
 * It is a classic script, since not every browser supports module workers; therefore it has its own texts.
 */

/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} Lasting */
/** @typedef {Lasting & {request: Request, preloadResponse: Promise<Response | undefined>}} Asked */
/** @typedef {Asked & {respondWith: (answer: Promise<Response>) => void}} Answerable */

const WORDS = {
  en: {
    title: "Tengen cannot be reached",
    words: "The server does not answer, or this device has no network. This page opens by itself as soon as it can.",
    again: "Try again",
    your_move: "It is your move",
    deadline: "Your time is running out",
    game: "In your game against {name}",
    challenge: "{name} challenges you",
    lesson: "The lesson of your game is ready",
    offer: "{name} has an offer for you",
    rematch: "{name} wants a rematch",
    summary: "Several things have come up",
    counted: {
      your_move: "Your move: {n}",
      deadline: "Time running out: {n}",
      challenge: "Challenges: {n}",
      lesson: "Lessons: {n}",
      offer: "Offers: {n}",
      rematch: "Rematches: {n}",
    },
  },
  "zh-Hans": {
    title: "暂时无法连接 Tengen",
    words: "服务器没有应答，或此设备未联网。恢复后页面会自动打开。",
    again: "重试",
    your_move: "轮到你了",
    deadline: "你的时间快用完了",
    game: "你与 {name} 的对局",
    challenge: "{name} 向你挑战",
    lesson: "你的对局已研究完毕",
    offer: "{name} 有提议等你答复",
    rematch: "{name} 想再来一局",
    summary: "有几条新通知",
    counted: {
      your_move: "轮到你：{n}",
      deadline: "时间快用完：{n}",
      challenge: "挑战：{n}",
      lesson: "研究完毕：{n}",
      offer: "提议：{n}",
      rematch: "再来一局：{n}",
    },
  },
  "zh-Hant": {
    title: "暫時無法連線至 Tengen",
    words: "伺服器沒有回應，或此裝置未連上網路。恢復後頁面會自動開啟。",
    again: "重試",
    your_move: "輪到你了",
    deadline: "你的時間快用完了",
    game: "你與 {name} 的對局",
    challenge: "{name} 向你挑戰",
    lesson: "你的對局已研究完畢",
    offer: "{name} 有提議等你答覆",
    rematch: "{name} 想再來一局",
    summary: "有幾則新通知",
    counted: {
      your_move: "輪到你：{n}",
      deadline: "時間快用完：{n}",
      challenge: "挑戰：{n}",
      lesson: "研究完畢：{n}",
      offer: "提議：{n}",
      rematch: "再來一局：{n}",
    },
  },
};

/** Status codes of a proxy whose server is away; the server itself never sends them. */
const AWAY = new Set([502, 504]);

const RETRY_MS = 3_000;

const worker = /** @type {EventTarget & {skipWaiting: () => Promise<void>, clients: any, registration: any}} */ (
  /** @type {unknown} */ (self)
);

/**
 * Choose the language by the same rule as `i18n/index.js`.
 *
 * @param {readonly string[]} preferred  language tags, best first
 * @returns {keyof typeof WORDS}
 */
function chooseLanguage(preferred) {
  for (const tag of preferred) {
    const { language, script } = new Intl.Locale(tag).maximize();
    if (language === "en") return "en";
    if (language === "zh" || language === "yue") return script === "Hant" ? "zh-Hant" : "zh-Hans";
  }
  return "en";
}

/** @returns {Response}  the offline page */
function unreachable() {
  const language = chooseLanguage(navigator.languages);
  const { title, words, again } = WORDS[language];
  const page = `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <style>
      :root { --page: #f6f1e8; --text: #2a231c; --muted: #665a4d; --accent: #2c6657; --on: #fff }
      @media (prefers-color-scheme: dark) {
        :root { --page: #191613; --text: #efe8dd; --muted: #b3a797; --accent: #86c9b0; --on: #10241d }
      }
      body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1.5rem; box-sizing: border-box;
        background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
      main { max-width: 26rem; text-align: center }
      svg { width: 4.5rem }
      h1 { margin: 1rem 0 .5rem; font-size: 1.5rem; line-height: 1.2 }
      p { margin: 0 0 1.5rem; color: var(--muted) }
      button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: .625rem; cursor: pointer;
        background: var(--accent); color: var(--on); font: inherit; font-weight: 600 }
    </style>
  </head>
  <body>
    <main>
      <svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#e3b873" />
        <path d="M16 0v32M0 16h32" stroke="#4b3216" stroke-width="1.5" />
        <circle cx="16" cy="16" r="8.5" fill="none" stroke="#4b3216" stroke-width="1.2" stroke-dasharray="3 2.4" />
      </svg>
      <h1>${title}</h1>
      <p role="status">${words}</p>
      <button type="button" onclick="location.reload()">${again}</button>
    </main>
    <script>
      const look = () =>
        fetch("/healthz", { cache: "no-store" }).then(({ ok }) => ok && location.reload()).catch(() => {});
      setInterval(look, ${RETRY_MS});
      addEventListener("online", look);
    </script>
  </body>
</html>
`;
  const policy = "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cache-Control": "no-store",
  };
  return new Response(page, { status: 503, headers });
}

/** @param {Asked} asked */
async function answer({ preloadResponse, request }) {
  try {
    const response = (await preloadResponse) ?? (await fetch(request));
    return AWAY.has(response.status) ? unreachable() : response;
  } catch {
    return unreachable();
  }
}

/** @typedef {"your_move" | "deadline" | "challenge" | "lesson" | "offer" | "rematch"} Kind */

/**
 * Show a notice pushed by the server while no page was open, or a summary of several with the number of each kind.
 *
 * @param {{kind: Kind | "summary", name: string, path: string, lang: string, tag: string,
 *   counts?: Partial<Record<Kind, number>>}} told
 */
function notify({ kind, name, path, lang, tag, counts = {} }) {
  const language = chooseLanguage([lang]);
  const words = WORDS[language];
  /** @param {string} text */
  const say = (text) => text.replace("{name}", () => name);
  const kinds = /** @type {Kind[]} */ (Object.keys(words.counted));
  const list = kinds.flatMap((each) =>
    counts[each] ? [words.counted[each].replace("{n}", String(counts[each]))] : [],
  );
  return worker.registration.showNotification(say(words[kind]), {
    body: kind === "your_move" || kind === "deadline" ? say(words.game) : list.join(" · "),
    lang: language,
    tag, // replaces an older notice of the same kind
    icon: "/icons/icon-192.png",
    badge: "/icons/badge.png",
    data: { path },
  });
}

/** Open the page of a pressed notice in an existing window or a new one. @param {string} path */
async function show(path) {
  const [page] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return worker.clients.openWindow(path);
  page.postMessage({ path });
  return page.focus();
}

async function begin() {
  await worker.registration.navigationPreload?.enable(); // sends the request to the server while the worker starts
  await worker.clients.claim();
}

// A new version takes over at once: the worker holds no state that open pages need.
worker.addEventListener("install", (event) => /** @type {Lasting} */ (event).waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => /** @type {Lasting} */ (event).waitUntil(begin()));
worker.addEventListener("fetch", (event) => {
  const asked = /** @type {Answerable} */ (event);
  if (asked.request.mode === "navigate") asked.respondWith(answer(asked));
});
worker.addEventListener("push", (event) => {
  const pushed = /** @type {Lasting & {data: {json: () => any}}} */ (event);
  pushed.waitUntil(notify(pushed.data.json()));
});
worker.addEventListener("notificationclick", (event) => {
  const pressed = /** @type {Lasting & {notification: Notification}} */ (event);
  pressed.notification.close();
  pressed.waitUntil(show(pressed.notification.data.path));
});
