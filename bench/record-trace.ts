import type { DevTools } from "./devtools.ts";
import { scriptCategories } from "./script-time.ts";
import type { TraceEvent } from "./trace-event.ts";

/** A trace in progress. */
interface Recording {
  /** Ends it and returns everything that was recorded. @throws if the browser lost some of it */
  end(): Promise<readonly TraceEvent[]>;
}

/**
 * Records what scripts do in all of a browser's processes. It uses the browser's session instead of a page's: a page's
 * trace includes the process of a new frame only if that process is already running.
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
