import { describe, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { words } from "../support/model-server.ts";
import { chatOf, startWidget } from "../support/start-widget.ts";

/** Everything that this document can find in its browser. */
const stored = `(async () => [
  ...Object.keys(localStorage),
  ...Object.keys(sessionStorage),
  ...document.cookie.split("; ").filter(Boolean),
  ...(await indexedDB.databases()).map(({ name }) => name),
  ...(self.caches ? await caches.keys() : []),
])()`;

const inPageAndFrame = async (page: Page, frame: Frame): Promise<unknown> => [
  await page.evaluate(stored),
  await frame.evaluate(stored),
  (await page.context().cookies()).map(({ name }) => name),
];

describe.skipIf(noChromium)(`a visitor who has done nothing${noChromium ? ` (${noChromium})` : ""}`, () => {
  test.each(["open", "prefill"])(
    "has nothing stored in their browser, even if the page calls %s; with the first message the chat is stored",
    async (call) => {
      await using widget = await startWidget({ script: () => words("On its way.") }, { cookies: "allowed" });
      // The page itself calls it: what a test evaluates counts as an action by the visitor.
      await widget.context.addInitScript(`self.ServiceChat = { q: [["${call}", "Where is it?"]] }`);
      const page = await widget.openShop();
      const chat = await chatOf(page);
      await chat.locator(".welcome").waitFor({ state: "attached" });
      await chat.locator(".chat-menu, .composer textarea").first().waitFor({ state: "attached" });
      expect(await inPageAndFrame(page, chat)).toEqual([[], [], []]);

      await page.evaluate("ServiceChat.open()");
      await askInChat(chat, "Where is it?");
      await chat.getByText("On its way.").first().waitFor();
      expect((await inPageAndFrame(page, chat)) as readonly unknown[][]).not.toEqual([[], [], []]);
    },
  );
});
