import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noChromium } from "../../../test/support/chromium.ts";
import { isWholeCheck } from "../../../test/support/is-whole-check.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import type { ConsoleState } from "../gallery/console-state.ts";
import { consoleStates, sceneFor } from "../gallery/states.ts";
import { viewStates, type StateViewer } from "../gallery/view-states.ts";
import { findViolations } from "./find-violations.ts";
import { watchConsole, type Watched } from "./watch-console.ts";

const looks = [
  { name: "light", width: 1280, colorScheme: "light" },
  { name: "dark", width: 360, colorScheme: "dark" },
] as const;

/** Whether the state is reached by clicking or typing, which must work in each look. */
const isReachedByHand = ({ press, keys, choose, fill, write }: ConsoleState) =>
  [press, keys, choose, fill, write].some((each) => each !== undefined);

/** Two frames later, all sizes and colours are updated. */
const drawnAnew = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`;

interface Edges {
  /** Where the title's line begins and ends, with the actions. */
  readonly head: readonly [start: number, end: number];
  readonly content: readonly [start: number, end: number];
  /** What lies beyond the content's edges. */
  readonly out: readonly string[];
}

const edges = `(() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const content = document.querySelector(".page");
  const { paddingLeft, paddingRight } = getComputedStyle(content);
  const left = Math.round(box(".page").left + parseFloat(paddingLeft));
  const right = Math.round(box(".page").right - parseFloat(paddingRight));
  const actions = document.querySelector(".page-actions");
  const isBelow = actions && actions.getBoundingClientRect().top > box(".page-title h1").bottom;
  const end = actions && !isBelow ? actions.getBoundingClientRect().right : box(".page-title").right;
  return {
    head: [Math.round(box(".page-title").left), Math.round(end)],
    content: [left, right],
    out: [...content.children, ...content.querySelectorAll(".section-head, .rows, .card, .table-frame")]
      .filter((each) => each.getBoundingClientRect().width > 0 && !each.closest("dialog"))
      .filter((each) => each.getBoundingClientRect().left < left - 1 || each.getBoundingClientRect().right > right + 1)
      .map((each) => each.className || each.tagName),
  };
})()`;

const isWider = `document.documentElement.scrollWidth > innerWidth ||
  (document.querySelector("main")?.scrollWidth ?? 0) > (document.querySelector("main")?.clientWidth ?? 0)`;

describe.skipIf(noChromium)(`every state of the console${noChromium ? ` (${noChromium})` : ""}`, () => {
  let states: StateViewer;
  let browser: Browser;
  let page: Page;
  let watched: Watched;

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
    watched = await watchConsole(page);
    states = await viewStates(page, sceneFor);
  });
  afterAll(async () => {
    await browser.close();
    states[Symbol.dispose]();
  });

  test("axe finds no violations, the policy blocks nothing and nothing is cut off, light at 1280 px and dark at 360 px", async () => {
    const found: string[] = [];
    for (const state of consoleStates) {
      for (const { name, width, colorScheme } of looks) {
        await page.setViewportSize({ width, height: 780 });
        await page.emulateMedia({ colorScheme });
        // A page without interaction looks the same after a change of theme as if opened with it, which is faster.
        if (name === "light" || isReachedByHand(state)) await states.visit(state);
        else await page.evaluate(drawnAnew);
        await page.locator(state.shows).first().waitFor();
        const silent = await watched.found();
        // What a page is made of is the same in each look.
        const faults = [
          ...silent,
          ...(await findViolations(page, { only: name === "light" || isWholeCheck ? "all" : "drawing" })),
          ...((await page.evaluate<boolean>(isWider)) ? ["wider than the window"] : []),
        ];
        found.push(...faults.map((fault) => `${state.name}, ${name}: ${fault}`));
        await watched.found();
      }
    }
    expect(found).toEqual([]);
  }, 2_400_000);

  test("all pages have the same edges, from 360 to 2,560 px, and their heads end where their content does", async () => {
    const names = consoleStates
      .filter(({ press, choose, fill, write, path }) => !press && !choose && !fill && !write && path !== "")
      .filter(({ name }) => /^[a-z]+$|^agent-(?:look|knowledge|versions|install|file)$/.test(name))
      .filter(({ name, path }) => !path.startsWith("inbox") && name !== "unreachable");
    expect(names.length).toBeGreaterThan(15);
    const found: string[] = [];
    for (const state of names) {
      await states.visit(state);
      await page.locator(state.shows).first().waitFor();
      for (const width of [360, 768, 1440, 2560]) {
        await page.setViewportSize({ width, height: 780 });
        await page.evaluate(drawnAnew);
        const { head, content, out } = await page.evaluate<Edges>(edges);
        const main = width > 760 ? width - 224 : width;
        const missing = main - (content[1] - content[0]);
        if (head.join() !== content.join())
          found.push(`${state.name}, ${width}: ${head.join("-")} is not ${content.join("-")}`);
        if (width < 2560 && missing > 90) found.push(`${state.name}, ${width}: ${missing} px are empty`);
        if (width === 2560 && content[1] - content[0] !== 1280)
          found.push(`${state.name}: ${content.join("-")}`);
        found.push(...out.map((each) => `${state.name}, ${width}: ${each} is out of the page's edges`));
      }
    }
    expect(found).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 780 });
    expect(await page.evaluate(`document.fonts.check("14px 'Figtree Variable'")`)).toBe(true);
  }, 300_000);

  test("has a unique name, by which it can be found", () => {
    const names = consoleStates.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
  });
});
