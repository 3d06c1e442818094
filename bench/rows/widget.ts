import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession } from "playwright-core";
import { noChromium } from "../../test/support/chromium.ts";
import { words } from "../../test/support/model-server.ts";
import { openChat, startWidget } from "../../test/support/start-widget.ts";
import { allowLongAnswers } from "../allow-long-answers.ts";
import { bareFrame } from "../bare-frame.ts";
import { bareLauncher } from "../bare-launcher.ts";
import { lastWords, longAnswer } from "../long-answer.ts";
import { longTasksOf } from "../long-tasks.ts";
import type { Part } from "../part.ts";
import { recordTrace } from "../record-trace.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { scriptTimeOf } from "../script-time.ts";
import { median } from "../statistics.ts";
import type { ThreadTime, TraceEvent } from "../trace-event.ts";

const loads = 7;
const openings = 7;
const drawings = 5;
/** After this long a page that was loaded, or an answer that has come, leaves the main thread alone. */
const settleMs = 1_000;
const shop = "https://shop.example/";
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

  const scripts: ThreadTime[] = [];
  const bare: ThreadTime[] = [];
  let longTasks = 0;
  {
    await using started = await startWidget({ rateLimit: 10_000 }, { isNew: true });
    for (let round = 0; round <= loads; round++) {
      progress(`loading the launcher, ${round + 1} of ${loads + 1}`);
      const spent = scriptTimeOf(await loadShop(started, 1), shop);
      const least = scriptTimeOf(await loadBare(started), shop);
      // The first one fills the browser's caches.
      if (round > 0) {
        scripts.push(spent);
        bare.push(least);
      }
      longTasks += longTasksOf(await loadShop(started, 4), shop);
    }
  }

  const opened: ThreadTime[] = [];
  const openedBare: ThreadTime[] = [];
  for (let round = 1; round <= openings; round++) {
    progress(`opening the frame, ${round} of ${openings}`);
    opened.push(await openFrame());
    openedBare.push(await openFrame({ document: bareFrame }));
  }

  const drawn: ThreadTime[] = [];
  for (let round = 1; round <= drawings; round++) {
    progress(`drawing a long answer, ${round} of ${drawings}`);
    drawn.push(await drawAnswer());
  }
  return [
    besideLeast(timed("launcher, script time", scripts, "ms", 4, 2), bare),
    {
      figure: "launcher, long tasks, 4x slowed",
      measured: `in ${loads + 1} loads`,
      value: longTasks,
      unit: "",
      atLeast: 0,
      aim: 0,
    },
    besideLeast(timed("frame, script time", opened, "ms", 25, 12), openedBare),
    timed("drawing an answer of 24 KB", drawn, "s", 1, 0.5),
  ];
};

/** What a browser does that loads a page with the tag and no other script. */
async function loadShop({ context }: Widget, slowdown: number): Promise<readonly TraceEvent[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const recording = await recordTrace(context.browser());
  await page.goto(shop);
  await page.waitForTimeout(settleMs * slowdown);
  const events = await recording.end();
  if ((await page.locator("service-chat").count()) !== 1) throw new Error("the page has no widget");
  await page.close();
  return events;
}

/** The same with the least of a launcher in place of ours. */
async function loadBare(started: Widget): Promise<readonly TraceEvent[]> {
  const { context } = started;
  const launcher = "https://chat.example/launcher.js";
  await context.route(launcher, (route) =>
    route.fulfill({ contentType: "text/javascript", body: bareLauncher }),
  );
  const events = await loadShop(started, 1);
  await context.unroute(launcher);
  return events;
}

function besideLeast(row: Row, bare: readonly ThreadTime[]): Row {
  const least = median(bare.map(({ spentMs }) => spentMs));
  const processor = median(bare.map(({ processorMs }) => processorMs));
  return {
    ...row,
    measured: `${row.measured}; the least that could ${withUnit(least, "ms")}, processor ${withUnit(processor, "ms")}`,
  };
}

/**
 * The first opening of the chat by a browser that has never met it: nothing of it is kept, nor compiled.
 *
 * @param document what the frame loads in place of the chat application
 */
async function openFrame({ document }: { readonly document?: string } = {}): Promise<ThreadTime> {
  await using started = await startWidget({ rateLimit: 10_000 }, { isNew: true });
  if (document !== undefined)
    await started.context.route("https://chat.example/chat/*", (route) =>
      route.fulfill({ contentType: "text/html", body: document }),
    );
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

/** The frame's main thread while one answer comes. Each has a browser of its own: no chat of before is drawn too. */
async function drawAnswer(): Promise<ThreadTime> {
  await using started = await startWidget({ rateLimit: 10_000 }, { isNew: true });
  await allowLongAnswers(started.service);
  const page = await started.openShop();
  const chat = await openChat(page);
  const prompt = chat.getByRole("textbox");
  await prompt.fill("Tell me everything.");
  const session = await started.context.newCDPSession(chat);
  await session.send("Performance.enable");

  const said = Promise.withResolvers<void>();
  started.service.model.answer(function* () {
    for (const [number, word] of words(longAnswer()).entries()) {
      yield word;
      if (number % 2 === 0) yield { wait: 1 };
    }
    said.resolve();
  });
  const before = await worked(session);
  await page.keyboard.press("Enter");
  await said.promise;
  await page.waitForTimeout(settleMs);
  const after = await worked(session);
  if ((await chat.getByText(lastWords, { exact: true }).count()) !== 1)
    throw new Error("the answer was not drawn whole");
  return {
    spentMs: after.spentMs - before.spentMs,
    processorMs: after.processorMs - before.processorMs,
  };
}

/** What the main thread has done since its work is counted. */
async function worked(session: CDPSession): Promise<ThreadTime> {
  const { metrics } = await session.send("Performance.getMetrics");
  const counted = (name: "TaskDuration" | "ThreadTime"): number => {
    const metric = metrics.find((one) => one.name === name);
    if (!metric) throw new Error(`the browser does not count ${name}`);
    return metric.value * 1000;
  };
  return { spentMs: counted("TaskDuration"), processorMs: counted("ThreadTime") };
}

function timed(
  figure: string,
  times: readonly ThreadTime[],
  unit: "ms" | "s",
  atLeast: number,
  aim: number,
): Row {
  const inUnit = (milliseconds: number): number => (unit === "s" ? milliseconds / 1000 : milliseconds);
  const text = (milliseconds: number): string => withUnit(inUnit(milliseconds), unit);
  const spent = times.map(({ spentMs }) => spentMs);
  const processor = median(times.map(({ processorMs }) => processorMs));
  return {
    figure,
    measured: `${text(median(spent))}, ${text(Math.min(...spent))} to ${text(Math.max(...spent))}; processor ${text(processor)}`,
    value: inUnit(median(spent)),
    unit,
    atLeast,
    aim,
  };
}
