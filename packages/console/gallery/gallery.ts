/*
 * Shows the console with prepared responses, each state under a separate host name:
 *   npm run gallery:console
 * Or saves a picture of each state (or the named ones), light or dark, in a language, at a width:
 *   npm run gallery:console -- FOLDER [dark] [de] [360] [STATE ...]
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { startFakeConsole } from "./start-fake-console.ts";
import { consoleStates, sceneFor } from "./states.ts";
import { viewStates } from "./view-states.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [folder, ...words] = process.argv.slice(2);
if (folder === undefined) {
  using fake = await startFakeConsole(sceneFor, { port: Number(process.env["PORT"] ?? 4174) });
  for (const { name, title, path } of consoleStates) say(`${fake.originOf(name)}/console/${path}  ${title}`);
  await new Promise((resolve) => process.once("SIGINT", resolve));
} else await savePictures(folder);

async function savePictures(target: string): Promise<void> {
  const width = Number(words.find((word) => /^\d+$/.test(word)) ?? 1280);
  const names = words.filter((word) => !/^(?:dark|de|\d+)$/.test(word));
  await mkdir(target, { recursive: true });
  await using browser = await launchChromium();
  const page = await browser.newPage({
    viewport: { width, height: width < 600 ? 780 : 800 },
    colorScheme: words.includes("dark") ? "dark" : "light",
    locale: words.includes("de") ? "de-DE" : "en-GB",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  using viewer = await viewStates(page, sceneFor);
  page.on("pageerror", (error) => say(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("Failed to load resource"))
      say(message.text());
  });
  for (const state of consoleStates.filter(({ name }) => names.length === 0 || names.includes(name))) {
    try {
      await viewer.visit(state);
      await page.waitForTimeout(150);
      await page.screenshot({ path: join(target, `${state.name}.png`) });
    } catch (error) {
      say(`${state.name}: ${String(error)}`);
    }
  }
}
