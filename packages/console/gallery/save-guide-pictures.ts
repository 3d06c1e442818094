/*
 * Draws the pictures of docs/first-agent.md:
 *   node packages/console/gallery/save-guide-pictures.ts docs/pictures
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { toWebp } from "../../../test/support/work-on-pictures.ts";
import { consoleStates, sceneFor } from "./states.ts";
import { viewStates } from "./view-states.ts";

/** The states, and how wide their picture is: beside some stands a preview, which has no chat here. */
const pictures = [
  { state: "new-agent", name: "1-name", width: 1280 },
  { state: "new-agent-purpose", name: "2-purpose", width: 1280 },
  { state: "new-agent-knowledge", name: "3-knowledge", width: 1280 },
  { state: "new-agent-model", name: "4-model", width: 784 },
  { state: "new-agent-look", name: "5-look", width: 784 },
  { state: "new-agent-try", name: "6-try", width: 784 },
  { state: "new-agent-install", name: "7-sites", width: 1280 },
  { state: "new-agent-waiting", name: "8-tag", width: 1280 },
  { state: "new-agent-seen", name: "9-seen", width: 1280 },
];

const [folder = "docs/pictures"] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await using browser = await launchChromium();
const page = await browser.newPage({
  viewport: { width: 1440, height: 800 },
  locale: "en-GB",
  timezoneId: "UTC",
});
const painter = await browser.newPage();
using viewer = await viewStates(page, sceneFor);
for (const { state: wanted, name, width } of pictures) {
  const state = consoleStates.find((each) => each.name === wanted);
  if (!state) throw new Error(`There is no ${wanted}.`);
  await viewer.visit(state);
  const png = await page.screenshot({ clip: { x: 0, y: 0, width, height: 800 }, animations: "disabled" });
  await writeFile(join(folder, `${name}.webp`), await toWebp(painter, png));
}
