import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { done } from "../gallery/recordings.ts";
import { openFakeChat } from "./open-fake-chat.ts";

describe.skipIf(noChromium)(
  `the menu of actions during a conversation${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("does not open while an answer is in progress, and collapses when one begins; it stays collapsed, and can be opened when it has ended", async () => {
      await using chat = await openFakeChat();
      const { frame, page } = chat;
      const menu = frame.locator(".field").getByRole("button", { name: "Available actions" });
      const offers = frame.locator(".offers");
      const state = () =>
        frame.evaluate<unknown[]>(`(() => {
          const button = document.querySelector(".offer-menu > button");
          return [button.ariaDisabled, button.ariaExpanded, document.activeElement === button];
        })()`);
      let answer = Promise.withResolvers<void>();
      chat.change({ holdPosts: answer.promise });
      await chat.say("Hello");
      await expect.poll(state).toEqual(["true", "false", false]);
      // Pointer and keyboard can reach it: it says that it is currently unavailable.
      await menu.click({ force: true });
      await menu.press("Enter");
      await menu.press("Space");
      expect(await state()).toEqual(["true", "false", true]);
      expect(await offers.count()).toBe(0);

      answer.resolve();
      await expect.poll(state).toEqual(["false", "false", true]);
      expect(await offers.count()).toBe(0);
      await menu.click();
      await offers.waitFor();

      answer = Promise.withResolvers<void>();
      chat.change({ holdPosts: answer.promise });
      await page.evaluate("port.postMessage({ type: 'send', text: 'From the page' })");
      await offers.waitFor({ state: "detached" });
      expect((await state()).slice(0, 2)).toEqual(["true", "false"]);
      answer.resolve();
      await expect.poll(async () => (await state())[0]).toBe("false");
      expect(await menu.getAttribute("aria-expanded")).toBe("false");
      expect(chat.posted).toHaveLength(2);
    });

    test("shows a form where the visitor can fill it in, also after an answer that is longer than the view", async () => {
      const long = "A paragraph about deliveries.\n\n".repeat(40);
      await using chat = await openFakeChat({ reply: [{ type: "text", data: long }, done] });
      const { frame } = chat;
      await chat.say("How are things delivered?");
      await frame.locator(".reply:not(.live)").waitFor();
      await frame.locator(".field").getByRole("button", { name: "Available actions" }).click();
      await frame.locator(".offers").getByRole("button").first().click();
      const field = frame.locator(".filling").locator("input, select, textarea").first();
      await field.waitFor();
      // Two frames later the list has been measured again.
      await frame.evaluate(
        "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))",
      );
      const box = await field.boundingBox();
      const list = await frame.locator(".scroller").boundingBox();
      if (!box || !list) throw new Error("There is no field.");
      expect(box.y).toBeGreaterThanOrEqual(list.y);
      expect(box.y + box.height).toBeLessThanOrEqual(list.y + list.height);
    });
  },
);
