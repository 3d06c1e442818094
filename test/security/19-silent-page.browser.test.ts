import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { inStep, openChatInStep } from "../support/in-step.ts";
import { believing, signIn } from "../support/set-user.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

const welcome = (chat: Frame) => chat.getByText("Hi! How can we help?").waitFor();
const answer = (chat: Frame) => chat.getByText("Hello from the model.").first().waitFor();

describe.skipIf(noChromium)(
  `a page that does not identify its user${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    for (const cookies of ["blocked", "allowed"] as const) {
      test(`with third-party storage ${cookies}, shows nothing of the last user, who finds everything once the page does`, async () => {
        await using widget = await startWidget(believing, { cookies });
        const page = await widget.openShop();
        await signIn(page, "ada");
        const chat = await openChatInStep(page);
        await askInChat(chat, "Where is Ada's order?");
        await answer(chat);
        await chat.locator(".composer textarea").fill("Not sent by Ada");

        // The site's own session has ended silently.
        await page.goto("https://shop.example/next");
        const silent = await openChatInStep(page);
        expect(await silent.locator("body").innerText()).not.toContain("Ada");
        expect(await silent.locator(".composer textarea").inputValue()).toBe("");
        expect(await silent.getByRole("button", { name: "Chat menu" }).count()).toBe(0);
        await askInChat(silent, "A stranger's question");
        await answer(silent);
        expect(JSON.stringify(widget.service.model.asked.at(-1)?.messages)).not.toContain("Ada");
        await page.reload();
        const again = await openChat(page);
        await again.getByText("A stranger's question").first().waitFor();
        await page.evaluate("ServiceChat.newChat()");
        await welcome(again);

        await signIn(page, "ada");
        await again.getByText("Where is Ada's order?").first().waitFor();
      });
    }

    test("does not adopt a user whom another tab identifies", async () => {
      await using widget = await startWidget(believing, { cookies: "allowed" });
      const [silentPage, page] = [await widget.openShop(), await widget.openShop("/next")];
      const silent = await openChatInStep(silentPage);
      await signIn(page, "ada");
      const chat = await openChat(page);
      await askInChat(chat, "Where is Ada's order?");
      await answer(chat);
      await inStep(chat);

      // It checks again, like a tab that becomes visible.
      await silent.evaluate("dispatchEvent(new Event('focus'))");
      await askInChat(silent, "A stranger's question");
      await answer(silent);
      expect(await silent.locator("body").innerText()).not.toContain("Ada");
    });
  },
);
