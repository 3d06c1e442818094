import { describe, test } from "vitest";
import { otherBrowsers } from "./browsers.ts";
import { startVisit } from "./start-visit.ts";

const bubble = "document.chatRoot.querySelector('button')";

for (const browser of otherBrowsers)
  describe(`in ${browser.title}, the bubble`, () => {
    test.skipIf(browser.isMissing)(
      "is in the corner of the screen, with a white mark on a dark colour, even on a page that transforms its root element",
      async () => {
        await using visit = await startVisit(browser, { agent: { branding: { primaryColor: "#0f766e" } } });
        for (const path of ["/", "/transformed"]) {
          await visit.goTo(path);
          await visit.finds(
            "page",
            `(({ right, bottom }) => [innerWidth - right, innerHeight - bottom])(${bubble}.getBoundingClientRect())`,
            [20, 20],
          );
          await visit.finds("page", `getComputedStyle(${bubble}).color`, "lab(100 0 0)");
          await visit.opens();
          await visit.finds(
            "page",
            "(({ width, height }) => [width, height])(document.chatRoot.querySelector('iframe').getBoundingClientRect())",
            [400, Math.min(640, await visit.browser.run<number>("page", "innerHeight - 108"))],
          );
        }
      },
    );
  });
