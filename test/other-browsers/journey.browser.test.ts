import { createOutbound } from "@servicechat/outbound";
import { describe, expect, test } from "vitest";
import type { ModelAsk } from "../support/model-server.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { returning, returnTools, shopToken } from "../support/return-desk.ts";
import { shopQuestions } from "../support/shop-questions.ts";
import { otherBrowsers } from "./browsers.ts";
import { keys } from "./driven-browser.ts";
import { startVisit } from "./start-visit.ts";

const heard = { script: ({ messages }: ModelAsk) => [`Heard: ${String(messages.at(-1)?.content)}`] };
const questions = shopQuestions.slice(0, 2);

for (const browser of otherBrowsers)
  describe(`in ${browser.title}, a visitor`, () => {
    const it = test.skipIf(browser.isMissing);

    it("opens the chat, asks, reads the answer as it grows, and finds it again after a reload and on the next page", async () => {
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      await using visit = await startVisit(browser, {
        script: () => ["The first half, ", { until }, "**the second half**."],
      });
      await visit.opens();
      await visit.sees("Hi! How can we help?");
      await visit.asks("Where is my order?");
      await visit.sees("The first half,");

      await visit.browser.reload();
      await visit.opens();
      await visit.sees("The first half,");
      await visit.finds("chat", "document.querySelector('article').ariaBusy", "true");
      release();
      await visit.finds("chat", "document.querySelector('.markdown strong')?.textContent", "the second half");
      await visit.finds(
        "chat",
        "document.querySelector('.markdown').textContent",
        "The first half, the second half.",
      );

      await visit.goTo("/next");
      await visit.opens();
      await visit.sees("Where is my order?");
      await visit.sees("The first half, the second half.");
      expect(visit.service.model.asked).toHaveLength(1);
    });

    it("edits the last message, with the pencil and with the up arrow, and finds the earlier versions", async () => {
      await using visit = await startVisit(browser, heard);
      await visit.opens();
      await visit.asks("Where is order 1042?");
      await visit.sees("Heard: Where is order 1042?");

      await visit.presses("Edit message");
      await visit.sees("Editing your last message");
      await visit.asks("Where is order 1043?");
      await visit.sees("Heard: Where is order 1043?");
      await visit.seesNoMore("Where is order 1042?");
      expect(JSON.stringify(visit.service.model.asked.at(-1))).not.toContain("1042");

      await visit.finds("chat", "document.activeElement.ariaLabel", "Your message");
      await visit.browser.type(keys.arrowUp);
      await visit.sees("Editing your last message");
      await visit.finds("chat", "document.activeElement.value", "Where is order 1043?");
      await visit.browser.type(`${keys.backspace}, please?${keys.enter}`);
      await visit.sees("Heard: Where is order 1043, please?");

      await visit.browser.reload();
      await visit.opens();
      await visit.sees("Heard: Where is order 1043, please?");
      await visit.presses("2 earlier versions");
      await visit.sees("Heard: Where is order 1042?");
    });

    it("answers questions by choosing and in their own words", async () => {
      await using visit = await startVisit(browser, {
        script: ({ messages }) =>
          messages.at(-1)?.role === "tool"
            ? ["Thank you."]
            : [{ tool: "AskUserQuestion", input: { questions } }],
        agent: { tools: ["AskUserQuestion"] },
      });
      await visit.opens();
      await visit.asks("I want a shirt");
      await visit.sees("Which colours?");
      await visit.presses("large");
      await visit.presses("blue");
      await visit.presses("Something else"); // the last of that name
      await visit.finds("chat", "document.activeElement.type", "text");
      await visit.browser.type("green");
      await visit.presses("Send answer");
      await visit.sees("Thank you.");
      expect(String(visit.service.model.asked.at(-1)?.messages.at(-1)?.content)).toContain(
        JSON.stringify({ answers: { "Which size?": "large", "Which colours?": ["blue", "green"] } }),
      );
      await visit.browser.reload();
      await visit.opens();
      await visit.sees("blue, green");
    });

    it("refuses a request and confirms another, and only that one is sent", async () => {
      await using api = await startRecordingApi();
      await using outbound = createOutbound({ allowedNetworks: ["127.0.0.0/8"] });
      await using visit = await startVisit(browser, {
        agent: { tools: returnTools(api.url) },
        environment: { SHOP_TOKEN: shopToken },
        outbound,
        script: returning,
      });
      await visit.opens();
      await visit.asks("Please return 1042");
      await visit.presses("Cancel");
      await visit.sees("Not confirmed");
      await visit.asks("Please return 2084");
      await visit.sees("/orders/2084/returns");
      await visit.presses("Confirm");
      await visit.sees("Confirmed");
      await expect.poll(() => api.lines()).toEqual(["POST /orders/2084/returns"]);
    });

    it("stops an answer, closes with Escape, is back at the bubble, and opens again with Enter", async () => {
      await using visit = await startVisit(browser, {
        script: () => ["It is on its way, ", { until: new Promise(() => {}) }],
      });
      await visit.opens();
      await visit.asks("Where is my order?");
      await visit.sees("It is on its way,");
      await visit.presses("Stop answering");
      await visit.sees("You stopped this answer.");

      // The chat is not inspected in between, because that would focus it in WebKit.
      await visit.browser.type(keys.escape);
      await visit.finds("page", "ServiceChat.isOpen()", false);
      await visit.finds("page", "document.chatRoot.activeElement.localName", "button");
      await visit.browser.type(keys.enter);
      await visit.finds("page", "ServiceChat.isOpen()", true);
      await visit.finds("page", "document.chatRoot.activeElement.localName", "iframe");
      await visit.browser.type("And now?");
      await visit.finds("chat", "document.activeElement.value", "And now?");
      await visit.sees("You stopped this answer.");
    });
  });
