import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ModelError } from "../agent.ts";
import { asObject } from "@servicechat/contract";

/** The part of an AI SDK's language model that is used: the object does all the work, the SDK itself is not needed. */
interface LanguageModel {
  /** Such as `v3`. */
  readonly specificationVersion: unknown;
  doStream(options: object): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/**
 * Loads the module of an operator whose default export is a language model. It is loaded once and kept, so a changed one
 * needs a restart.
 *
 * @throws ModelError `model_refused` when the module gives no model
 */
export async function loadLanguageModel(
  module: string,
  baseDirectory: string | undefined,
): Promise<LanguageModel> {
  const refuse = (reason: string, cause?: unknown) =>
    new ModelError("model_refused", `the module ${module} ${reason}`, { retryable: false, cause });
  if (baseDirectory === undefined) throw refuse("has no folder to look in");
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = (await import(pathToFileURL(resolve(baseDirectory, module)).href)) as typeof loaded;
  } catch (cause) {
    throw refuse(`cannot be loaded: ${String(cause)}`, cause);
  }
  const model = asObject(loaded["default"]);
  const doStream = model?.["doStream"];
  if (!model || typeof doStream !== "function")
    throw refuse("has no language model of the AI SDK as its default export");
  return {
    specificationVersion: model["specificationVersion"],
    doStream: doStream.bind(model) as LanguageModel["doStream"],
  };
}
