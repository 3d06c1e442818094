import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "../access/actor.ts";
import type { OperationContext } from "../operation-context.ts";
import { placeQuestions } from "./place-questions.ts";

/** The maximum waiting time of a person, in milliseconds. */
const maxWaitMs = 1_000;

/**
 * Puts questions into gaps before an operation reads them. A model of embeddings that is slow or gone holds nobody up: a
 * running service does it every few seconds anyway. A command may be alone, and waits.
 */
export async function placeSoon(
  context: Pick<OperationContext, "storage" | "knowledge" | "now">,
  { kind }: Pick<Actor, "kind">,
): Promise<void> {
  const placed = placeQuestions(context);
  if (kind === "command_line") return placed;
  const stop = new AbortController();
  const waited = pause(maxWaitMs, undefined, { signal: stop.signal, ref: false });
  // The regular update of gaps meets, and logs, the same error.
  await Promise.race([placed.catch(() => undefined), waited]).finally(() => stop.abort());
}
