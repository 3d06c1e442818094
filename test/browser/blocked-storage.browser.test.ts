import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const endsWithPage =
  "This browser doesn't save this chat. It will be gone once you close, reload or leave the page.";
const endsWithNewChat =
  "This browser doesn't save past chats here, so you won't be able to open this chat again.";

describe.skipIf(noChromium)(
  `if the browser gives the chat no storage${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("except a partitioned cookie, the chat survives, and a warning says that a new one will replace it", async () => {
      await using widget = await startWidget({}, { cookies: "blocked" });
      const page = await widget.openShop();
      const chat = await openChat(page);
      expect(await readMenu(chat)).not.toContain(endsWithPage);
      expect(await readNewChatQuestion(chat)).toContain(endsWithNewChat);

      await page.reload();
      await (await openChat(page)).getByText("Where is my order?").waitFor();
    });

    test("at all, the menu says that the chat ends with the page, and it does", async () => {
      await using widget = await startWidget({}, { cookies: "forbidden" });
      const page = await widget.openShop();
      const chat = await openChat(page);
      expect(await readMenu(chat)).toContain(endsWithPage);
      expect(await readNewChatQuestion(chat)).toContain(endsWithNewChat);

      await page.reload();
      const next = await openChat(page);
      await next.getByText("Hi! How can we help?").waitFor();
      expect(await next.getByText("Where is my order?").count()).toBe(0);
    });
  },
);

/** Asks something, and returns the menu's text. */
async function readMenu(chat: Frame): Promise<string> {
  await askInChat(chat, "Where is my order?");
  await chat.locator("article:not(.live)").waitFor();
  await chat.getByRole("button", { name: "Chat menu" }).click();
  await chat.getByRole("menuitem", { name: "New chat" }).waitFor();
  return chat.locator("body").innerText();
}

/** The confirmation before the open menu starts a new chat. */
async function readNewChatQuestion(chat: Frame): Promise<string> {
  await chat.getByRole("menuitem", { name: "New chat" }).click();
  await chat.getByText("Start a new chat?").waitFor();
  return chat.getByRole("dialog").or(chat.getByRole("alertdialog")).innerText();
}
