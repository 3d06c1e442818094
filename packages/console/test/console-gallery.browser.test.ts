import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { startFakeConsole, type FakeConsole } from "../gallery/start-fake-console.ts";
import { consoleStates, sceneFor } from "../gallery/states.ts";
import { visitState } from "../gallery/visit-state.ts";
import { findViolations } from "./find-violations.ts";
import { watchConsole, type Watched } from "./watch-console.ts";

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
        const isWider = await page.evaluate<boolean>(
          `document.documentElement.scrollWidth > innerWidth || (document.querySelector("main")?.scrollWidth ?? 0) > (document.querySelector("main")?.clientWidth ?? 0)`,
        );
        const faults = [
          ...silent,
          ...(await findViolations(page)),
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
