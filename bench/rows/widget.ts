import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "playwright-core";
import { noChromium } from "../../test/support/chromium.ts";
import { words } from "../../test/support/model-server.ts";
import { openChat, startWidget } from "../../test/support/start-widget.ts";
import { allowLongAnswers } from "../allow-long-answers.ts";
import { lastWords, longAnswer } from "../long-answer.ts";
import type { Part } from "../part.ts";
import { recordTrace } from "../record-trace.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { scriptTimeOf } from "../script-time.ts";
import type { ScriptTime } from "../script-time.ts";
import { median } from "../statistics.ts";

const loads = 7;
const openings = 7;
const drawings = 5;
/** After this long a page that was loaded, or an answer that has come, leaves the main thread alone. */
const settleMs = 1_000;
const shop = "https://shop.example/";
const plain = "https://plain.example/";
const plainPage = "<!doctype html><html lang=en><meta charset=utf-8><title>Plain</title><h1>Shop</h1>";
const built = fileURLToPath(new URL("../../packages/chat/dist/index.html", import.meta.url));

type Widget = Awaited<ReturnType<typeof startWidget>>;

/*
 * Nothing looks for elements while it is counted: looking runs scripts in the page, and they would be counted too.
 * What should have happened is checked afterwards.
 */

/** What the widget takes of a page's main thread, and opening it and drawing an answer of its frame's, in Chromium. */
export const widget: Part = async ({ progress }) => {
  if (noChromium !== undefined) return { skipped: noChromium };
  if (!existsSync(built)) return { skipped: "the browser parts are not built; `npm run build` makes them" };

  const scripts: number[] = [];
  let longTasks = 0;
  {
    await using started = await startWidget(
      { rateLimit: 10_000 },
      { isNew: true, sites: { "plain.example": plainPage } },
    );
    for (let round = 0; round <= loads; round++) {
      progress(`loading the launcher, ${round + 1} of ${loads + 1}`);
      const tagged = await load(started, shop, 1);
      const bare = await load(started, plain, 1);
      // The first one fills the browser's caches.
      if (round > 0) scripts.push(tagged.scriptMs - bare.scriptMs);
      longTasks += (await load(started, shop, 4)).longTasks;
    }
  }

  const opened: ScriptTime[] = [];
  for (let round = 1; round <= openings; round++) {
    progress(`opening the frame, ${round} of ${openings}`);
    opened.push(await openFrame());
  }

  const drawn: number[] = [];
  for (let round = 1; round <= drawings; round++) {
    progress(`drawing a long answer, ${round} of ${drawings}`);
    drawn.push(await drawAnswer());
  }
  return [
    timed("launcher, script time", scripts, "ms", 4, 2),
    {
      figure: "launcher, long tasks, 4x slowed",
      measured: `in ${loads + 1} loads`,
      value: longTasks,
      unit: "",
      atLeast: 0,
      aim: 0,
    },
    frameRow(opened),
    timed("drawing an answer of 24 KB", drawn, "s", 1, 0.5),
  ];
};

/** Loads an address in a new page and counts its work from the beginning. */
async function load(
  { context }: Widget,
  address: string,
  slowdown: number,
): Promise<{ scriptMs: number; longTasks: number }> {
  const page = await context.newPage();
  const session = await countWork(page, page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(() => {
    const seen: unknown[] = Object.assign(globalThis, { longTasks: [] }).longTasks;
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({
      entryTypes: ["longtask" as never], // a browser's, which Node's own types do not list
    });
  });
  await page.goto(address);
  await page.waitForTimeout(settleMs * slowdown);
  const scriptMs = (await secondsOf(session, "ScriptDuration")) * 1000;
  const longTasks = await page.evaluate(
    () => (globalThis as unknown as { longTasks: unknown[] }).longTasks.length,
  );
  const widgets = await page.locator("service-chat").count();
  if (widgets !== (address === shop ? 1 : 0)) throw new Error(`${address} has ${widgets} widgets`);
  await page.close();
  return { scriptMs, longTasks };
}

/** The first opening of the chat by a browser that has never met it: nothing of it is kept, nor compiled. */
async function openFrame(): Promise<ScriptTime> {
  await using started = await startWidget({ rateLimit: 10_000 }, { isNew: true });
  const page = await started.openShop();
  await page.waitForSelector("service-chat", { state: "attached" });
  await page.waitForTimeout(settleMs);
  const recording = await recordTrace(started.context.browser());
  const chat = await openChat(page);
  await page.waitForTimeout(settleMs);
  const events = await recording.end();
  // There is no such session for a frame that shares the page's main thread.
  await started.context.newCDPSession(chat);
  if ((await chat.getByRole("textbox").count()) !== 1) throw new Error("the chat was not drawn");
  return scriptTimeOf(events, "https://chat.example/chat/");
}

/** Seconds of the frame's main thread for one answer. Each has a browser of its own: no chat of before is drawn too. */
async function drawAnswer(): Promise<number> {
  await using started = await startWidget({ rateLimit: 10_000 }, { isNew: true });
  await allowLongAnswers(started.service);
  const page = await started.openShop();
  const chat = await openChat(page);
  const prompt = chat.getByRole("textbox");
  await prompt.fill("Tell me everything.");
  const session = await countWork(page, chat);

  const said = Promise.withResolvers<void>();
  started.service.model.answer(function* () {
    for (const [number, word] of words(longAnswer()).entries()) {
      yield word;
      if (number % 2 === 0) yield { wait: 1 };
    }
    said.resolve();
  });
  const before = await secondsOf(session, "TaskDuration");
  await page.keyboard.press("Enter");
  await said.promise;
  await page.waitForTimeout(settleMs);
  const spent = (await secondsOf(session, "TaskDuration")) - before;
  if ((await chat.getByText(lastWords, { exact: true }).count()) !== 1)
    throw new Error("the answer was not drawn whole");
  return spent;
}

async function countWork(page: Page, target: Parameters<ReturnType<Page["context"]>["newCDPSession"]>[0]) {
  const session = await page.context().newCDPSession(target);
  await session.send("Performance.enable");
  return session;
}

/** One of the browser's counters of a main thread, in seconds. */
async function secondsOf(session: CDPSession, name: "ScriptDuration" | "TaskDuration"): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = metrics.find((one) => one.name === name);
  if (!metric) throw new Error(`the browser does not count ${name}`);
  return metric.value;
}

function timed(
  figure: string,
  values: readonly number[],
  unit: "ms" | "s",
  atLeast: number,
  aim: number,
): Row {
  const value = median(values);
  const range = `${withUnit(Math.min(...values), unit)} to ${withUnit(Math.max(...values), unit)}`;
  return { figure, measured: `${withUnit(value, unit)}, ${range}`, value, unit, atLeast, aim };
}

function frameRow(opened: readonly ScriptTime[]): Row {
  const spent = opened.map(({ spentMs }) => spentMs);
  const row = timed("frame, script time", spent, "ms", 25, 12);
  const processorMs = median(opened.map((one) => one.processorMs));
  return { ...row, measured: `${row.measured}; processor ${withUnit(processorMs, "ms")}` };
}
