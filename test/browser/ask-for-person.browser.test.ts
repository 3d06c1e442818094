import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { asksForPerson, chatOf as newestChat } from "../support/handoff.ts";
import { ask } from "../support/visitor.ts";
import { words } from "../support/model-server.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat } from "../support/start-widget.ts";
import { startTalk } from "../support/start-talk.ts";

/** The bar above the composer. */
const bar = (chat: Frame) => chat.locator(".handoff-bar");
/** Higher than the view. */
const longAnswer = "Many words about lamps.\n\n".repeat(60);
/** How far the list is from its end, in pixels. */
const fromEnd = (chat: Frame) =>
  chat
    .locator(".scroller")
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
const dayAfterTomorrow = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(new Date().getUTCDay() + 2) % 7];

describe.skipIf(noChromium)(`asking for a person${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("before any message: the visitor waits, cancels, asks again from the menu and is answered", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    let chat = await openChat(page);
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await chat.getByText("You'll see it here when somebody joins.").waitFor();
    await chat.getByText("A person has been asked to join").waitFor();
    expect(await chat.getByRole("button", { name: "Talk to a person" }).count()).toBe(0);

    await chat.getByRole("button", { name: "Cancel" }).click();
    await chat.getByText("You're back with the assistant").waitFor();
    await chat.getByRole("button", { name: "Chat menu" }).click();
    await chat.getByRole("menuitem", { name: "Talk to a person" }).click();
    await bar(chat).getByText("You are next").waitFor();
    await page.reload();
    chat = await openChat(page);
    await bar(chat).getByText("You are next").waitFor();

    const colleague = await talk.colleague();
    await colleague.say("Good morning!");
    await chat.locator(".person-text", { hasText: "Good morning!" }).waitFor();
    await bar(chat).getByText(`You're talking to ${colleague.name}`).waitFor();
    await chat.getByRole("button", { name: "Back to the assistant" }).click();
    await chat.getByRole("button", { name: "Talk to a person" }).waitFor();
  });

  test("the visitor sees how many wait before them, and that they are next once those are gone", async () => {
    await using talk = await startTalk();
    const { token } = await ask(talk.service, "Hello");
    await asksForPerson(talk.service, token);
    const chat = await openChat(await talk.openShop());
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await bar(chat).getByText("1 person is before you").waitFor();
    await talk.service.fetch("/chat-bot/handoff", {
      method: "DELETE",
      headers: { "X-Session-Token": token },
    });
    await bar(chat).getByText("You are next").waitFor();
    await chat.getByRole("status").filter({ hasText: "You are next" }).waitFor({ state: "attached" });
  });

  test("shows the end of the chat, and what the person writes, until the visitor scrolls up", async () => {
    await using talk = await startTalk({ script: () => words(longAnswer) });
    const page = await talk.openShop();
    const chat = await openChat(page);
    await askInChat(chat, "Everything?");
    await chat.locator(".reply:not(.live)").waitFor();
    await expect.poll(() => fromEnd(chat)).toBeGreaterThan(300);
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await chat.getByText("A person has been asked to join").waitFor();
    await expect.poll(() => fromEnd(chat)).toBeLessThan(2);

    // Meanwhile, the agent answers. That is read from its beginning, until the person comes.
    await askInChat(chat, "And meanwhile?");
    await expect.poll(() => chat.locator(".reply:not(.live)").count()).toBe(2);
    await expect.poll(() => fromEnd(chat)).toBeGreaterThan(300);
    const colleague = await talk.colleague();
    await colleague.say("Good morning!");
    await chat.locator(".person-text", { hasText: "Good morning!" }).waitFor();
    await expect.poll(() => fromEnd(chat)).toBeLessThan(2);
    await colleague.say("Where were we?");
    await chat.locator(".person-text", { hasText: "Where were we?" }).waitFor();
    await expect.poll(() => fromEnd(chat)).toBeLessThan(2);

    await chat.locator(".scroller").hover();
    await page.mouse.wheel(0, -400);
    await chat.getByRole("button", { name: "Jump to latest" }).waitFor();
    await colleague.say("Are you there?");
    await chat.getByRole("button", { name: "New messages" }).waitFor();
    expect(await fromEnd(chat)).toBeGreaterThan(300);
  });

  test("before any message: the newest of many messages of the person is in view", async () => {
    await using talk = await startTalk();
    const chat = await openChat(await talk.openShop());
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await bar(chat).getByText("You are next").waitFor();
    const colleague = await talk.colleague();
    for (let count = 1; count <= 12; count++) await colleague.say(`Message ${count}`);
    await chat.locator(".person-text", { hasText: "Message 12" }).waitFor();
    expect(await chat.locator(".scroller").evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(
      true,
    );
    await expect.poll(() => fromEnd(chat)).toBeLessThan(2);
  });

  test("at night: the chat says when somebody will be there, and stores an address", async () => {
    const hours = { zone: "UTC", [dayAfterTomorrow ?? ""]: ["09:00-17:00"] };
    await using talk = await startTalk({ agent: { handoff: { hours } } });
    const chat = await openChat(await talk.openShop());
    await askInChat(chat, "Hello");
    await chat.locator(".reply", { hasText: "Hello from the model." }).waitFor();
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await bar(chat).getByText("Nobody is available right now.").waitFor();
    await chat.getByText(/^Available again: \w+day,/).waitFor();

    const field = chat.getByLabel("Leave your email address");
    await field.fill("not an address");
    await chat.getByRole("button", { name: "Send", exact: true }).click();
    await chat.getByText("Enter an email address").waitFor();
    await field.fill("v@example.com");
    await field.press("Enter");
    await chat.getByText("The answer will go to v@example.com.").waitFor();
    const { cookie } = await talk.service.signIn("owner");
    expect(await newestChat(talk.service, cookie)).toMatchObject({
      holder: "agent",
      handoff: { by: "visitor", email: "v@example.com" },
    });
    await askInChat(chat, "And without a person?");
    await expect.poll(() => chat.locator(".reply", { hasText: "Hello from the model." }).count()).toBe(2);
  });

  test("no address is asked for if none is wanted", async () => {
    const handoff = { hours: { zone: "UTC" }, offline: { email: false } };
    await using talk = await startTalk({ agent: { handoff } });
    const chat = await openChat(await talk.openShop());
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await bar(chat).getByText("Nobody is available right now.").waitFor();
    expect(await chat.locator("input[type=email]").count()).toBe(0);
    await chat.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => bar(chat).getByText("Nobody is available right now.").count()).toBe(0);
  });

  test("if nobody comes, the chat says so", async () => {
    await using talk = await startTalk({ agent: { handoff: { waitMinutes: 0.02 } } });
    const chat = await openChat(await talk.openShop());
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await chat.getByText("Nobody was available").waitFor();
    await chat.getByLabel("Leave your email address").waitFor();
  });

  test("a bad rating is a reason to offer it, once", async () => {
    await using talk = await startTalk({ agent: { handoff: {}, feedback: true } });
    const chat = await openChat(await talk.openShop());
    await askInChat(chat, "Hello");
    await chat.getByRole("button", { name: "Not helpful" }).click();
    await bar(chat).getByText("Would you rather talk to a person?").waitFor();
    await chat.getByRole("button", { name: "No", exact: true }).click();
    await expect.poll(() => bar(chat).getByText("Would you rather talk to a person?").count()).toBe(0);
    await askInChat(chat, "Another question");
    const replies = chat.locator("article:not(.live)", { hasText: "Hello from the model." });
    await expect.poll(() => replies.count()).toBe(2);
    await chat.getByRole("button", { name: "Not helpful" }).last().click();
    await bar(chat).getByRole("button", { name: "Yes" }).click();
    await bar(chat).getByText("You are next").waitFor();
  });
});
