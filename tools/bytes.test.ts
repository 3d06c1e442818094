import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { initialAssets } from "./initial-assets.ts";
import { repository } from "./source-files.ts";

const launcherCeiling = 3_900;
const chatCeiling = 27_000;
const laterCeiling = 15_500;

test(`the launcher takes a page at most ${launcherCeiling} bytes`, ({ skip }) => {
  const path = join(repository, "packages/launcher/dist/launcher.js");
  skip(!existsSync(path), "packages/launcher/dist is absent: npm run build makes it");
  expect(brotliBytes(path)).toBeLessThanOrEqual(launcherCeiling);
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
  const bytes = assets.map((asset) => brotliBytes(join(folder, asset)));
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(chatCeiling);
});

test(`what the chat loads once there is something to answer takes at most ${laterCeiling} bytes`, ({
  skip,
}) => {
  const folder = join(repository, "packages/chat/dist");
  const page = join(folder, "index.html");
  skip(!existsSync(page), "packages/chat/dist is absent: npm run build makes it");
  const initial = initialAssets(readFileSync(page, "utf8"));
  const later = readdirSync(join(folder, "assets"))
    .map((name) => `assets/${name}`)
    .filter((asset) => /\.(?:js|css)$/.test(asset) && !initial.includes(asset));
  expect(later).toEqual([expect.stringMatching(/^assets\/markdown-[\w-]+\.js$/)]);
  expect(brotliBytes(join(folder, later[0] ?? ""))).toBeLessThanOrEqual(laterCeiling);
});

test("what a page loads at once is its scripts, preloaded modules and styles, each once, and nothing else", () => {
  const page = `<link rel="icon" href="/chat/icon.svg"><link rel="stylesheet" crossorigin href="./assets/a.css">
    <link rel="modulepreload" href="/chat/assets/b.js"><script type="module" crossorigin src="/chat/assets/c.js"></script>
    <script src="/assets/c.js?v=1"></script><img src="/chat/d.png">`;
  expect(initialAssets(page)).toEqual(["assets/a.css", "assets/b.js", "assets/c.js"]);
});

function brotliBytes(path: string): number {
  return brotliCompressSync(readFileSync(path)).byteLength;
}
