import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { openChat } from "../support/start-widget.ts";
import { startTalk } from "../support/start-talk.ts";

describe.skipIf(noChromium)(`a person in the chat${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("takes it, talks as a person with a name, and gives it back; a reload shows the same", async () => {
    await using talk = await startTalk();
    const page = await talk.openShop();
    let chat = await openChat(page);
    await askInChat(chat, "Hello");
    await chat.getByText("Hello from the model.").waitFor();
    const colleague = await talk.colleague();

    await colleague.take();
    await chat.getByText(`${colleague.name} joined the chat`).waitFor();
    await chat.getByText(`You're talking to ${colleague.name}`).waitFor();
    const asked = talk.service.model.asked.length;
    await askInChat(chat, "Is my order on its way?");
    await chat.getByText("Is my order on its way?").waitFor();
    await colleague.type();
    await chat.getByText(`${colleague.name} is typing`).waitFor();
    await colleague.say("It *is*: <b>today</b>.");
    await chat.getByText("It *is*: <b>today</b>.").waitFor();
    expect(await chat.getByText(`${colleague.name} is typing`).count()).toBe(0);
    expect(await chat.locator(".person b, .person em, article[aria-busy=true]").count()).toBe(0);
    expect(talk.service.model.asked).toHaveLength(asked);
    await askInChat(chat, "Thank you");
    await expect.poll(() => chat.locator(".bubble").count()).toBe(3);

    const lines = () => chat.locator(".entries > li").allInnerTexts();
    const before = await lines();
    await page.reload();
    chat = await openChat(page);
    await chat.getByText("It *is*: <b>today</b>.").waitFor();
    await expect.poll(lines).toEqual(before);

    await colleague.handBack();
    await chat.getByText("You're back with the assistant").waitFor();
    await expect.poll(() => chat.getByText("Hello from the model.").count()).toBe(2);
    expect(await chat.getByText(`You're talking to ${colleague.name}`).count()).toBe(0);
  });
});
