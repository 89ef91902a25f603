// Tells the site that this page was visible. If it shows a reported result, the reply time then starts.
const read = async () => {
  if (document.visibilityState !== "visible") return;
  for (const form of document.querySelectorAll("form[data-seen]")) {
    // After an error, the next event tries again.
    const answer = await post(form.action, new FormData(form), { headers: { "X-Seen": "1" } }).catch(() => null);
    if (answer && answer.ok) form.remove();
  }
};
document.addEventListener("visibilitychange", read);
document.addEventListener("table", read);
read();
