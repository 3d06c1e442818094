import { describe, expect, test } from "vitest";
import { askInChat } from "../support/ask-in-chat.ts";
import { openBrowser } from "../support/browser.ts";
import { noChromium } from "../support/chromium.ts";
import { startTalk } from "../support/start-talk.ts";
import { openChat } from "../support/start-widget.ts";
import { visitConsole } from "../support/visit-console.ts";

describe.skipIf(noChromium)(
  `a visitor and an operator, each in a browser${noChromium ? ` (${noChromium})` : ""}`,
  () => {
    test("talk through reloads and lost networks on both sides; nothing is lost or doubled", async () => {
      await using talk = await startTalk();
      await using desk = await openBrowser({ service: talk.service, sites: {}, cookies: "allowed" });
      for (const { trouble } of [talk.browser, desk]) trouble.expect(/ERR_|Failed to load resource/);
      const shop = await talk.openShop();
      let chat = await openChat(shop);
      await askInChat(chat, "My parcel is lost.");
      await chat.getByRole("button", { name: "Talk to a person" }).click();
      await chat.locator(".handoff-bar .spinner").waitFor();
      const { context } = desk;
      const inbox = await visitConsole(talk.service, { path: "inbox", name: "Maren", context });
      await inbox.locator(".inbox-row").first().click();
      await inbox.getByRole("button", { name: "Take", exact: true }).click();
      await chat.getByText("Maren joined the chat").waitFor();

      const field = inbox.getByRole("textbox", { name: "Message to the visitor" });
      const heard = (text: string) => inbox.getByRole("log").getByText(text).first().waitFor();
      const seen = (text: string) => chat.locator(".person-text", { hasText: text }).waitFor();
      await field.pressSequentially("Let me ask");
      await chat.locator(".handoff-typing").getByText("Maren is typing").waitFor();
      await field.fill("Let me ask the carrier.");
      await field.press("Enter");
      await seen("Let me ask the carrier.");
      await askInChat(chat, "Thank you!");
      await heard("Thank you!");
      await inbox.reload();
      await shop.reload();
      await heard("Thank you!");
      chat = await openChat(shop);
      await seen("Let me ask the carrier.");

      await talk.browser.context.setOffline(true);
      talk.browser.cutConnections();
      await field.fill("It is with your neighbour.");
      await field.press("Enter");
      await heard("It is with your neighbour.");
      await askInChat(chat, "Are you there?");
      await chat.getByText("Will be sent when you're back online").waitFor();
      await talk.browser.context.setOffline(false);
      await seen("It is with your neighbour.");
      await heard("Are you there?");

      await desk.context.setOffline(true);
      desk.cutConnections();
      await field.fill("Written without a network.");
      await field.press("Enter");
      await desk.context.setOffline(false);
      await seen("Written without a network.");
      await inbox.getByRole("button", { name: "Hand back" }).click();
      await chat.getByText("You're back with the assistant").waitFor();
      expect(await chat.locator(".person-text").allTextContents()).toEqual([
        "Let me ask the carrier.",
        "It is with your neighbour.",
        "Written without a network.",
      ]);
      expect(await chat.locator(".bubble").count()).toBe(3);
      await askInChat(chat, "Which number?");
      await expect
        .poll(() => JSON.stringify(talk.service.model.asked.at(-1)?.messages))
        .toMatch(/It is with your neighbour\..*handoff is over/);
    });
  },
);
