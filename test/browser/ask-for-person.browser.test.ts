import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { chatOf as newestChat } from "../support/hand-over.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat } from "../support/start-widget.ts";
import { startTalk } from "../support/start-talk.ts";

/** What stands above the composer. */
const bar = (chat: Frame) => chat.locator(".handoff-bar");
const dayAfterTomorrow = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"][(new Date().getUTCDay() + 2) % 7];

describe.skipIf(noChromium)(`asking for a person${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("before a word was said: the visitor waits, calls it off, asks again from the menu and is answered", async () => {
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
    await bar(chat).getByText("Waiting for a person").waitFor();
    await page.reload();
    chat = await openChat(page);
    await bar(chat).getByText("Waiting for a person").waitFor();

    const colleague = await talk.colleague();
    await colleague.say("Good morning!");
    await chat.locator(".person-text", { hasText: "Good morning!" }).waitFor();
    await bar(chat).getByText(`You're talking to ${colleague.name}`).waitFor();
    await chat.getByRole("button", { name: "Back to the assistant" }).click();
    await chat.getByRole("button", { name: "Talk to a person" }).waitFor();
  });

  test("at night: the chat says when somebody is there again, and keeps an address", async () => {
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

  test("where no address is wanted, none is asked for", async () => {
    const handoff = { hours: { zone: "UTC" }, offline: { email: false } };
    await using talk = await startTalk({ agent: { handoff } });
    const chat = await openChat(await talk.openShop());
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await bar(chat).getByText("Nobody is available right now.").waitFor();
    expect(await chat.locator("input[type=email]").count()).toBe(0);
    await chat.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => bar(chat).getByText("Nobody is available right now.").count()).toBe(0);
  });

  test("nobody comes: the chat says so", async () => {
    await using talk = await startTalk({ agent: { handoff: { waitMinutes: 0.02 } } });
    const chat = await openChat(await talk.openShop());
    await chat.getByRole("button", { name: "Talk to a person" }).click();
    await chat.getByText("Nobody was available").waitFor();
    await chat.getByLabel("Leave your email address").waitFor();
  });

  test("an answer that the visitor did not like is a reason to offer it, once", async () => {
    await using talk = await startTalk({ agent: { handoff: {}, feedback: true } });
    const chat = await openChat(await talk.openShop());
    await askInChat(chat, "Hello");
    await chat.getByRole("button", { name: "Not helpful" }).click();
    await bar(chat).getByText("Would you rather talk to a person?").waitFor();
    await chat.getByRole("button", { name: "No", exact: true }).click();
    await expect.poll(() => bar(chat).getByText("Would you rather talk to a person?").count()).toBe(0);
    await askInChat(chat, "Another question");
    await expect.poll(() => chat.locator(".reply", { hasText: "Hello from the model." }).count()).toBe(2);
    await chat.getByRole("button", { name: "Not helpful" }).last().click();
    await bar(chat).getByRole("button", { name: "Talk to a person" }).click();
    await bar(chat).getByText("Waiting for a person").waitFor();
  });
});
