import type { Embedder, EmbedOptions } from "./embedder.ts";
import { passageContent } from "./passage-content.ts";
import { product } from "./product.ts";

interface Content {
  readonly headings: readonly string[];
  readonly text: string;
}

/**
 * One vector for each passage. Of a model that asks for it, each is partly that of the passage's own heading: a heading says
 * in a few words which question its section answers, and a long text drowns it.
 *
 * @throws EmbeddingError when there is none; the signal's reason when it was aborted
 */
export async function passageVectors(
  embedder: Pick<Embedder, "embed" | "headingShare">,
  passages: readonly Content[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const contents = passages.map(passageContent);
  const share = embedder.headingShare;
  if (share === undefined) return embedder.embed(contents, options);
  const own = passages.map(({ headings }, at) => headings.at(-1)?.trim() || (contents[at] ?? ""));
  const unique = [...new Set(own)];
  const vectors = await embedder.embed([...contents, ...unique], options);
  return contents.flatMap((_, at) => {
    const [content, heading] = [vectors[at], vectors[contents.length + unique.indexOf(own[at] ?? "")]];
    return content && heading ? [between(content, heading, share)] : [];
  });
}

/** So far from one vector to another, of length 1. */
function between(one: Float32Array, other: Float32Array, share: number): Float32Array {
  const sum = one.map((number, at) => number * (1 - share) + (other[at] ?? 0) * share);
  const length = Math.sqrt(product(sum, sum));
  return length > 0 ? sum.map((number) => number / length) : one;
}
