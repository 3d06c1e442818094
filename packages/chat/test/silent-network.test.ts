import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { longHistory } from "./fake-answers.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(
  `a network that swallows what is sent${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("leaves nobody before an empty chat: it says so after 15 seconds, and goes on by itself", async () => {
      await using chat = await openFakeChat();
      await chat.say("Hello");
      await chat.frame.locator(".reply:not(.live)").waitFor();
      chat.change({ silent: ["/chat-bot/history"], history: longHistory(2) });
      await chat.page.clock.install();
      const frame = await chat.reload();
      await expect.poll(() => chat.asked.at(-1)).toBe("GET /chat-bot/history");
      await chat.page.clock.fastForward(15_000);
      await frame.getByText("Connection lost. Reconnecting").waitFor();
      chat.change({ silent: [] });
      await chat.page.clock.fastForward(1_000);
      await frame.getByText("Question number 2").waitFor();
    });
  },
);
