import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { believing, setUser, signedIn } from "../support/set-user.ts";
import { openChat, startWidget } from "../support/start-widget.ts";
import { untilTrue } from "../support/until-true.ts";

const { sign } = signedIn;

describe.skipIf(noChromium)(
  `a visitor whom the site identifies${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("is known to the agent from the first message on, until the page ends it", async () => {
      await using widget = await startWidget(believing);
      const told = (at: number) => JSON.stringify(widget.service.model.asked[at]?.messages);
      const page = await widget.openShop();
      await setUser(page, { id: "customer-42", token: await sign("customer-42") });
      const chat = await openChat(page);
      await askInChat(chat, "Where is my order?");
      await chat.getByText("Hello from the model.").first().waitFor();
      expect(told(0)).toContain("customer-42");

      await setUser(page, null);
      await askInChat(chat, "And now?");
      await expect.poll(() => widget.service.model.asked.length).toBe(2);
      expect(told(1)).not.toContain("customer-42");
    });

    test("loses no message when the token expires: the page is told, provides another, and Retry sends the message", async () => {
      await using widget = await startWidget(believing);
      widget.browser.trouble.expect(/status of 401/);
      const page = await widget.openShop();
      await setUser(page, { id: "customer-42", token: await sign("customer-42", "-1h") });
      await page.evaluate("ServiceChat.on('error', ({ code }) => (window.heard = code))");
      const chat = await openChat(page);
      await askInChat(chat, "Where is my order?");
      const retry = chat.getByRole("button", { name: "Retry" });
      await retry.waitFor();
      expect(await chat.locator(".error-bar").innerText()).toContain("Sign in again, then retry.");
      await untilTrue(page, "window.heard === 'user_token_rejected'");
      expect(widget.service.model.asked).toEqual([]);

      await setUser(page, { id: "customer-42", token: await sign("customer-42") });
      await retry.click();
      await chat.getByText("Hello from the model.").first().waitFor();
      expect(await chat.getByText("Where is my order?").count()).toBe(1);
      expect(JSON.stringify(widget.service.model.asked)).toContain("customer-42");
    });
  },
);
