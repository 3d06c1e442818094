import { existsSync, writeFileSync } from "node:fs";
import { formatKnownVectors } from "../packages/knowledge/src/embeddings/known-vectors.ts";
import { createLocalEmbedder } from "../packages/knowledge/src/embeddings/local-embedder.ts";
import { wordingContent } from "../packages/knowledge/src/embeddings/wording-content.ts";
import { passageVectors } from "../packages/knowledge/src/embeddings/passage-vectors.ts";
import { demoVectorsFile, readDemoContents, readDemoVectors } from "./demo-vectors.ts";

/** Updates the vectors of the demo's documents: computes those of what is new or changed, removes the others. */
async function writeDemoVectors(): Promise<void> {
  await using embedder = createLocalEmbedder();
  const { passages, wordings } = await readDemoContents();
  const all = passages.size + wordings.size;
  const kept = existsSync(demoVectorsFile) ? readDemoVectors() : undefined;
  const vectors = new Map(kept?.model === embedder.model ? kept.vectors : []);
  for (const key of vectors.keys()) if (!passages.has(key) && !wordings.has(key)) vectors.delete(key);
  const keep = (key: string, [vector]: readonly Float32Array[]) => {
    if (vector) vectors.set(key, vector);
    process.stderr.write(`\r${vectors.size} of ${all} passages and wordings`);
  };
  const options = { timeoutMs: 60_000 };
  for (const [key, passage] of passages)
    if (!vectors.has(key)) keep(key, await passageVectors(embedder, [passage], options));
  for (const [key, wording] of wordings)
    if (!vectors.has(key)) keep(key, await embedder.embed([wordingContent(embedder, wording)], options));
  writeFileSync(demoVectorsFile, formatKnownVectors({ model: embedder.model, vectors }));
  process.stderr.write(`\r${vectors.size} of ${all} passages and wordings have their vector.\n`);
}

if (import.meta.main) await writeDemoVectors();
