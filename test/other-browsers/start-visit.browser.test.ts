import { expect, test } from "vitest";
import { otherBrowsers } from "./browsers.ts";
import { startVisit } from "./start-visit.ts";

/** WebKit's driver does not report errors. */
for (const browser of otherBrowsers.filter(({ title }) => title.startsWith("Firefox")))
  for (const place of ["page", "chat"] as const)
    test.skipIf(browser.isMissing)(
      `an uncaught error in the ${place} makes a test fail in ${browser.title}`,
      async () => {
        const visiting = async () => {
          await using visit = await startVisit(browser);
          await visit.opens();
          await visit.browser.run(place, "setTimeout(() => { throw new Error('planted') })");
          await expect.poll(() => visit.browser.errors).not.toEqual([]);
        };
        await expect(visiting()).rejects.toThrow("planted");
      },
    );
