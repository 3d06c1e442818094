import type { Frame } from "playwright-core";
import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { noChromium } from "../support/chromium.ts";
import { asksForPerson } from "../support/handoff.ts";
import { openInbox } from "../support/open-inbox.ts";
import { startTalk } from "../support/start-talk.ts";
import { openChat } from "../support/start-widget.ts";
import { ask } from "../support/visitor.ts";

/** More than the connections that a browser has for one host, with HTTP/1.1. */
const many = 8;

/** Makes a document believe that its tab is visible, or hidden. */
const appear = (state: "visible" | "hidden"): string => `{
  for (const [name, value] of [["visibilityState", "${state}"], ["hidden", ${state === "hidden"}]])
    Object.defineProperty(document, name, { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}`;

describe.skipIf(noChromium)(`${many} tabs of one browser${noChromium ? ` (${noChromium})` : ""}`, () => {
  test("can all be used while a person is in the chat, and one in the background hears that person", async () => {
    await using talk = await startTalk({}, { cookies: "allowed" });
    const first = await openChat(await talk.openShop());
    await askInChat(first, "My parcel is lost.");
    await first.getByRole("button", { name: "Talk to a person" }).click();
    await first.locator(".handoff-bar .spinner").waitFor();
    const colleague = await talk.colleague();
    await colleague.take();
    const tabs: Frame[] = [first];
    for (let number = 2; number <= many; number++) {
      await tabs.at(-1)?.evaluate(appear("hidden"));
      const tab = await openChat(await talk.openShop());
      await tab.getByText(`${colleague.name} joined the chat`).waitFor();
      tabs.push(tab);
    }
    const last = tabs.at(-1) as Frame;
    await askInChat(last, "Are you there?");
    await colleague.say("I am.");
    await last.locator(".person-text", { hasText: "I am." }).waitFor();

    await last.evaluate(appear("hidden"));
    await colleague.say("It is with your neighbour.");
    const heard = () =>
      Promise.all(
        tabs.map((tab) => tab.locator(".person-text", { hasText: "It is with your neighbour." }).count()),
      ).then((counts) => counts.filter((count) => count > 0).length);
    await expect.poll(heard).toBe(1);
    await first.evaluate(appear("visible"));
    await first.locator(".person-text", { hasText: "It is with your neighbour." }).waitFor();
    await first.locator(".bubble", { hasText: "Are you there?" }).waitFor();
  });

  test("can all be used in the console, and are up to date when they are seen", async () => {
    await using inbox = await openInbox();
    const first = await inbox.open("inbox", { name: "Ann" });
    const pages = [first];
    for (let number = 2; number <= many; number++) {
      await pages.at(-1)?.evaluate(appear("hidden"));
      const page = await first.context().newPage();
      await page.goto(first.url());
      await page.locator(".inbox-lists .empty").waitFor();
      pages.push(page);
    }
    const { token } = await ask(inbox.console, "My parcel is lost.");
    await asksForPerson(inbox.console, token);
    await pages.at(-1)?.locator(".inbox-row", { hasText: "My parcel is lost." }).waitFor();
    for (const page of pages) {
      await page.evaluate(appear("visible"));
      await page.locator(".inbox-row", { hasText: "My parcel is lost." }).waitFor();
      await page.evaluate(appear("hidden"));
    }
  });
});
