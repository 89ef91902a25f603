// Where the network does not answer, gives the page of the match and its files as the page has kept them (keep.js).
// Nothing is kept once the site says that the page is no longer for this phone, nor two weeks after it was last seen.
const PATIENCE = 5000;
const KEPT = 14 * 24 * 3600 * 1000;
const FILES = ["style", "script", "image", "manifest"];

const keep = async (page, found) => (await caches.open("table")).put(page, found);
const answer = async (request) => {
  const kept = await caches.match(request, { cacheName: "table", ignoreVary: true, ignoreSearch: true });
  if (!kept) return fetch(request);
  const isPage = request.mode === "navigate";
  const forget = () => caches.delete("table");
  if (isPage && !(Date.now() - Date.parse(kept.headers.get("date")) < KEPT)) return forget().then(() => fetch(request));
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  const take = async (found) => {
    if (isPage && found.status === 404) await forget();
    if (isPage && found.ok) keep(new URL(request.url).pathname, found.clone());
    return found.status < 500 ? found : kept;
  };
  return Promise.race([fetch(request).then(take, () => kept), late]);
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && new URL(request.url).origin === location.origin;
  if (isOurs && (request.mode === "navigate" || FILES.includes(request.destination))) event.respondWith(answer(request));
});
