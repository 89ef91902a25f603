// Keeps the page of the match on this phone with its files, so that it opens without signal too; as it reads whenever
// it is opened again, the worker keeps it.
{
  const page = location.origin + location.pathname;
  const pad = () => document.getElementById("waiting").dataset.pad;

  const keep = async () => {
    const parts = document.querySelectorAll("link[rel=stylesheet], link[rel=icon], link[rel=manifest], script[src], img");
    const all = new Set([page, ...Array.from(parts, (part) => part.href || part.src)]);
    const kept = await caches.open("table");
    const before = Array.from(await kept.keys(), ({ url }) => url);
    await kept.addAll([...all].filter((url) => !before.includes(url)));
    for (const url of before) if (!all.has(url)) await kept.delete(url);
  };
  // While deals wait the page runs ahead of the sheet: then what is kept stays as it is.
  const follow = async () => {
    const kept = await caches.open("table");
    const before = await kept.match(page, { ignoreVary: true });
    if (!before || (await outbox.of(pad())).length) return;
    const html = `<!doctype html>${document.documentElement.outerHTML}`;
    const headers = new Headers(before.headers);
    headers.set("date", new Date().toUTCString()); // how long it is kept, counts from here
    await kept.put(page, new Response(html, { headers }));
  };

  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register(document.currentScript.dataset.worker).then(keep).catch(() => {}); // next time
    document.addEventListener("table", () => follow().catch(() => {}));
  }
}
