import type { Tool as McpTool } from "@modelcontextprotocol/client";
import { ToolTimeout } from "../tool-error.ts";

/** How long a list counts as new, in milliseconds; after that it still serves while it is read again. */
const freshMs = 300_000;
/** How long a server that failed is left alone, in milliseconds, so that it delays only one reply. */
const restMs = 30_000;

/** The tools of one server, kept between replies. */
export interface CachedToolList {
  /** The server's tools, empty if they cannot be loaded soon. Never rejects. */
  tools(): Promise<readonly McpTool[]>;
  /** The server failed, or said that its tools have changed: the cached list is no longer trusted. */
  doubt(): void;
}

interface Dependencies {
  readonly read: () => Promise<readonly McpTool[]>;
  /** Milliseconds that never jump: a clock set back would keep an old list, or a server that failed, for the whole jump. */
  readonly now: () => number;
  /** How long a reply waits for a list that was never read, in milliseconds. */
  readonly patienceMs: number;
  /** Called with the reason when a list cannot be read, once for each attempt. */
  readonly onFailure: (reason: unknown) => void;
}

/** Keeps a list, reads it again in the background when it is old, and lets no reply wait for a server that is down. */
export function cacheToolList({ read, now, patienceMs, onFailure }: Dependencies): CachedToolList {
  let kept: { readonly tools: readonly McpTool[]; readonly at: number } | undefined;
  let failedAt = -Infinity;
  let doubts = 0;
  let reading: Promise<readonly McpTool[]> | undefined;

  async function readOnce(): Promise<readonly McpTool[]> {
    const doubtsBefore = doubts;
    try {
      const tools = await read();
      if (doubts === doubtsBefore) kept = { tools, at: now() };
      return tools;
    } catch (reason) {
      kept = undefined;
      failedAt = now();
      onFailure(reason);
      return [];
    } finally {
      reading = undefined;
    }
  }

  return {
    async tools() {
      if (kept && now() - kept.at < freshMs) return kept.tools;
      if (!kept && now() - failedAt < restMs) return [];
      reading ??= readOnce();
      return kept ? kept.tools : withinPatience(reading, { patienceMs, onFailure });
    },
    doubt() {
      doubts += 1;
      kept = undefined;
    },
  };
}

/** The result if it is available within the patience of a reply. A later one serves the next. */
async function withinPatience(
  reading: Promise<readonly McpTool[]>,
  { patienceMs, onFailure }: Pick<Dependencies, "patienceMs" | "onFailure">,
): Promise<readonly McpTool[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly McpTool[]>();
  const timer = setTimeout(() => {
    onFailure(new ToolTimeout(`no list of tools within ${patienceMs} ms`));
    resolve([]);
  }, patienceMs);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
