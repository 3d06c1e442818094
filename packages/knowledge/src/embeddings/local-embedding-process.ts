import { setImmediate } from "node:timers/promises";
import { loadSentenceModel, type SentenceModel } from "./sentence-model.ts";

/** A message to the process of the local model: read texts, or drop those that are no longer needed. */
export type LocalQuestion =
  | {
      /** Comes back with the answer: several questions may be under way. */
      readonly id: number;
      readonly texts: readonly string[];
      /** Texts that a visitor waits for go before the others. */
      readonly urgent: boolean;
    }
  | { readonly id: number; readonly dropped: true };

/** Its answer: one vector for each text, or the reason for the failure. */
export type LocalAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly fault: string };

interface Waiting {
  readonly texts: readonly string[];
  readonly urgent: boolean;
  readonly vectors: Float32Array[];
}

// A terminal and systemd send these to every process of a service, which still answers with what is being read.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());

let model: Promise<SentenceModel> | undefined;
const waiting = new Map<number, Waiting>();
let isReading = false;

/** Reads text by text, so that an urgent one waits for at most one other. */
async function readAll(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (let next = first(); next; next = first()) {
    const [id, work] = next;
    try {
      model ??= loadSentenceModel();
      const read = await model;
      const text = work.texts[work.vectors.length];
      if (text !== undefined) work.vectors.push(read(text));
      if (work.vectors.length === work.texts.length) answer({ id, vectors: work.vectors });
    } catch (error) {
      answer({ id, fault: error instanceof Error ? error.message : String(error) });
    }
    await setImmediate(); // what came meanwhile may be urgent
  }
  isReading = false;
}

function first(): readonly [number, Waiting] | undefined {
  const all = [...waiting];
  return all.find(([, { urgent }]) => urgent) ?? all[0];
}

function answer(message: LocalAnswer): void {
  if (waiting.delete(message.id)) process.send?.(message);
}

process.on("message", (question: LocalQuestion) => {
  if ("dropped" in question) waiting.delete(question.id);
  else waiting.set(question.id, { ...question, vectors: [] });
  void readAll();
});
