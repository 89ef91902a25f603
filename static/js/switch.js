// Deletes the stored pages of this phone before a pair signs in, because they may be those of another pair.
document.addEventListener("submit", (event) => {
  if (!("caches" in window) || event.defaultPrevented) return;
  event.preventDefault();
  const send = () => event.target.submit();
  caches.delete("table").then(send, send);
});
