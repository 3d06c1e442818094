import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "playwright-core";
import { noChromium } from "../../test/support/chromium.ts";
import { words } from "../../test/support/model-server.ts";
import type { TestService } from "../../test/support/start-service.ts";
import { openChat, startWidget } from "../../test/support/start-widget.ts";
import type { Part } from "../part.ts";
import type { Row } from "../row.ts";
import { withUnit } from "../row.ts";
import { median } from "../statistics.ts";

const loads = 7;
const shop = "https://shop.example";
const answerBytes = 24 * 1024;
const lastWords = "That was all.";
const built = fileURLToPath(new URL("../../packages/chat/dist/index.html", import.meta.url));

/** What the widget takes of a page's and its own main thread, in Chromium. */
export const widget: Part = async ({ progress }) => {
  if (noChromium !== undefined) return { skipped: noChromium };
  if (!existsSync(built)) return { skipped: "the browser parts are not built; `npm run build` makes them" };
  const plain = "<!doctype html><html lang=en><meta charset=utf-8><title>Plain</title><h1>Shop</h1>";
  await using started = await startWidget({ rateLimit: 10_000 }, { sites: { "plain.example": plain } });

  // As a page of its own the frame's document has no icon.
  started.browser.trouble.expect(/favicon/);
  await allowLongAnswers(started.service);

  /** Loads an address in a new page whose work is counted from the beginning. */
  async function load(address: string, slowdown: number): Promise<{ page: Page; session: CDPSession }> {
    const page = await started.context.newPage();
    const session = await started.context.newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.addInitScript(() => {
      const seen: number[] = Object.assign(globalThis, { longTasks: [] }).longTasks;
      new PerformanceObserver((list) =>
        seen.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        entryTypes: ["longtask" as never], // a browser's, which Node's own types do not list
      });
    });
    await page.goto(address);
    if (address === `${shop}/`) await page.locator("service-chat").waitFor({ state: "attached" });
    await page.waitForTimeout(500);
    return { page, session };
  }

  async function scriptMs(address: string): Promise<number> {
    const { page, session } = await load(address, 1);
    const spent = await spentMs(session, "ScriptDuration");
    await page.close();
    return spent;
  }

  const launcher: number[] = [];
  const frame: number[] = [];
  let longTasks = 0;
  for (let round = 1; round <= loads; round++) {
    progress(`loading the launcher and the frame, ${round} of ${loads}`);
    launcher.push((await scriptMs(`${shop}/`)) - (await scriptMs("https://plain.example/")));

    const slow = await load(`${shop}/`, 4);
    longTasks += await slow.page.evaluate(
      () => (globalThis as unknown as { longTasks: number[] }).longTasks.length,
    );
    await slow.page.close();

    const { page } = await load(`${shop}/`, 1);
    const chat = await openChat(page);
    await chat.getByRole("textbox").waitFor();
    // The same document as a page of its own: what a frame spends before it can be watched would be missed.
    frame.push(await scriptMs(chat.url()));
    await page.close();
  }

  progress("drawing a long answer");
  const drawing: number[] = [];
  const text = longAnswer();
  for (let round = 1; round <= 3; round++) {
    const { page } = await load(`${shop}/`, 1);
    const chat = await openChat(page);
    await chat.getByRole("textbox").waitFor();
    const session = await page.context().newCDPSession(chat);
    await session.send("Performance.enable");
    started.service.model.answer(function* () {
      for (const [number, word] of words(text).entries()) {
        yield word;
        if (number % 2 === 0) yield { wait: 1 };
      }
    });
    const before = await spentMs(session, "TaskDuration");
    await chat.getByRole("textbox").fill("Tell me everything.");
    await chat.getByRole("textbox").press("Enter");
    await chat.getByText(lastWords, { exact: true }).waitFor({ timeout: 60_000 });
    drawing.push(((await spentMs(session, "TaskDuration")) - before) / 1000);
    await page.close();
  }

  const timed = (
    figure: string,
    values: readonly number[],
    unit: "ms" | "s",
    atLeast: number,
    aim: number,
  ): Row => ({
    figure,
    measured: `${withUnit(median(values), unit)}, most ${withUnit(Math.max(...values), unit)}`,
    value: median(values),
    unit,
    atLeast,
    aim,
  });
  return [
    timed("launcher, script time", launcher, "ms", 4, 2),
    {
      figure: "launcher, long tasks, 4x slowed",
      measured: `in ${loads} loads`,
      value: longTasks,
      unit: "",
      atLeast: 0,
      aim: 0,
    },
    timed("frame, script time until it can be used", frame, "ms", 25, 12),
    timed("drawing an answer of 24 KB", drawing, "s", 1, 0.5),
  ];
};

/** The answer is longer than agents may speak by default. */
async function allowLongAnswers({ storage }: TestService): Promise<void> {
  for (const { definition, ...agent } of await storage.agents.list()) {
    const model = { ...definition.model, maxOutputTokens: answerBytes };
    await storage.agents.put({ ...agent, definition: { ...definition, model }, at: agent.updatedAt });
  }
}

/** One of the browser's counters of a page's main thread, in milliseconds. */
async function spentMs(session: CDPSession, name: "ScriptDuration" | "TaskDuration"): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
}

/** Markdown as answers have it: headings, paragraphs, lists, code. */
function longAnswer(): string {
  const section = (number: number) =>
    `## Part ${number}\n\nYou can return **unused** items within 30 days; see [the rules](https://shop.example/returns). Opened items are looked at first.\n\n- Keep the \`receipt\`.\n- Pack it well.\n- Bring it to any shop.\n\n\`\`\`js\nconst days = 30; // ${number}\n\`\`\`\n\n`;
  let text = "";
  for (let number = 1; text.length < answerBytes; number++) text += section(number);
  return text + lastWords;
}
