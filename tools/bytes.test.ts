import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { initialAssets } from "./initial-assets.ts";
import { sentBytes } from "./sent-bytes.ts";
import { repository } from "./source-files.ts";

const launcherCeiling = 2_560;
/** What the launcher loads at the first sign that somebody wants to chat. */
const panelCeiling = 4_400;
/** With its document, of 191 bytes at most, 30.5 KB. */
const chatCeiling = 31_041;
/**
 * What the chat loads later: Markdown once there is something to answer, controls once there is something to fill in,
 * pictures, colours of code and formulas once an answer has such a thing. The names of other files, which are in them, take
 * 20 bytes more or less by chance.
 */
const laterCeilings = {
  "all-device": 5_250,
  markdown: 21_050,
  "all-controls": 9_700,
  "all-message-tools": 5_450,
  "all-pictures": 1_500,
  "all-highlighter": 9_300,
  "all-formulas": 50_700,
} as const;
/** The words of one language other than English, of which a visitor loads one. */
const languageCeiling = 3_700;
const languages = ["ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "zh"] as const;

test(`the launcher takes a page at most ${launcherCeiling} bytes`, ({ skip }) => {
  const path = join(repository, "packages/launcher/dist/launcher.js");
  skip(!existsSync(path), "packages/launcher/dist is absent: npm run build makes it");
  expect(sentBytes(path)).toBeLessThanOrEqual(launcherCeiling);
});

test(`the launcher loads one part later, of at most ${panelCeiling} bytes`, ({ skip }) => {
  const folder = join(repository, "packages/launcher/dist/launcher");
  skip(!existsSync(folder), "packages/launcher/dist is absent: npm run build makes it");
  const parts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(parts).toEqual([expect.stringMatching(/^later-[\w-]{8}\.js$/)]);
  expect(sentBytes(join(folder, parts[0] ?? ""))).toBeLessThanOrEqual(panelCeiling);
});

test(`the chat takes the frame at most ${chatCeiling} bytes before anything is asked for`, ({ skip }) => {
  const folder = join(repository, "packages/chat/dist");
  const page = join(folder, "index.html");
  skip(!existsSync(page), "packages/chat/dist is absent: npm run build makes it");
  const assets = initialAssets(readFileSync(page, "utf8"));
  expect(
    assets.some((asset) => asset.endsWith(".js")),
    "scripts found in index.html",
  ).toBe(true);
  const bytes = assets.map((asset) => sentBytes(join(folder, asset)));
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(chatCeiling);
});

test("each part that the chat loads later keeps its own ceiling, and there are no others", ({ skip }) => {
  const folder = join(repository, "packages/chat/dist");
  const page = join(folder, "index.html");
  skip(!existsSync(page), "packages/chat/dist is absent: npm run build makes it");
  const initial = initialAssets(readFileSync(page, "utf8"));
  const later = readdirSync(join(folder, "assets"))
    .map((name) => `assets/${name}`)
    .filter((asset) => /\.(?:js|css)$/.test(asset) && !initial.includes(asset));
  const ceilings = [
    ...Object.entries(laterCeilings),
    ...languages.map((language) => [language, languageCeiling] as const),
  ];
  expect(later).toHaveLength(ceilings.length);
  for (const [part, ceiling] of ceilings) {
    const asset = later.find((each) => each.startsWith(`assets/${part}-`) && each.endsWith(".js"));
    expect(asset, part).toBeDefined();
    expect(sentBytes(join(folder, asset ?? "")), part).toBeLessThanOrEqual(ceiling);
  }
});

test("what a page loads at once is its scripts, preloaded modules and styles, each once, and nothing else", () => {
  const page = `<link rel="icon" href="/chat/icon.svg"><link rel="stylesheet" crossorigin href="./assets/a.css">
    <link rel="modulepreload" href="/chat/assets/b.js"><script type="module" crossorigin src="/chat/assets/c.js"></script>
    <script src="/assets/c.js?v=1"></script><img src="/chat/d.png">`;
  expect(initialAssets(page)).toEqual(["assets/a.css", "assets/b.js", "assets/c.js"]);
});
