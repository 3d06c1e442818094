import type { ReadonlySignal } from "@preact/signals";
import { createPart } from "../later/create-part.ts";

/** What reads Markdown, and draws what is seldom in it. */
export interface MarkdownModule {
  readonly createGrowingMarkdown: typeof import("./growing-markdown.ts").createGrowingMarkdown;
  readonly readBlocks: typeof import("./read-blocks.ts").readBlocks;
  readonly TableView: typeof import("../screens/table-view.tsx").TableView;
}

const part = createPart<MarkdownModule>(() => import("./markdown.ts"));

/** The reader once it has arrived; until then, answers are drawn as plain text. */
export const markdown: ReadonlySignal<MarkdownModule | undefined> = part.module;

/** Whether the reader could not be fetched, and has not come since. */
export const isMarkdownMissing: ReadonlySignal<boolean> = part.isMissing;

/** Fetches the reader, unless it is there or on its way, and again after each failure. It never rejects. */
export const loadMarkdown = part.load;
