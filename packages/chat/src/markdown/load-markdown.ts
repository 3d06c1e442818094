import { signal, type ReadonlySignal } from "@preact/signals";

/** The part of the application that reads Markdown, in a file of its own: the first screen does not need it. */
export interface MarkdownModule {
  readonly createGrowingMarkdown: typeof import("./growing-markdown.ts").createGrowingMarkdown;
  readonly readBlocks: typeof import("./read-blocks.ts").readBlocks;
}

const loaded = signal<MarkdownModule | undefined>(undefined);

/** The reader once it has arrived; until then, and if it never does, answers are drawn as plain text. */
export const markdown: ReadonlySignal<MarkdownModule | undefined> = loaded;

/** Fetches the reader. It never rejects. */
export async function loadMarkdown(): Promise<void> {
  try {
    loaded.value = await import("./markdown.ts");
  } catch {
    loaded.value = undefined;
  }
}
