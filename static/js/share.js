// <button data-share hidden> shares the text of [data-shared], its data-url or the URL of the page, and the picture
// that [data-card] links to, if there is one. If the browser cannot share, the button copies the text and the URL.
{
  // Messaging apps need PNG and do not have the site's typeface, so the browser draws the picture.
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
    // Many apps drop a separate URL if there is a picture, so put the URL in the text.
    return files[0] && navigator.canShare({ files }) ? { files, text: `${text} ${url}` } : { text, url };
  };

  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = !(navigator.share || navigator.clipboard);
    // This button shares the picture as well, so a second link to it is not needed.
    for (const link of document.querySelectorAll("a.quiet[data-card]")) link.hidden = Boolean(navigator.share);
    button.addEventListener("click", async () => {
      const { shared: text, url = document.querySelector("link[rel=canonical]")?.href } =
        document.querySelector("[data-shared]").dataset;
      if (navigator.share) {
        await navigator.share(await shareable(text, url)).catch(() => {}); // The reader cancelled.
      } else {
        const copied = navigator.clipboard.writeText(url ? `${text} ${url}` : text);
        button.textContent = await copied.then(() => "Copied", () => "Could not copy");
      }
    });
  }
}
