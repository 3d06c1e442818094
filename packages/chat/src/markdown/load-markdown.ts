import type { ReadonlySignal } from "@preact/signals";
import { createPart } from "../later/create-part.ts";

/** What reads and draws Markdown. */
type MarkdownModule = typeof import("./markdown.ts");

const part = createPart<MarkdownModule>(() => import("./markdown.ts"));

/** What reads Markdown, once it has arrived; until then, answers are drawn as plain text. */
export const markdown: ReadonlySignal<MarkdownModule | undefined> = part.module;

/** Whether it could not be fetched, and has not come since. */
export const isMarkdownMissing: ReadonlySignal<boolean> = part.isMissing;

/** Fetches it, unless it is there or on its way, and again after each failure. It never rejects. */
export const loadMarkdown = part.load;
