// Asks the service worker to store this page of a pair on its phone, now and after each change.
{
  const keep = async (isNew) => {
    const pad = document.getElementById("waiting")?.dataset.pad;
    if (!isNew && !(await caches.has("table"))) return; // The pair has signed out in another tab.
    // Do not store a page that came from this phone, or a page that shows unsent deals.
    if (document.getElementById("kept") || (pad && (await outbox.of(pad)).length)) return;
    const html = `<!doctype html>${document.documentElement.outerHTML}`;
    (await navigator.serviceWorker.ready).active.postMessage({ page: location.pathname, html });
  };

  if ("serviceWorker" in navigator) {
    const { worker, scope } = document.currentScript.dataset;
    navigator.serviceWorker.register(worker, { scope }).then(() => keep(true)).catch(() => {}); // The next page tries again.
    document.addEventListener("table", () => keep().catch(() => {}));
  }
}
