import type { Embedder, EmbedOptions } from "./embedder.ts";
import { passageContent } from "./passage-content.ts";
import { product } from "./product.ts";

interface Content {
  readonly headings: readonly string[];
  readonly text: string;
}

/**
 * One vector for each passage. If the model asks for it, each is partly the vector of the passage's own heading: a
 * heading says in a few words which question its section answers, and a long text drowns it.
 *
 * @throws EmbeddingError when there is none; the signal's reason when it was aborted
 */
export async function passageVectors(
  embedder: Pick<Embedder, "embed" | "headingShare" | "batch">,
  passages: readonly Content[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const contents = passages.map(passageContent);
  const share = embedder.headingShare;
  if (share === undefined) return embedder.embed(contents, options);
  const own = passages.map(({ headings }) => headings.at(-1)?.trim() ?? "");
  const unique = [...new Set(own)].filter((heading) => heading !== "");
  const vectors = await embedder.embed(contents, options);
  const ofHeadings = new Map<string, Float32Array>();
  for (let start = 0; start < unique.length; start += embedder.batch) {
    const some = unique.slice(start, start + embedder.batch);
    for (const [at, vector] of (await embedder.embed(some, options)).entries())
      ofHeadings.set(some[at] ?? "", vector);
  }
  return vectors.map((content, at) => {
    const heading = ofHeadings.get(own[at] ?? "");
    return heading ? between(content, heading, share) : content;
  });
}

/** So far from one vector to another, of length 1. */
function between(one: Float32Array, other: Float32Array, share: number): Float32Array {
  const sum = one.map((number, at) => number * (1 - share) + (other[at] ?? 0) * share);
  const length = Math.sqrt(product(sum, sum));
  return length > 0 ? sum.map((number) => number / length) : one;
}
