// Stores deals on this phone until the site has confirmed them. They survive closing the tab and the browser.
const outbox = (() => {
  const PATIENCE = 5000;
  const database = new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE, new Error("The database does not open."));
    const opening = indexedDB.open("outbox", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("deals", { keyPath: "place", autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  database.catch(() => {}); // Each request reports this error itself.

  const act = async (mode, what) => {
    const opened = await database;
    return new Promise((resolve, reject) => {
      // With "strict" the data is on the disk before the transaction completes.
      const work = opened.transaction("deals", mode, { durability: "strict" });
      const asked = what(work.objectStore("deals"));
      // Commit at once. In WebKit, an open transaction on a closed page would block the next page for ever.
      work.commit?.();
      work.oncomplete = () => resolve(asked.result);
      work.onabort = () => reject(work.error);
    });
  };

  // Read a deal and write in one transaction, so that no other tab changes the deal in between. Return the deal.
  const decide = async (place, write) => {
    const opened = await database;
    return new Promise((resolve, reject) => {
      const work = opened.transaction("deals", "readwrite", { durability: "strict" });
      const deals = work.objectStore("deals");
      const asked = deals.get(place);
      asked.onsuccess = () => {
        try {
          write(deals, asked.result);
          work.commit?.();
        } catch {
          work.abort(); // The phone is full.
        }
      };
      work.oncomplete = () => resolve(asked.result);
      work.onabort = () => reject(work.error);
    });
  };

  return {
    // Fail if this phone cannot store anything. No other tab sees the record, because this transaction deletes it.
    check: () => act("readwrite", (deals) => deals.put({ place: 0 }) && deals.delete(0)),
    all: () => act("readonly", (deals) => deals.getAll()),
    // One pair's deals in one match, in the order in which they were recorded.
    of: async (pad) => (await outbox.all()).filter((deal) => deal.pad === pad),
    put: (deal) => act("readwrite", (deals) => deals.put(deal)),
    // Note that a deal is being sent, and return it. Return undefined if it has been undone.
    claim: (place) => decide(place, (deals, deal) => deal && deals.put({ ...deal, isTried: true })),
    // Note that the site asks about a deal, and return it. Return undefined if it has left this phone, or if the user has
    // answered the question in another tab.
    doubt: async (place, doubted) => {
      const isOpen = (deal) => deal && !("asks" in deal.said);
      const stood = await decide(place, (deals, deal) => isOpen(deal) && deals.put({ ...deal, doubted, isTried: false }));
      return isOpen(stood) ? stood : undefined;
    },
    // Delete a deal that was never sent. Replace a deal that the site may have with its cancellation.
    cancel: (place, change) => decide(place, (deals, deal) => {
      if (deal?.isTried) deals.put(change);
      deals.delete(place);
    }),
    remove: (place) => act("readwrite", (deals) => deals.delete(place)),
    clear: () => act("readwrite", (deals) => deals.clear()),
    // A browser may delete a site's data if space is short. Ask it once not to.
    last: async () => {
      if (localStorage.lasting) return;
      localStorage.lasting = "asked";
      await navigator.storage?.persist?.();
    },
  };
})();
