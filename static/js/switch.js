// Deletes the stored pages of another pair, because this phone is about to sign in as a new one.
if ("caches" in window) caches.delete("table").catch(() => {});
