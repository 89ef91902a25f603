// Keeps the screen on while the page of a match in play is visible.
if ("wakeLock" in navigator) {
  let held = null;
  const keep = async () => {
    const wanted = document.querySelector("[data-awake]") && document.visibilityState === "visible";
    if (wanted && !held) {
      held = navigator.wakeLock.request("screen");
      const lock = await held.catch(() => null); // The browser refuses if the battery is low.
      if (lock) lock.addEventListener("release", () => (held = null));
      else held = null;
    }
    if (!wanted && held) (await held).release();
    document.getElementById("awake").hidden = !held;
  };
  document.addEventListener("visibilitychange", keep);
  document.addEventListener("table", keep);
  keep();
}
