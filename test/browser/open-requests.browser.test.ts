import { createOutbound } from "@servicechat/outbound";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import type { BrowserOptions } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { returnForm, returning, returnTools, shopToken } from "../support/return-desk.ts";
import { openChat, startWidget } from "../support/start-widget.ts";

/** A shop whose agent and form both ask before they return an order. */
async function startDesk(browser: Partial<BrowserOptions> = {}) {
  await using stack = new AsyncDisposableStack();
  const api = stack.use(await startRecordingApi(() => ({ returnId: "R-7" })));
  const outbound = stack.use(createOutbound({ allowedNetworks: ["127.0.0.0/8"] }));
  const widget = stack.use(
    await startWidget(
      {
        script: returning,
        environment: { SHOP_TOKEN: shopToken },
        outbound,
        agent: { tools: returnTools(api.url), actions: [returnForm(api.url, { confirm: true })] },
      },
      browser,
    ),
  );
  const kept = stack.move();
  return { api, widget, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

describe.skipIf(noChromium)(
  `a request that waits for confirmation${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("is neither made nor declined by typing, and can be confirmed later: after a reload, in another tab", async () => {
      await using desk = await startDesk();
      const { api, widget } = desk;
      const page = await widget.openShop();
      let chat = await openChat(page);
      await askInChat(chat, "Please return 1042");
      const card = () => chat.getByRole("region", { name: "Requesting the return" });
      await card().locator("dd", { hasText: "1042" }).waitFor();
      // As many as move the card out of the view.
      for (const text of ["Do you ship to Norway?", "Confirm", "Cancel", "To Sweden?", "To Finland?"]) {
        await askInChat(chat, text);
        await chat.locator(".said", { hasText: text }).waitFor();
        await chat.getByRole("button", { name: "Send message" }).waitFor();
      }
      await expect.poll(() => chat.locator(".reply", { hasText: "As you like." }).count()).toBe(5);
      expect(api.heard).toEqual([]);
      expect(
        await card()
          .getByText(/^(Confirmed|Not confirmed)$/)
          .count(),
      ).toBe(0);

      await page.reload();
      chat = await openChat(page);
      await chat.getByText("Waiting for your decision: Requesting the return").waitFor();
      const other = await openChat(await widget.openShop("/other"));
      await other.getByRole("button", { name: "Show", exact: true }).click();
      await other.getByRole("button", { name: "Confirm", exact: true }).click();
      await other.getByText(/R-7/).first().waitFor();
      expect(api.lines()).toEqual(["POST /orders/1042/returns"]);
      await other.locator(".said", { hasText: "Requesting the return: Confirmed" }).waitFor();

      await card().getByText("Confirmed", { exact: true }).waitFor();
      await chat.getByText(/R-7/).first().waitFor();
      expect(await chat.getByRole("button", { name: "Confirm", exact: true }).count()).toBe(0);
      expect(await chat.getByText("Waiting for your decision").count()).toBe(0);
      expect(api.lines()).toHaveLength(1);
    });

    test("from a form remains, as does a form that is being filled in, when something is typed and after a reload", async () => {
      await using desk = await startDesk({ cookies: "allowed" });
      const { api, widget } = desk;
      const page = await widget.openShop();
      let chat = await openChat(page);
      const field = () => chat.getByRole("form", { name: "Return an order" }).getByLabel("Order id");
      await chat.getByRole("button", { name: "Return an order" }).click();
      await field().fill("77");
      await askInChat(chat, "Where do I find the number?");
      await chat.getByText("As you like.").first().waitFor();
      expect(await field().inputValue()).toBe("77");
      await page.reload();
      chat = await openChat(page);
      await field().waitFor();
      expect(await field().inputValue()).toBe("77");
      const other = await openChat(await widget.openShop("/other"));
      await other.getByText("As you like.").first().waitFor();
      expect(await other.getByRole("form", { name: "Return an order" }).count()).toBe(0);

      await chat.getByRole("button", { name: "Send", exact: true }).click();
      await chat.getByRole("region", { name: "Return an order" }).waitFor();
      await askInChat(chat, "Is it free?");
      await expect.poll(() => chat.locator(".reply", { hasText: "As you like." }).count()).toBe(2);
      expect(api.heard).toEqual([]);
      await chat.getByRole("button", { name: "Confirm", exact: true }).click();
      await chat.getByText(/R-7/).first().waitFor();
      expect(api.lines()).toEqual(["POST /orders/77/returns"]);
    });

    test("returns the focus to the composer once it is answered, without an outline around the conversation", async () => {
      await using desk = await startDesk();
      const { widget } = desk;
      const chat = await openChat(await widget.openShop());
      await askInChat(chat, "Please return 1042");
      const confirm = chat.getByRole("button", { name: "Confirm", exact: true });
      await expect.poll(() => confirm.isEnabled()).toBe(true);
      await confirm.press("Enter");
      await chat.getByText(/R-7/).first().waitFor();
      expect(await chat.evaluate("document.activeElement.matches('.composer textarea')")).toBe(true);
      expect(await chat.locator(".scroller:focus-visible").count()).toBe(0);

      await chat.getByRole("button", { name: "Available actions" }).click();
      await chat.getByRole("button", { name: "Return an order" }).click();
      await chat.getByRole("form").getByLabel("Order id").fill("7");
      await chat.getByRole("form").getByLabel("Order id").press("Enter");
      await chat.getByRole("region", { name: "Return an order" }).waitFor();
      expect(await chat.evaluate("document.activeElement.matches('.composer textarea')")).toBe(true);
      // Keyboard users can see where the focus is.
      for (let step = 0; step < 12; step++) {
        if ((await chat.locator(".scroller:focus-visible").count()) > 0) break;
        await chat.page().keyboard.press("Shift+Tab");
      }
      expect(await chat.locator(".scroller:focus-visible").count()).toBe(1);
    });
  },
);
