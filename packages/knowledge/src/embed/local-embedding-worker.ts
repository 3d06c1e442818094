import { parentPort } from "node:worker_threads";
import { loadSentenceModel, type SentenceModel } from "./sentence-model.ts";

/** What the thread of the local model is asked. */
export interface LocalQuestion {
  /** Comes back with the answer: several questions may be under way. */
  readonly id: number;
  readonly texts: readonly string[];
}

/** What it answers: one vector for each text, or why there is none. */
export type LocalAnswer =
  | { readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly id: number; readonly fault: string };

let model: Promise<SentenceModel> | undefined;
/** One after another: the model has one thread. */
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, texts }: LocalQuestion): Promise<LocalAnswer> {
  try {
    model ??= loadSentenceModel();
    return { id, vectors: texts.map(await model) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (question: LocalQuestion) => {
  last = last.then(async () => parentPort?.postMessage(await answer(question)));
});
