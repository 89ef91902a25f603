// Keeps the table on the page as it stands: asks every few seconds while the match moves, and puts in what has changed.
const table = (() => {
  const AGAIN = 4000;
  const find = (id) => document.getElementById(id);
  const address = () => find("state").dataset.news;

  // These parts of the page as they read in this one; nothing when it has none: whoever answered, it was not the site.
  const take = (html, ...ids) => {
    const news = new DOMParser().parseFromString(html, "text/html");
    if (!ids.every((id) => news.getElementById(id))) return;
    steady.remember();
    for (const id of ids) find(id).replaceWith(news.getElementById(id));
    steady.restore();
    document.dispatchEvent(new Event("table"));
  };

  const follow = async () => {
    const asked = address();
    if (!asked) return;
    const answer = await fetch(asked);
    if (answer.status === 404 && "caches" in window) await caches.delete("table"); // the link is no longer good
    const html = answer.status === 200 ? await answer.text() : "";
    const shown = answer.headers.get("X-Shown"); // the same is there, but something else has changed
    if (shown && asked === address()) find("state").dataset.news = asked.replace(/version=[^&]*/, `version=${shown}`);
    if (asked === address()) take(html, "state", "pad"); // otherwise the page has newer news by now
  };
  const again = () => setTimeout(() => follow().catch(() => {}).then(again), AGAIN);
  again();

  return { take };
})();
