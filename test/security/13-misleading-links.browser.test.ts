import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeLink } from "../../packages/markdown/src/links/safe-link.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const evil = "https://evil.example/x";
const texts = [
  "Go to https://shop.example/login",
  "shop.example/login (secure)",
  "→ shop.example",
  "“shop.example”",
  "(www.shop.example)",
  "write to help@shop.example",
  "shop.example, then evil.example",
  "https://intranet/login",
  "sh\u200Bop.ex\u00ADample here",
  "shop。example here",
  "ｓｈｏｐ．ｅｘａｍｐｌｅ here",
  "https://shop.example@evil.example/x",
  "see 203.0.113.7 now",
  "bücher.example here",
  "xn--bcher-kva.example here",
];

test.each(texts)("a link shows its target if its text contains another address: %s", (text) => {
  expect(safeLink(evil, text)?.host).toBe("evil.example");
});

test.each([
  "Our tents",
  "e.g. this one, of 3.50",
  "evil.example: more",
  "Go to https://www.evil.example/login",
])("a link whose text contains no other address is not marked: %s", (text) => {
  expect(safeLink(evil, text)).toEqual({ href: evil });
});

test("an address that is its own text is not marked for a file name in it, but is for a user name", () => {
  const image = "https://evil.example/shop.png";
  expect(safeLink(image, image)).toEqual({ href: image });
  const user = "https://shop.example@evil.example/";
  expect(safeLink(user, user)?.host).toBe("evil.example");
});

test("text around another address does not hide it", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, after) => {
      expect(safeLink(evil, `${before} https://shop.example ${after}`)?.host).toBe("evil.example");
    }),
  );
});

describe.skipIf(noChromium)(`an answer with links${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("shows the target beside each link whose text says otherwise", async () => {
    const shown = texts.filter((text) => !/[“”]/.test(text));
    await using widget = await startWidget({
      script: () => words(shown.map((text) => `- [${text}](${evil})`).join("\n")),
    });
    const chat = await openChat(await widget.openShop());
    await askInChat(chat, "Where do I sign in?");
    const links = chat.locator("article li", { has: chat.locator("a") });
    await expect.poll(() => links.count()).toBe(shown.length);
    for (const line of await links.allTextContents()) expect(line).toMatch(/evil\.example\W*$/);
  });
});
