import { signal, type ReadonlySignal } from "@preact/signals";

/** The part of the application that reads Markdown, in a file of its own: the first screen does not need it. */
export interface MarkdownModule {
  readonly createGrowingMarkdown: typeof import("./growing-markdown.ts").createGrowingMarkdown;
  readonly readBlocks: typeof import("./read-blocks.ts").readBlocks;
}

/** Seconds to wait after the first, second, ... failure; after the last one, the reader is fetched when next asked for. */
const pauses = [0.5, 1, 2, 4, 8, 15, 15, 15] as const;

const loaded = signal<MarkdownModule | undefined>(undefined);
const failed = signal(false);
let isLoading = false;

/** The reader once it has arrived; until then, answers are drawn as plain text. */
export const markdown: ReadonlySignal<MarkdownModule | undefined> = loaded;

/** Whether the reader could not be fetched, and has not come since. */
export const isMarkdownMissing: ReadonlySignal<boolean> = failed;

/**
 * Fetches the reader, unless it is there or on its way, and again after each failure. It never rejects.
 *
 * @param wait Waits that many milliseconds; it may return early when the network comes back.
 */
export async function loadMarkdown(wait: (milliseconds: number) => Promise<void>): Promise<void> {
  if (isLoading || loaded.peek()) return;
  isLoading = true;
  for (const pause of pauses) {
    try {
      loaded.value = await import("./markdown.ts");
      failed.value = false;
      break;
    } catch {
      failed.value = true;
      await wait(pause * 1000);
    }
  }
  isLoading = false;
}
