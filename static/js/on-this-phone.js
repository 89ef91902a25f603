// Lists the data stored on this device: pages, unsent deals, typed text, and the names on the last score pad.
// Deletes it on request.
{
  const [list, nothing, remove] = ["stored", "nothing", "delete"].map((id) => document.getElementById(id));
  const how = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const moment = (date) => new Date(date).toLocaleString("en-GB", how).replace(/^(\w+),/, "$1");

  const row = (address, name, about) => {
    const [item, link] = ["li", "a"].map((tag) => document.createElement(tag));
    link.href = address;
    link.append(Object.assign(document.createElement("b"), { textContent: name }), " ");
    link.append(Object.assign(document.createElement("span"), { textContent: about }));
    item.append(link);
    return item;
  };
  const pages = async () => {
    if (!("caches" in window && (await caches.has("table")))) return [];
    const table = await caches.open("table");
    const kept = (await table.keys()).filter(({ url }) => url.endsWith("/") && url !== location.href);
    return Promise.all(kept.map(async (request) => {
      const page = await table.match(request);
      const { title } = new DOMParser().parseFromString(await page.text(), "text/html");
      return row(new URL(request.url).pathname, title, `As of ${moment(page.headers.get("date"))}`);
    }));
  };
  // The key of the pair is followed by the URL for its deals, which is below the URL of the match.
  const deals = async () => (await device.deals()).map(({ pad = "", number, words, to }) => {
    const address = pad.split(" ").find((part) => part.startsWith("/")) || "/play/";
    const name = number ? `Deal ${number}${to ? ", changed" : ""}` : "A reply";
    return row(address.replace(/deals\/$/, ""), name, `${words ? `${words}. ` : ""}Not sent yet`);
  });
  // The owner of a form is followed by its URL, or by the key of a pad whose next deal is not finished.
  const texts = async () => (await device.texts()).map((key) => {
    const address = String(key).split(" ").find((part) => part.startsWith("/")) || "/play/";
    const isDeal = String(key).endsWith(" keys");
    return row(address.replace(isDeal ? /deals\/$/ : /$^/, ""), isDeal ? "An unfinished deal" : "What you typed", "Not sent yet");
  });

  const names = () => (device.names().length ? [row("/pads/", "Names for a score pad", device.names().join(", "))] : []);

  const show = async () => {
    const items = (await Promise.all([deals(), texts(), names(), pages()])).flat();
    list.replaceChildren(...items);
    nothing.hidden = items.length > 0;
    remove.hidden = items.length === 0;
  };
  remove.addEventListener("click", async () => {
    if (!(await device.mayLose("delete it"))) return;
    await device.clear();
    await show();
    nothing.focus();
  });
  show();
}
