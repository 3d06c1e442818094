import type { BrowserContext, Page, Request } from "playwright-core";
import type { Contestant } from "./contestant.ts";
import { countMainThreads } from "./main-threads.ts";
import { openArena, shop } from "./open-arena.ts";

/** What a widget costs before it can be used. */
export interface Visit {
  /** Everything that was loaded besides the page itself, as sent. */
  readonly bytesBefore: number;
  /** Everything that the click loaded in addition. */
  readonly bytesAfter: number;
  /** Milliseconds of the page's main thread before the click, with the processor slowed, including the page's own. */
  readonly taskMs: number;
  /** What could not be loaded, since only the service and the shop are available. */
  readonly missed: readonly string[];
}

/** How much slower the processor is made, to simulate a phone. */
export const slowdown = 4;

/** Loads the page and waits, then opens the chat and waits. */
export async function measureVisit(contestant: Contestant, servicePort: number): Promise<Visit> {
  await using arena = await openArena(contestant, servicePort);
  const page = await arena.context.newPage();
  const loaded = countBytes(arena.context);
  const threads = await countMainThreads(page, slowdown);
  await page.goto(shop, { timeout: 120_000 });
  await threads.untilQuiet();
  const taskMs = await threads.spent();
  const bytesBefore = await loaded.bytes();
  await pressBubble(page);
  await threads.untilQuiet();
  const bytesAfter = (await loaded.bytes()) - bytesBefore;
  return { bytesBefore, bytesAfter, taskMs, missed: loaded.missed };
}

/** All of them have it in the lower right corner. */
export async function pressBubble(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.click(width - 48, height - 48);
}

/** Adds up the bodies that all documents of the browser receive, as sent. */
function countBytes(context: BrowserContext) {
  const finished: Promise<number>[] = [];
  const missed: string[] = [];
  context.on("requestfinished", (request) => {
    if (isAsked(request)) finished.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  context.on("requestfailed", (request) => missed.push(request.url()));
  return {
    missed,
    async bytes() {
      return (await Promise.all(finished)).reduce((sum, each) => sum + each, 0);
    },
  };
}

/** Neither the page itself, nor what a widget generates. */
const isAsked = (request: Request): boolean => request.url().startsWith("https:") && request.url() !== shop;
