import { createHash } from "node:crypto";
import type { VectorSet, VectorStore, WordingStore } from "@servicechat/storage";
import { checkedVectors } from "./embedder.ts";
import { passageContent } from "./passage-content.ts";

/** Passages or wordings looked at by one statement. */
const batch = 500;

/**
 * Vectors that were made before, elsewhere: a sync gives them to passages of the same content, and to wordings of the same
 * text, instead of making them.
 */
export interface KnownVectors {
  /** The identity of the model that made them. */
  readonly model: string;
  /** By `keyOfContent`. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/**
 * Identifies the content that a vector was made of, in 16 characters: enough to tell passages of one shelf of documents
 * apart.
 */
export function keyOfContent(content: string): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
}

/**
 * Vectors as lines of text: the model, then a key and its vector with each number in one byte, in the order of the keys.
 * A vector keeps its direction to within a hundredth, which changes no ranking that one would notice; and the change of
 * one passage is the change of one line.
 */
export function formatKnownVectors({ model, vectors }: KnownVectors): string {
  const lines = Array.from(vectors, ([key, vector]) => {
    const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
    const bytes = Int8Array.from(vector, (number) => Math.round((number / largest) * 127));
    return `${key} ${Buffer.from(bytes.buffer).toString("base64")}\n`;
  });
  return [`${model}\n`, ...lines.toSorted()].join("");
}

/**
 * Reads what `formatKnownVectors` wrote.
 *
 * @throws EmbeddingError when a line holds no vector
 */
export function parseKnownVectors(text: string): KnownVectors {
  const [model = "", ...lines] = text.trimEnd().split("\n");
  const rows = lines.map((line) => line.split(" "));
  const numbers = rows.map(([, bytes = ""]) => new Int8Array(Buffer.from(bytes, "base64")));
  const vectors = rows.length > 0 ? checkedVectors(numbers, rows.length) : [];
  return {
    model,
    vectors: new Map(
      rows.flatMap(([key = ""], index) => {
        const vector = vectors[index];
        return vector ? [[key, vector] as const] : [];
      }),
    ),
  };
}

/** Passages or wordings without a vector of a model, and where their vectors are stored. */
interface Lacking<Item extends { readonly id: string }> {
  /** @param after the id that the items come after */
  readonly missing: (page: { readonly after: string; readonly limit: number }) => Promise<readonly Item[]>;
  readonly contentOf: (item: Item) => string;
  readonly save: (vectors: readonly (readonly [item: Item, vector: Float32Array])[]) => Promise<void>;
}

/**
 * Gives the agent's passages and wordings the known vectors, if they are of its model.
 *
 * @param readKnown called only if one of them has no vector
 * @returns whether any may have been given
 */
export async function giveKnownVectors(
  { vectors: store, wordings }: { readonly vectors: VectorStore; readonly wordings: WordingStore },
  set: VectorSet,
  readKnown: () => Promise<KnownVectors>,
): Promise<boolean> {
  const first = { ...set, after: "0", limit: 1 };
  if (!(await store.missing(first))[0] && !(await wordings.missing(first))[0]) return false;
  const { model, vectors } = await readKnown();
  if (model !== set.model) return false;
  await giveTo(vectors, {
    missing: (page) => store.missing({ ...set, ...page }),
    contentOf: (passage) => passageContent(passage),
    save: (known) =>
      store.save(
        set,
        known.map(([{ id }, vector]) => ({ passageId: id, vector })),
      ),
  });
  await giveTo(vectors, {
    missing: (page) => wordings.missing({ ...set, ...page }),
    contentOf: ({ text }) => text,
    save: (known) =>
      wordings.save(
        set,
        known.map(([{ id, text }, vector]) => ({ wordingId: id, text, vector })),
      ),
  });
  return true;
}

async function giveTo<Item extends { readonly id: string }>(
  vectors: KnownVectors["vectors"],
  { missing, contentOf, save }: Lacking<Item>,
): Promise<void> {
  for (let after = "0"; ;) {
    const items = await missing({ after, limit: batch });
    const last = items.at(-1);
    if (!last) return;
    after = last.id;
    const known = items.flatMap((item) => {
      const vector = vectors.get(keyOfContent(contentOf(item)));
      return vector ? [[item, vector] as const] : [];
    });
    if (known.length > 0) await save(known);
  }
}
