import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPainter, type Painter } from "./open-painter.ts";
import { galleryStates } from "./states.ts";

/** One picture of many states, for a page of the documentation. */
interface Sheet {
  readonly name: string;
  readonly look: string;
  readonly states: readonly string[];
  /** Width of one state on it, in pixels. */
  readonly width: number;
  readonly columns: number;
}

const answers = ["streaming", "answered", "formulas", "cited", "image", "sent-files"];
const controls = ["question", "form", "confirm", "attached", "chat-menu", "past-chats"];
const sheets: readonly Sheet[] = [
  {
    name: "light",
    look: "",
    width: 300,
    columns: 4,
    states: ["starters-and-actions", "thinking", ...answers, ...controls, "failed", "feedback-comment"],
  },
  {
    name: "dark",
    look: "theme=dark&brand=%237c5cff",
    width: 300,
    columns: 4,
    states: ["starters-and-actions", ...answers.slice(1, 4), ...controls.slice(0, 3), "reconnecting"],
  },
  {
    name: "right-to-left",
    look: "lang=ar",
    width: 300,
    columns: 4,
    states: ["starters", "right-to-left", "form-errors", "chat-menu"],
  },
  {
    name: "phone",
    look: "size=320&style=floating&brand=%23b4232c",
    width: 240,
    columns: 5,
    states: ["starters", "answered", "question", "form", "open"],
  },
  {
    name: "on-a-page",
    look: "",
    width: 600,
    columns: 2,
    states: ["greeting", "bubble-unread", "open", "in-the-page"],
  },
];

/** Draws the sheets of docs/gallery.md into a folder. */
export async function saveSheets({ origin, folder }: { origin: string; folder: string }): Promise<void> {
  await mkdir(folder, { recursive: true });
  await using painter = await openPainter({ origin, scale: 1.5 });
  for (const sheet of sheets)
    await writeFile(join(folder, `${sheet.name}.webp`), await drawSheet(painter, sheet));
}

async function drawSheet(painter: Painter, { look, states, width, columns }: Sheet): Promise<Buffer> {
  const { page } = painter;
  // The sheet before has the gallery's address: from there, only the fragment would change.
  await page.goto("about:blank");
  const figures: string[] = [];
  for (const name of states) {
    const state = galleryStates.find((each) => each.name === name);
    if (!state) throw new Error(`There is no state ${name}.`);
    const picture = (await painter.draw(state, look)).toString("base64");
    figures.push(`<img src="data:image/png;base64,${picture}" width="${width}">`);
  }
  await page.setViewportSize({ width: columns * (width + 20) + 20, height: 400 });
  await page.setContent(`<!doctype html><style>
    body { display: grid; grid-template-columns: repeat(${columns}, ${width}px); gap: 20px; margin: 0; padding: 20px; background: #e7eaef; }
    img { border-radius: 10px; box-shadow: 0 2px 12px #0003; }
  </style>${figures.join("")}`);
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 82,
    captureBeyondViewport: true,
    clip: { ...cssContentSize, x: 0, y: 0, scale: 1 },
  });
  await session.detach();
  return Buffer.from(data, "base64");
}
