import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advice, comparePictures, drawsAlike, noPictures } from "../../../test/support/compare-pictures.ts";
import { drawStill } from "../../../test/support/draw-still.ts";
import { launchChromium } from "../../../test/support/launch-chromium.ts";
import { consoleStates, sceneFor } from "../gallery/states.ts";
import { viewStates, type StateViewer } from "../gallery/view-states.ts";

const folder = join(import.meta.dirname, "pictures");
/** One of each kind of page, and everything that is drawn nowhere else: the repository contains a picture of each. */
const names = [
  "enter",
  "home",
  "home-new",
  "inbox-mine",
  "chats",
  "chats-failing",
  "chat-why",
  "gap",
  "answers",
  "agent-file-fault",
  "agent-look",
  "agent-versions",
  "tests-results",
  "usage",
  "keys",
  "keys-create",
  "people",
  "notifications",
  "health",
];

describe.skipIf(noPictures)(`pictures of the console${noPictures ? ` (${noPictures})` : ""}`, () => {
  let states: StateViewer;
  let browser: Browser;
  let page: Page;
  /** Without the console's policy, which blocks these pictures. */
  let desk: Page;
  let isAlike: boolean;

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage({ reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" });
    states = await viewStates(page, sceneFor);
    desk = await browser.newPage();
    await desk.goto(`${states.origin}/chat/preview`);
    isAlike = await drawsAlike(desk, folder);
  });
  afterAll(async () => {
    await browser?.close();
    states?.[Symbol.dispose]();
  });

  test.for([
    { look: "light-1280", width: 1280, colorScheme: "light" as const },
    { look: "dark-360", width: 360, colorScheme: "dark" as const },
  ])(
    "match those accepted with UPDATE_PICTURES=1: $look",
    { timeout: 600_000 },
    async ({ look, width, colorScheme }, { skip }) => {
      skip(!isAlike, "letters are drawn otherwise on this machine");
      await page.setViewportSize({ width, height: 780 });
      await page.emulateMedia({ colorScheme });
      const draw = async (name: string) => {
        const state = consoleStates.find((each) => each.name === name);
        if (!state) throw new Error(`There is no ${name}.`);
        await states.visit(state);
        return drawStill(page);
      };
      expect(await comparePictures(desk, { folder, look, names, draw }), advice).toEqual([]);
    },
  );
});
