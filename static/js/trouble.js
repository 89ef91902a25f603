// Shows a notice if a form could not be sent or the site returned an error. Otherwise the form would look saved.
const say = (words) => (event) => {
  // A failed automatic request needs no notice, because the next request follows soon.
  if (event.detail.requestConfig?.triggeringEvent?.type !== "submit") return;
  const notice = document.getElementById("trouble");
  notice.textContent = words;
  notice.hidden = words === "";
};
for (const failed of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failed,
  say("The site does not respond. Check your connection, then send it again. Nothing is saved twice."));
document.addEventListener("htmx:responseError",
  say("The site could not do that. Reload this page to see what is saved, then send it again."));
document.addEventListener("htmx:afterSwap", say(""));
