// Where the network does not answer, gives the page of the match and its files as the page has kept them (keep.js).
const PATIENCE = 5000;
const FILES = ["style", "script", "image", "manifest"];

const answer = async (request) => {
  const kept = await (await caches.open("table")).match(request, { ignoreVary: true, ignoreSearch: true });
  if (!kept) return fetch(request);
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  const fresh = fetch(request).then((found) => (found.status < 500 ? found : kept), () => kept);
  return Promise.race([fresh, late]);
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && new URL(request.url).origin === location.origin;
  if (isOurs && (request.mode === "navigate" || FILES.includes(request.destination))) event.respondWith(answer(request));
});
