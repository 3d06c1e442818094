import type { DevTools } from "./devtools.ts";
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
export async function recordTrace(devTools: DevTools): Promise<Recording> {
  const events: TraceEvent[] = [];
  devTools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as readonly TraceEvent[])));
  const complete = Promise.withResolvers<boolean>();
  devTools.on("Tracing.tracingComplete", ({ dataLossOccurred }) =>
    complete.resolve(dataLossOccurred === true),
  );
  await devTools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { recordMode: "recordUntilFull", includedCategories: scriptCategories },
  });
  return {
    async end() {
      await devTools.send("Tracing.end");
      if (await complete.promise) throw new Error("the browser lost a part of its trace");
      return events;
    },
  };
}
