// What was sent and lost, or answered with an error, would otherwise look as if it had been saved.
const say = (words) => (event) => {
  if (event.detail.requestConfig?.triggeringEvent?.type !== "submit") return; // a look in passing; the next one follows
  const notice = document.getElementById("trouble");
  notice.textContent = words;
  notice.hidden = words === "";
};
document.addEventListener("htmx:sendError",
  say("No answer from the site. Check your connection, then send it again: the same thing sent twice counts once."));
document.addEventListener("htmx:responseError",
  say("The site could not do that. Load this page again to see what stands, then send it once more."));
document.addEventListener("htmx:afterSwap", say(""));
