import { describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { startFakeConsole } from "../gallery/start-fake-console.ts";
import { sceneFor } from "../gallery/states.ts";
import { findViolations } from "./find-violations.ts";

/** Labels that are cut off. */
const cutLabels = `[...document.querySelectorAll(".rail-list span")].filter(
  (each) => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().right > innerWidth,
).map(({ textContent }) => textContent)`;
const focused = `document.activeElement.textContent`;

describe.skipIf(noChromium)(`the bar on a phone${noChromium ? ` (${noChromium})` : ""}`, () => {
  test.each([
    { locale: "en-GB", colorScheme: "light" as const, more: "More", first: "Gaps", settings: "Settings" },
    { locale: "de", colorScheme: "dark" as const, more: "Mehr", first: "Lücken", settings: "Einstellungen" },
  ])(
    "has room for its labels and leads everywhere by keyboard, $locale, $colorScheme",
    async ({ locale, colorScheme, more, first, settings }) => {
      using fake = await startFakeConsole(sceneFor);
      const browser = await launchChromium();
      try {
        const page = await browser.newPage({ locale, colorScheme, viewport: { width: 360, height: 700 } });
        page.setDefaultTimeout(60_000);
        await page.goto(`${fake.originOf("home")}/console/`);
        const button = page.getByRole("button", { name: more, exact: true });
        await button.waitFor();
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await page.getByRole("navigation").getByRole("link").count()).toBe(4);
        expect(await page.evaluate(cutLabels)).toEqual([]);

        await button.press("Enter");
        const sheet = page.getByRole("dialog", { name: more });
        await sheet.waitFor();
        await expect.poll(() => page.evaluate(focused)).toBe(first);
        expect(await page.evaluate(cutLabels)).toEqual([]);
        expect(await findViolations(page)).toEqual([]);
        const folder = process.env["PICTURES"];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/more-${locale}.png` });
        await page.keyboard.press("Escape");
        await sheet.waitFor({ state: "hidden" });
        expect(await page.evaluate(focused)).toBe(more);

        await button.press("Enter");
        await sheet.getByRole("link", { name: settings }).press("Enter");
        await page.getByRole("heading", { name: settings, level: 1 }).waitFor();
        await sheet.waitFor({ state: "hidden" });
        expect(await button.getAttribute("class")).toContain("here");
        expect(await findViolations(page)).toEqual([]);

        await page.setViewportSize({ width: 1000, height: 700 });
        await expect.poll(() => page.locator(".rail-list > li > a").count()).toBe(10);
        expect(await button.count()).toBe(0);
      } finally {
        await browser.close();
      }
    },
  );
});
