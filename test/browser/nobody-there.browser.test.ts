import { describe, expect, test } from "vitest";
import { linkIn, mailFrom } from "../support/absent-visitor.ts";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startTalk } from "../support/start-talk.ts";
import { chatOf, embedTag, openChat } from "../support/start-widget.ts";
import { visitConsole } from "../support/visit-console.ts";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
/** A past night, so that what the test creates by the real clock has not expired at any time in the story. */
const night = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs + 22 * hourMs;
const daily = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, ["09:00-17:00"]]);

describe.skipIf(noChromium)(`nobody available at night${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("a visitor leaves an address, is answered in the console the next morning, and reads the answer through a mailed link", async () => {
    await using server = await startMailServer();
    let wallMs = night;
    await using talk = await startTalk({
      clock: { wallMs: () => wallMs, monotonicMs: () => performance.now() },
      mail: { url: server.url, from: mailFrom },
      agent: {
        handoff: { hours: { zone: "UTC", ...Object.fromEntries(daily) } },
        tools: ["HandOver"],
      },
    });
    await talk.browser.context.clock.setSystemTime(night);
    const shop = await talk.openShop("/lamps");
    const chat = await openChat(shop);
    await askInChat(chat, "When does my lamp ship?");
    await chat.locator(".reply", { hasText: "Hello from the model." }).waitFor();
    // Outside of opening hours, the agent has nobody to hand over to.
    expect(talk.service.model.asked.at(-1)?.tools ?? []).toEqual([]);
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    const bar = chat.locator(".handoff-bar");
    await bar.getByText("Nobody is available right now.").waitFor();
    await chat.getByText(/^Available again: /).waitFor();
    await chat.getByLabel("Leave your email address").fill("ada@home.example");
    await chat.getByRole("button", { name: "Send", exact: true }).click();
    await chat.getByText("The answer will go to ada@home.example.").waitFor();
    await askInChat(chat, "I am at home all day.");
    await expect.poll(() => chat.locator(".reply", { hasText: "Hello from the model." }).count()).toBe(2);
    await shop.close();
    expect(server.mails).toEqual([]);

    wallMs = night + 11 * hourMs;
    await using desk = await openBrowser({ service: talk.service, sites: {}, cookies: "allowed" });
    const { context } = desk;
    await context.clock.setSystemTime(wallMs);
    const page = await visitConsole(talk.service, { path: "chats", name: "Maren", context });
    const row = page.locator(".chat-row", { hasText: "When does my lamp ship?" });
    await row.getByText("ada@home.example").waitFor();
    await row.click();
    const facts = page.getByRole("complementary", { name: "About this chat" });
    await facts.getByText("ada@home.example").waitFor();
    await facts.getByRole("link", { name: "Open in the inbox" }).click();
    await page.locator(".open-chat-about").getByText("ada@home.example").waitFor();
    await page.getByRole("textbox", { name: "Message to the visitor" }).fill("It ships today.");
    await page.keyboard.press("Enter");
    await page.locator(".badge.good", { hasText: "You have this chat" }).waitFor();
    await page.getByRole("log").getByText("It ships today.").waitFor();
    await expect.poll(() => page.locator(".sending").count()).toBe(0);
    wallMs += 3 * minuteMs;
    await expect.poll(() => server.mails.length).toBe(1);
    const [mail] = server.mails;
    if (!mail) throw new Error("There is no mail.");
    expect(mail.to).toEqual(["ada@home.example"]);
    expect(mail.text).toContain("It ships today.");
    expect(mail.text).not.toContain("When does my lamp ship?");
    expect(mail.subject).not.toContain("ships");
    const address = `https://shop.example/lamps#servicechat=${linkIn(mail)}`;
    expect(mail.text).toContain(address);

    const sites = {
      "shop.example": `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${embedTag(talk.service.key)}`,
    };
    await using phone = await openBrowser({ service: talk.service, sites });
    const opened = await phone.visit(address, { width: 390, height: 844 });
    const there = await chatOf(opened);
    await there.getByRole("strong").filter({ hasText: "You have a reply in your chat" }).waitFor();
    await there.getByRole("button", { name: "Continue this chat" }).click();
    await there.locator(".person-text", { hasText: "It ships today." }).waitFor();
    await askInChat(there, "Thank you, Maren!");
    await page.getByRole("log").getByText("Thank you, Maren!").waitFor();
  });
});
