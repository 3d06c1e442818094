import type { Browser } from "playwright-core";
import { scriptCategories } from "./script-time.ts";
import type { TraceEvent } from "./trace-event.ts";

/** A trace that is being recorded. */
interface Recording {
  /** Ends it and gives all that was recorded. @throws when the browser lost some of it */
  end(): Promise<readonly TraceEvent[]>;
}

/**
 * Records what scripts do in all of a browser's processes. It is asked of the browser and not of a page: a page's trace
 * takes in the process of a new frame only while that is already at work.
 */
export async function recordTrace(browser: Browser | null): Promise<Recording> {
  if (browser === null) throw new Error("the context has no browser");
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  // The types of the protocol have every value a string.
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = Promise.withResolvers<{ readonly dataLossOccurred: boolean }>();
  session.on("Tracing.tracingComplete", complete.resolve);
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { recordMode: "recordUntilFull", includedCategories: [...scriptCategories] },
  });
  return {
    async end() {
      await session.send("Tracing.end");
      const { dataLossOccurred } = await complete.promise;
      await session.detach();
      if (dataLossOccurred) throw new Error("the browser lost a part of its trace");
      return events;
    },
  };
}
