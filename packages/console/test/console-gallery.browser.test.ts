import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { startFakeConsole, type FakeConsole } from "../gallery/start-fake-console.ts";
import { consoleStates, sceneFor } from "../gallery/states.ts";
import { visitState } from "../gallery/visit-state.ts";
import { watchConsole, type Watched } from "./watch-console.ts";

/** WCAG 2.2 up to AA, and what axe calls good practice. */
const rules: axe.RunOptions = {
  resultTypes: ["violations"],
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "target-size": { enabled: true } },
};

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify(rules)})`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) =>
      [id, html.slice(0, 120), ...[...any, ...all, ...none].map(({ message }) => message)].join(" | "),
    ),
  );
}

describe.skipIf(noChromium)(`every state of the console${noChromium ? ` (${noChromium})` : ""}`, () => {
  let fake: FakeConsole;
  let browser: Browser;
  let page: Page;
  let watched: Watched;

  beforeAll(async () => {
    fake = await startFakeConsole(sceneFor);
    browser = await launchChromium();
    page = await browser.newPage({ reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
    watched = await watchConsole(page);
  });
  afterAll(async () => {
    await browser.close();
    fake[Symbol.dispose]();
  });

  test.each([
    { width: 1280, colorScheme: "light" as const },
    { width: 360, colorScheme: "dark" as const },
  ])(
    "axe finds nothing, nothing is refused by the policy and nothing is cut off, $colorScheme at $width px",
    async ({ width, colorScheme }) => {
      await page.setViewportSize({ width, height: 780 });
      await page.emulateMedia({ colorScheme });
      const found: string[] = [];
      for (const state of consoleStates) {
        await visitState(page, fake.originOf(state.name), state);
        const silent = await watched.found();
        await page.evaluate(axe.source);
        const isWider = await page.evaluate<boolean>(
          `document.documentElement.scrollWidth > innerWidth || (document.querySelector("main")?.scrollWidth ?? 0) > (document.querySelector("main")?.clientWidth ?? 0)`,
        );
        const faults = [
          ...silent,
          ...(await violations(page)),
          ...(isWider ? ["wider than the window"] : []),
        ];
        found.push(...faults.map((fault) => `${state.name}: ${fault}`));
        await watched.found();
      }
      expect(found).toEqual([]);
    },
    600_000,
  );

  test("has a name of its own, without which it could not be found", () => {
    const names = consoleStates.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });
});
