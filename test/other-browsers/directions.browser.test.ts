import { describe, test } from "vitest";
import { otherBrowsers } from "./browsers.ts";
import { startVisit } from "./start-visit.ts";

const answer = `It is on its way.

1. Open the letter.
2. لا ترمها.

## What next

سيصل طلبك غدا.

> Keep it.`;
const question = "I have waited for my order since the end of the last month. Where is it?";

/** Every line of text below a selector, and whether it is aligned left or right. */
const sidesOf = (selector: string) => `[...document.querySelectorAll("${selector}")].flatMap((block) => {
  const { left, right } = block.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(block);
  return [...range.getClientRects()].filter(({ width }) => width > 1).map((line) =>
    line.left - left < right - line.right ? "left" : "right");
})`;

for (const browser of otherBrowsers)
  describe(`in ${browser.title}, a chat from right to left`, () => {
    test.skipIf(browser.isMissing)(
      "has each line at the side where its text begins: an English one left, an Arabic one right",
      async () => {
        await using visit = await startVisit(browser, { lang: "ar", script: () => [answer] });
        await visit.opens();
        await visit.asks(question, "رسالتك");
        await visit.sees("Keep it.");
        await visit.finds("chat", sidesOf(".markdown :is(p, .line, .heading)"), [
          "left",
          "left",
          "right",
          "left",
          "right",
          "left",
        ]);
        await visit.finds("chat", `${sidesOf(".said .bubble")}.at(-1)`, "left");
        // Numbers are before the items of an English list, with nothing in between.
        await visit.finds(
          "chat",
          "getComputedStyle(document.querySelector('.markdown ol')).direction",
          "ltr",
        );
      },
    );
  });
