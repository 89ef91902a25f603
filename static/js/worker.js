// Service worker. Without a connection, it shows a pair the stored copies of its pages, with their age. It
// deletes all copies if the site no longer gives this phone access, or if the requested copy is older than two weeks.
const PATIENCE = 5000;
const KEPT = 14 * 24 * 3600 * 1000;
const FILES = ["style", "script", "image"];
// The policy that the site sends with every page (settings.py).
const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

// A phone that cannot store anything will find nothing.
const find = async (request) =>
  caches.match(request, { cacheName: "table", ignoreVary: true, ignoreSearch: true }).catch(() => undefined);
const forget = async () => caches.delete("table").catch(() => false);
const path = ({ url }) => new URL(url).pathname;
const files = (html) => Array.from(html.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g), ([, file]) => file);

// Store the files of a page before the page, so that no page lacks its files. Delete files that no page needs.
const store = async (page, html) => {
  const table = await caches.open("table");
  const date = new Date().toUTCString();
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY, date };
  const [needed, before] = [new Set(files(html)), await table.keys()];
  await table.addAll([...needed].filter((file) => !before.some((one) => path(one) === file)));
  await table.put(page, new Response(html, { headers }));
  for (const kept of before.filter((one) => !path(one).startsWith("/static/") && path(one) !== page)) {
    for (const file of files(await (await table.match(kept)).text())) needed.add(file);
  }
  for (const one of before) if (path(one).startsWith("/static/") && !needed.has(path(one))) await table.delete(one);
};
// Store the page that lists the data on this phone, so that it opens without a connection.
const LIST = "/play/on-this-phone/";
const storeList = async () => {
  if (await (await caches.open("table")).match(LIST)) return;
  const found = await fetch(LIST);
  if (found.ok) await store(LIST, await found.text());
};
// Update the copy of a page. The pages of a pair ask to be stored (keep.js). The home page of the site is stored too,
// and so are the draws of the pair: /lakes/ is stored if a page below /play/lakes/ is, or if "My matches" links to it.
const keep = async (page, found) => {
  if (!(await caches.has("table"))) return;
  const table = await caches.open("table");
  const kept = (await table.keys()).map(path);
  const mine = await (await table.match("/play/"))?.text();
  const isLinked = kept.some((one) => one.startsWith(`/play${page}`)) || mine?.includes(`"${page}?pair=`);
  const isDraw = /^\/([^/]+\/)?$/.test(page) && isLinked;
  if (isDraw || kept.includes(page)) await store(page, await found.text());
};

const write = async (kept, change) => new Response(change(await kept.clone().text()), { headers: kept.headers });
const show = (kept, why) => {
  const how = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const when = new Date(kept.headers.get("date")).toLocaleString("en-GB", how).replace(/^(\w+),/, "$1");
  const words = `As of ${when}. ${why}`;
  const notice = `<p id="kept" class="notice" data-kind="warn" role="status">${words}</p>`;
  return write(kept, (html) => html.replace(/<main[^>]*>/, `$&${notice}`));
};
// `open` would create the cache again, but only a signed-in pair should have one.
const stored = async () => ((await caches.has("table")) ? (await caches.open("table")).keys() : []);
const isPage = (request) => !path(request).startsWith("/static/") && path(request).endsWith("/");
// Links to the stored pages.
const links = async (kept) => {
  const table = kept.length && (await caches.open("table"));
  const items = await Promise.all(kept.filter(isPage).map(async (one) => {
    const [, title] = (await (await table.match(one)).text()).match(/<title>([^<]*)/) || ["", path(one)];
    return `<li><a href="${path(one)}"><b>${title}</b></a></li>`;
  }));
  return items.length ? `<h2>You can open these pages</h2><ul class="rows">${items.join("")}</ul>` : "";
};
// The number of deals in the outbox of this phone.
const waiting = () => new Promise((done) => {
  const opening = indexedDB.open("outbox");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = () => done(0);
  opening.onsuccess = () => {
    const asked = opening.result.transaction("deals").objectStore("deals").count();
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(0);
    opening.result.close();
  };
});
// Show an error instead of the browser's error page. keep.js does not store a page that contains #kept.
const excuse = async () => {
  const kept = await stored().catch(() => []);
  const [pages, count] = await Promise.all([links(kept).catch(() => ""), waiting().catch(() => 0)]);
  const style = (name) => kept.map(path).filter((one) => one.startsWith(`/static/css/${name}.`)).map((one) =>
    `<link rel="stylesheet" href="${one}">`).join("");
  const words = "This page is not stored on this phone. Open it again when you have a connection.";
  const deals = count === 1 ? "1 deal. Open its match to send it" : `${count} deals. Open their match to send them`;
  const unsent = `Not sent yet: ${deals} when you have a connection.`;
  const html = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
    <title>No connection</title>${["tokens", "base", "parts", "plain"].map(style).join("")}</head>
    <body><main id="main" data-width="text"><header class="heading"><h1>No connection</h1></header>
    <p id="kept" class="lead">${words}</p>${count ? `<p class="notice" data-kind="warn">${unsent}</p>` : ""}
    <p class="actions"><a class="button" href="">Try again</a></p>${pages}</main></body></html>`;
  return new Response(html, { headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY } });
};

const answer = async (request) => {
  const [kept, opens] = [await find(request), request.mode === "navigate"];
  if (!kept && !opens) return fetch(request);
  // A file with a fingerprint in its name never changes.
  if (kept && /\.[0-9a-f]{12}\.\w+$/.test(path(request))) return kept;
  const ages = opens && path(request) !== LIST; // The list has no news, and describes the phone's current data.
  if (ages && kept && !(Date.now() - Date.parse(kept.headers.get("date")) < KEPT)) {
    return forget().then(() => fetch(request)).catch(excuse);
  }
  const old = (why) => (!kept ? excuse() : ages ? show(kept, why) : kept);
  const take = async (found) => {
    const isLost = found.status === 404 || found.type === "opaqueredirect";
    if (opens && kept && isLost && path(request).startsWith("/play/")) await forget();
    if (opens && found.ok) keep(path(request), found.clone());
    return kept && found.status >= 500 ? old("The site has a fault.") : found;
  };
  const asked = fetch(request).then(take, () => old("No signal."));
  const late = () => new Promise((done) => setTimeout(done, PATIENCE)).then(() => old("The site does not respond."));
  return kept ? Promise.race([asked, late()]) : asked;
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("message", (event) => event.waitUntil(
  store(event.data.page, event.data.html).then(storeList)));
addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && new URL(request.url).origin === location.origin;
  if (isOurs && (request.mode === "navigate" || FILES.includes(request.destination))) event.respondWith(answer(request));
});
