import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession } from "playwright-core";
import { noChromium } from "../../test/support/chromium.ts";
import { words } from "../../test/support/model-server.ts";
import type { TestService } from "../../test/support/start-service.ts";
import { embedTag, openChat, startBuiltService, startWidget } from "../../test/support/start-widget.ts";
import { allowLongAnswers } from "../allow-long-answers.ts";
import { bareFrame } from "../bare-frame.ts";
import { bareLauncher } from "../bare-launcher.ts";
import { lastWords, longAnswer } from "../long-answer.ts";
import { longTasksOf } from "../long-tasks.ts";
import type { Part } from "../part.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { scriptTimeOf, type ScriptTime } from "../script-time.ts";
import { median } from "../statistics.ts";
import { traceVisit } from "../trace-visit.ts";
import type { ThreadTime, TraceEvent } from "../trace-event.ts";

const visits = 7;
const drawings = 5;
/** After this long a loaded page or a completed answer leaves the main thread idle. */
const settleMs = 1_000;
const shop = "https://shop.example/";
const frame = "https://chat.example/chat/";
const built = fileURLToPath(new URL("../../packages/chat/dist/index.html", import.meta.url));

/*
 * Nothing queries elements during the measurement, because that runs scripts in the page, which would be counted too.
 * The expected result is checked afterwards. For the same reason, nothing is attached to the measured page.
 */

/**
 * What the widget costs a page's main thread, and what opening it and drawing an answer costs its frame's, in Chromium.
 */
export const widget: Part = async ({ progress }) => {
  if (noChromium !== undefined) return { skipped: noChromium };
  if (!existsSync(built)) return { skipped: "the browser parts are not built; `npm run build` makes them" };

  const scripts: ScriptTime[] = [];
  const bare: ScriptTime[] = [];
  const opened: ScriptTime[] = [];
  const openedBare: ScriptTime[] = [];
  let longTasks = 0;
  {
    await using service = await startBuiltService({ rateLimit: 10_000 });
    for (let round = 1; round <= visits; round++) {
      progress(`loading the launcher, ${round} of ${visits}`);
      scripts.push(scriptTimeOf(await loadShop(service), shop));
      bare.push(scriptTimeOf(await loadShop(service, { launcher: bareLauncher }), shop));
      longTasks += longTasksOf(await loadShop(service, { slowdown: 4 }), shop);
    }
    for (let round = 1; round <= visits; round++) {
      progress(`opening the frame, ${round} of ${visits}`);
      opened.push(scriptTimeOf(await openFrame(service), frame));
      openedBare.push(scriptTimeOf(await openFrame(service, bareFrame), frame));
    }
  }

  const drawn: ThreadTime[] = [];
  for (let round = 1; round <= drawings; round++) {
    progress(`drawing a long answer, ${round} of ${drawings}`);
    drawn.push(await drawAnswer());
  }
  return [
    scriptRow("launcher, script time", scripts, bare, 4, 2),
    {
      figure: "launcher, long tasks, 4x slowed",
      measured: `in ${visits} loads`,
      value: longTasks,
      unit: "",
      atLeast: 0,
      aim: 0,
    },
    scriptRow("frame, script time", opened, openedBare, 25, 12),
    timed("drawing an answer of 24 KB", drawn, "s", 1, 0.5),
  ];
};

/** The work of a browser that loads a page with the tag and no other script. */
function loadShop(
  service: TestService,
  { launcher, slowdown = 1 }: { readonly launcher?: string; readonly slowdown?: number } = {},
): Promise<readonly TraceEvent[]> {
  return traceVisit({
    servicePort: service.port,
    page: shopPage(embedTag(service.key)),
    ...(launcher && { instead: { path: "/launcher.js", type: "text/javascript", body: launcher } }),
    slowdown,
    lastsMs: settleMs,
    expected: { document: shop, selector: "service-chat" },
  });
}

/**
 * The first opening of the chat. The page opens it itself, since there is nobody to click.
 *
 * @param document what the frame loads instead of the chat application
 */
function openFrame(service: TestService, document?: string): Promise<readonly TraceEvent[]> {
  const opening = `<script>setTimeout(() => ServiceChat.open(), ${settleMs})</script>`;
  return traceVisit({
    servicePort: service.port,
    page: shopPage(embedTag(service.key) + opening),
    ...(document && { instead: { path: "/chat/?", type: "text/html", body: document } }),
    lastsMs: 3 * settleMs,
    expected: { document: frame, selector: "textarea" },
  });
}

function shopPage(scripts: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1>${scripts}`;
}

/** Shows our time, what the browser itself counts of it, and the time of a minimal implementation. */
function scriptRow(
  figure: string,
  times: readonly ScriptTime[],
  bare: readonly ScriptTime[],
  atLeast: number,
  aim: number,
): Row {
  const row = timed(figure, times, "ms", atLeast, aim);
  const counted = withUnit(median(times.map(({ countedMs }) => countedMs)), "ms");
  const least = withUnit(median(bare.map(({ spentMs }) => spentMs)), "ms");
  const processor = withUnit(median(bare.map(({ processorMs }) => processorMs)), "ms");
  return {
    ...row,
    measured: `${row.measured}; the browser counts ${counted}; the least code ${least}, processor ${processor}`,
  };
}

/** The frame's main thread during one answer. Each has a new browser, so that no earlier chat is drawn too. */
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

/** What the main thread has done since the start of the measurement. */
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
