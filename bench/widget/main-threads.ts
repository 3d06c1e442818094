import type { CDPSession, Frame, Page } from "playwright-core";

/** How long nothing may happen before the work counts as finished, in milliseconds. */
const quietMs = 1_500;
/** Allowance for the measurement itself, timers and a blinking cursor. */
const noiseMs = 40;
/** Nothing here takes longer, in milliseconds. */
const patience = 600_000;

/** The main threads of a page and of its frames in other processes. */
interface MainThreads {
  /** The processor time of their tasks so far, in milliseconds: other work on the machine affects it least. */
  spent(): Promise<number>;
  /** Waits until they are idle. @throws if that does not happen */
  untilQuiet(): Promise<void>;
}

/** Counts them from now on. */
export async function countMainThreads(page: Page, slowdown = 1): Promise<MainThreads> {
  const sessions: CDPSession[] = [];
  for (const target of [page, ...page.frames().slice(1)]) {
    const session = await sessionOf(page, target);
    if (!session) continue;
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    if (slowdown > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    sessions.push(session);
  }

  async function spent(): Promise<number> {
    const seconds = await Promise.all(sessions.map(taskSeconds));
    return seconds.reduce((sum, each) => sum + each, 0) * 1000;
  }

  return {
    spent,
    async untilQuiet() {
      const end = performance.now() + patience;
      for (let before = await spent(); ;) {
        await page.waitForTimeout(quietMs);
        const now = await spent();
        if (now - before < noiseMs * slowdown) return;
        if (performance.now() > end) throw new Error("the page does not come to rest");
        before = now;
      }
    },
  };
}

/** A frame that shares the page's main thread has no separate session. */
async function sessionOf(page: Page, target: Page | Frame): Promise<CDPSession | undefined> {
  try {
    return await page.context().newCDPSession(target);
  } catch (error) {
    if (target === page) throw error;
    return undefined;
  }
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = metrics.find(({ name }) => name === "TaskDuration");
  if (!metric) throw new Error("the browser does not count the time of tasks");
  return metric.value;
}
