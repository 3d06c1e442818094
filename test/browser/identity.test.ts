import { SignJWT } from "jose";
import type { Frame, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { chatOf, openChat, startWidget } from "../support/start-widget.ts";

const secret = "a secret of the site's own, long enough";
const start = {
  agent: { identity: { secretEnv: "SHOP_IDENTITY_SECRET" } },
  environment: { SHOP_IDENTITY_SECRET: secret },
};

const sign = (sub: string, expires = "10m") =>
  new SignJWT({ sub })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));

async function setUser(
  page: Page,
  user: { readonly id: string; readonly token: string } | null,
): Promise<void> {
  await page.waitForFunction("window.ServiceChat");
  await page.evaluate(`ServiceChat.setUser(${JSON.stringify(user)})`);
}

/** The chat of now: signing in loads another into the frame. */
async function readyChat(page: Page): Promise<Frame> {
  const chat = await chatOf(page);
  await chat.locator(".entries, .welcome").first().waitFor();
  return chat;
}

describe.skipIf(noChromium)(`a visitor whom the site names${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("is known to the agent from the first message on, until the page says that it is over", async () => {
    await using widget = await startWidget(start);
    const told = (at: number) => JSON.stringify(widget.service.model.asked[at]?.messages.at(-1));
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

  test("loses no message when the proof has expired: the page hears of it, brings another, and Retry sends it", async () => {
    await using widget = await startWidget(start);
    widget.browser.trouble.expect(/status of 401/);
    const page = await widget.openShop();
    await setUser(page, { id: "customer-42", token: await sign("customer-42", "-1h") });
    await page.evaluate("ServiceChat.on('error', ({ code }) => (window.heard = code))");
    const chat = await openChat(page);
    await askInChat(chat, "Where is my order?");
    const retry = chat.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    expect(await chat.locator(".error-bar").innerText()).toContain("Reload the page");
    expect(await page.evaluate("heard")).toBe("user_token_rejected");
    expect(widget.service.model.asked).toEqual([]);

    await setUser(page, { id: "customer-42", token: await sign("customer-42") });
    await retry.click();
    await chat.getByText("Hello from the model.").first().waitFor();
    expect(await chat.getByText("Where is my order?").count()).toBe(1);
    expect(JSON.stringify(widget.service.model.asked)).toContain("customer-42");
  });

  test("takes along what was said before signing in, and has chats that nobody else on this device sees", async () => {
    await using widget = await startWidget(start);
    const page = await widget.openShop();
    const answered = async (text: string) => {
      const chat = await readyChat(page);
      await askInChat(chat, text);
      await expect.poll(() => chat.getByText("Hello from the model.").count()).toBeGreaterThan(0);
      await expect.poll(() => chat.locator(".live").count()).toBe(0);
    };
    const signIn = async (id: string) => setUser(page, { id, token: await sign(id) });
    const shown = async () => (await readyChat(page)).locator(".bubble").allInnerTexts();
    const past = async () => {
      const chat = await readyChat(page);
      const menu = chat.getByRole("button", { name: "Chat menu" });
      // Where nothing was said and nothing is kept there is none.
      if ((await menu.count()) === 0) return false;
      await menu.click();
      const names = await chat.getByRole("menuitem").allInnerTexts();
      await chat.getByRole("menuitem").first().press("Escape");
      return names.some((name) => name.includes("Past chats"));
    };

    await openChat(page);
    await answered("Asked by nobody in particular");
    await signIn("ada");
    await expect.poll(shown).toEqual([expect.stringContaining("Asked by nobody in particular")]);
    await answered("Ada's question");

    await signIn("bob");
    await expect.poll(shown).toEqual([]);
    await answered("Bob's question");
    expect(await past()).toBe(false);

    await setUser(page, null);
    await expect.poll(shown).toEqual([]);
    expect(await past()).toBe(false);

    await page.reload();
    await signIn("ada");
    await openChat(page);
    await expect
      .poll(shown)
      .toEqual([
        expect.stringContaining("Asked by nobody in particular"),
        expect.stringContaining("Ada's question"),
      ]);
  });
});
