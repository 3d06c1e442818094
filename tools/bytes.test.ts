import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { initialAssets } from "./initial-assets.ts";
import { sentBytes } from "./sent-bytes.ts";
import { repository } from "./source-files.ts";

const launcherCeiling = 3_072;
/** Its document, of 191 bytes at most, is extra. */
const chatCeiling = 33 * 1024;
/** With the page that people see after signing in, and the font. */
const consoleCeiling = 120 * 1024;

/** Parts that the chat loads when needed. Their sizes have no ceiling, but are printed. */
const lazyModules = [
  "answer-view",
  "formulas",
  "handoff",
  "highlighting",
  "input-controls",
  "menu-and-tabs",
  "message-tools",
  "pictures",
];
/** The languages other than English, of which a visitor loads one. */
const languages = ["ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "zh"];

test(`the launcher costs a page at most ${launcherCeiling} bytes`, ({ skip }) => {
  const path = join(repository, "packages/launcher/dist/launcher.js");
  skip(!existsSync(path), "packages/launcher/dist is absent: npm run build makes it");
  expect(sentBytes(path)).toBeLessThanOrEqual(launcherCeiling);
});

test("the launcher loads one part later", ({ skip }) => {
  const folder = join(repository, "packages/launcher/dist/launcher");
  skip(!existsSync(folder), "packages/launcher/dist is absent: npm run build makes it");
  const parts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  expect(parts).toEqual([expect.stringMatching(/^later-[\w-]{8}\.js$/)]);
  for (const part of parts) console.log(part, sentBytes(join(folder, part)));
});

test(`the chat costs the frame at most ${chatCeiling} bytes before any request`, ({ skip }) => {
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

test("the chat loads its parts and its languages from separate files, and no others", ({ skip }) => {
  const folder = join(repository, "packages/chat/dist");
  const page = join(folder, "index.html");
  skip(!existsSync(page), "packages/chat/dist is absent: npm run build makes it");
  const initial = initialAssets(readFileSync(page, "utf8"));
  const later = readdirSync(join(folder, "assets"))
    .map((name) => `assets/${name}`)
    .filter((asset) => /\.(?:js|css)$/.test(asset) && !initial.includes(asset));
  const names = later.map((asset) => /^assets\/(.+)-[\w-]{6}\.js$/.exec(asset)?.[1] ?? asset);
  expect(names.toSorted()).toEqual([...lazyModules, ...languages].toSorted());
  for (const asset of later) console.log(asset, sentBytes(join(folder, asset)));
});

test(`the console's first page costs at most ${consoleCeiling} bytes`, ({ skip }) => {
  const folder = join(repository, "packages/console/dist");
  const page = join(folder, "index.html");
  skip(!existsSync(page), "packages/console/dist is absent: npm run build makes it");
  const names = readdirSync(join(folder, "assets"));
  const named = (pattern: RegExp) => {
    const name = names.find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`No asset is called ${String(pattern)}.`);
    return name;
  };
  const initial = initialAssets(readFileSync(page, "utf8")).map((asset) => basename(asset));
  const loaded = new Set([...initial, named(/^home-page-[\w-]+\.js$/)]);
  // A set that grows while it is read is read to its end.
  for (const name of loaded)
    if (name.endsWith(".js"))
      for (const [, imported = ""] of readFileSync(join(folder, "assets", name), "utf8").matchAll(
        /\b(?:from|import)\s*["`]\.\/([\w.-]+)["`]/g,
      ))
        loaded.add(imported);
  const font = named(/^figtree-latin-wght-.+\.woff2$/);
  const bytes = [...loaded].map((name) => sentBytes(join(folder, "assets", name)));
  bytes.push(statSync(join(folder, "assets", font)).size);
  expect(loaded.size).toBeGreaterThan(initial.length + 1);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(consoleCeiling);
});

test("a page initially loads its scripts, preloaded modules and styles, each once, and nothing else", () => {
  const page = `<link rel="icon" href="/chat/icon.svg"><link rel="stylesheet" crossorigin href="./assets/a.css">
    <link rel="modulepreload" href="/chat/assets/b.js"><script type="module" crossorigin src="/chat/assets/c.js"></script>
    <script src="/assets/c.js?v=1"></script><img src="/chat/d.png">`;
  expect(initialAssets(page)).toEqual(["assets/a.css", "assets/b.js", "assets/c.js"]);
});
