// <button data-share hidden> shares what [data-shared] says, its data-url or the page's own address, and a picture where
// [data-card] leads to one; where that cannot be, it copies the words.
{
  // Programs that pictures are sent by know PNG, and no typeface of ours: the reader's own browser draws it.
  const picture = async (card) => {
    const image = new Image();
    image.src = card.href;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    const drawn = await new Promise((done) => canvas.toBlob(done));
    return new File([drawn], "result.png", { type: drawn.type });
  };
  const shareable = async (text, url) => {
    const card = document.querySelector("[data-card]");
    const files = card && navigator.canShare ? [await picture(card).catch(() => null)] : [null];
    // Beside a picture many programs leave an address of its own out.
    return files[0] && navigator.canShare({ files }) ? { files, text: `${text} ${url}` } : { text, url };
  };

  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = !(navigator.share || navigator.clipboard);
    button.addEventListener("click", async () => {
      const { shared: text, url = document.querySelector("link[rel=canonical]")?.href } =
        document.querySelector("[data-shared]").dataset;
      if (navigator.share) {
        await navigator.share(await shareable(text, url)).catch(() => {}); // the reader thought better of it
      } else {
        const copied = navigator.clipboard.writeText(url ? `${text} ${url}` : text);
        button.textContent = await copied.then(() => "Copied", () => "Could not copy");
      }
    });
  }
}
