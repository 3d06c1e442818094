import { setTimeout as pause } from "node:timers/promises";
import type { Asker } from "../access/asker.ts";
import type { OperationParts } from "../operation-parts.ts";
import { placeQuestions } from "./place-questions.ts";

/** What a person waits at most, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Puts questions into gaps before an operation reads them. A model of embeddings that is slow or gone holds nobody up: a
 * running service does it every few seconds anyway. A command may be alone, and waits.
 */
export async function placeSoon(
  parts: Pick<OperationParts, "storage" | "knowledge" | "now">,
  { kind }: Pick<Asker, "kind">,
): Promise<void> {
  const placed = placeQuestions(parts);
  if (kind === "command_line") return placed;
  const stop = new AbortController();
  const waited = pause(maxWaitMs, undefined, { signal: stop.signal, ref: false });
  // What fails is met again, and logged, where gaps are kept up to date.
  await Promise.race([placed.catch(() => undefined), waited]).finally(() => stop.abort());
}
