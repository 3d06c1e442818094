import { parseHTML } from "linkedom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blocksOf } from "../src/parse/read-blocks.ts";

const { document } = parseHTML("<body></body>");

beforeEach(() => void Object.assign(globalThis, { document }));
afterEach(() => void Reflect.deleteProperty(globalThis, "document"));

/** Imports a module that uses browser types, which are not available here. */
const inBrowser = (specifier: string) => import(specifier);

/** The rendering of a text, as elements with their addresses. */
async function drawn(text: string, mayLoadImage?: (href: string) => boolean): Promise<string[]> {
  const { MarkdownView } = await inBrowser("../src/components.ts");
  const { h, render } = await inBrowser("preact");
  const settings = { words: { opensNewTab: "new tab" }, icon: () => null, mayLoadImage };
  render(
    h(MarkdownView, { blocks: blocksOf(text), settings, citations: { of: () => undefined } }),
    document.body,
  );
  const found = [...document.querySelectorAll("a, img")].map((each) =>
    [
      each.localName,
      each.getAttribute("href") ?? each.getAttribute("src"),
      each.textContent || each.getAttribute("alt"),
    ].join(" "),
  );
  render(null, document.body);
  return found;
}

const text =
  "![A lamp](https://cdn.example/lamp.png) and ![](https://evil.example/x?secret) ![no](javascript:a)";

test("an image in a text becomes a link, and nothing is loaded, unless the caller allows it", async () => {
  expect(await drawn(text)).toEqual([
    "a https://cdn.example/lamp.png A lamp",
    "a https://evil.example/x?secret https://evil.example/x?secret",
  ]);
});

test("an image that the caller allows is drawn, and no other", async () => {
  expect(await drawn(text, (href) => new URL(href).host === "cdn.example")).toEqual([
    "img https://cdn.example/lamp.png A lamp",
    "a https://evil.example/x?secret https://evil.example/x?secret",
  ]);
});

test("a link shows its target beside a text that contains another address, and that a new tab opens", async () => {
  await drawn("");
  expect(await drawn("[shop.example](https://evil.example/) and [ours](https://shop.example/)")).toEqual([
    "a https://evil.example/ shop.example (evil.example)",
    "a https://shop.example/ ours",
  ]);
});
