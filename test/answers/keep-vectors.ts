import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type {
  PassageRecord,
  VectorSet,
  VectorStore,
  WordingRecord,
  WordingStore,
} from "@servicechat/storage";
import { passageContent, wordingContent } from "../../packages/knowledge/src/embeddings/embed-passages.ts";
import { isWholeCheck } from "../support/is-whole-check.ts";

const root = join(import.meta.dirname, "../..");
/** Removed with the packages. A whole check computes all vectors itself. */
const folder = isWholeCheck
  ? join(tmpdir(), "servicechat-evaluation")
  : join(root, "node_modules/.cache/vectors");

/** Of what computes a vector: its code, and the versions of the packages that it uses. */
const computedBy = hashOf([
  join(root, "packages/knowledge/package.json"),
  ...readdirSync(join(root, "packages/knowledge/src/embeddings"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted(),
]);

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/**
 * The same store, with vectors cached from earlier runs for passages with the same content, since computing them takes
 * minutes. They are computed anew once the code that does so has changed.
 */
export function keepVectors(store: VectorStore): VectorStore {
  const keys = new Map<string, string>();

  /** Adds the cached vectors to the passages, once for each set. */
  async function fill({ agentId, model }: VectorSet): Promise<void> {
    const kept = readKept(model);
    const missing = await store.missing({ agentId, model, limit: Number.MAX_SAFE_INTEGER });
    for (const passage of missing) keys.set(passage.id, keyOf(passage));
    const known = missing.flatMap(({ id }) => {
      const vector = kept.get(keys.get(id) ?? "");
      return vector ? [{ passageId: id, vector }] : [];
    });
    if (known.length > 0) await store.save({ agentId, model }, known);
  }

  return {
    ...store,
    async count(set) {
      await fill(set);
      return store.count(set);
    },
    async save(set, vectors) {
      await store.save(set, vectors);
      keep(
        set.model,
        vectors.flatMap(({ passageId, vector }) => {
          const key = keys.get(passageId);
          return key === undefined ? [] : [[key, vector] as const];
        }),
      );
    },
  };
}

/** The same for the wordings of passages. */
export function keepWordings(store: WordingStore): WordingStore {
  async function fill({ agentId, model }: VectorSet): Promise<void> {
    const kept = readKept(model);
    const missing = await store.missing({ agentId, model, limit: Number.MAX_SAFE_INTEGER });
    const known = missing.flatMap(({ id, text }) => {
      const vector = kept.get(keyOfWording({ text }));
      return vector ? [{ wordingId: id, text, vector }] : [];
    });
    if (known.length > 0) await store.save({ agentId, model }, known);
  }

  return {
    ...store,
    async count(set) {
      await fill(set);
      return store.count(set);
    },
    async save(set, vectors) {
      await store.save(set, vectors);
      keep(
        set.model,
        vectors.map(({ text, vector }) => [keyOfWording({ text }), vector] as const),
      );
    },
  };
}

const keyOfWording = ({ text }: Pick<WordingRecord, "text">) =>
  createHash("sha256")
    .update(`wording: ${wordingContent({ onlyEnglish: true }, text)}`)
    .digest("base64");

const keyOf = (passage: PassageRecord) =>
  createHash("sha256").update(passageContent(passage)).digest("base64");

/** Vectors of earlier runs and this one: by model, then by content. */
const read = new Map<string, Map<string, Float32Array>>();

function readKept(model: string): Map<string, Float32Array> {
  const known = read.get(model) ?? readFile(model);
  read.set(model, known);
  return known;
}

function readFile(model: string): Map<string, Float32Array> {
  try {
    return new Map(deserialize(readFileSync(fileOf(model))));
  } catch {
    // Missing or truncated: it will be rewritten.
    return new Map();
  }
}

function keep(model: string, vectors: readonly (readonly [string, Float32Array])[]): void {
  const kept = readKept(model);
  for (const [key, vector] of vectors) kept.set(key, vector);
}

/** Stores the new vectors. Anyone who reads at the same time sees either the whole old file or the whole new one. */
export function writeKeptVectors(): void {
  mkdirSync(folder, { recursive: true });
  for (const [model, kept] of read) {
    const partial = `${fileOf(model)}.${process.pid}`;
    writeFileSync(partial, serialize([...readFile(model), ...kept]));
    renameSync(partial, fileOf(model));
  }
}

const fileOf = (model: string) => join(folder, `${model.replace(/[^\w.-]/g, "-")}-${computedBy}.vectors`);
