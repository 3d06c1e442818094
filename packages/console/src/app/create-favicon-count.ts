const size = 64;

/** Creates a function that shows a number on the tab's icon; none for 0. */
export function createFaviconCount(): (count: number) => Promise<void> {
  let shown = 0;
  let usual: string | undefined;
  return async (count) => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link || count === shown) return;
    usual ??= link.href;
    shown = count;
    const drawn = count === 0 ? undefined : await drawIcon(usual, count).catch(() => undefined);
    if (shown !== count) return;
    const before = link.href;
    link.href = drawn ? URL.createObjectURL(drawn) : usual;
    if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  };
}

async function drawIcon(address: string, count: number): Promise<Blob | undefined> {
  const image = new Image(size, size);
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext("2d");
  if (!pen) return undefined;
  pen.drawImage(image, 0, 0, size, size);
  pen.fillStyle = "#d92d20";
  pen.beginPath();
  pen.arc(44, 20, 20, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = "#ffffff";
  pen.font = "bold 28px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count > 9 ? "9+" : String(count), 44, 22);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), "image/png"));
}
