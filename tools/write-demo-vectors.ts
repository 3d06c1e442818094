import { existsSync, writeFileSync } from "node:fs";
import { formatKnownVectors } from "../packages/knowledge/src/embed/known-vectors.ts";
import { createLocalEmbedder } from "../packages/knowledge/src/embed/local-embedder.ts";
import { passageVectors } from "../packages/knowledge/src/embed/passage-vectors.ts";
import { demoVectorsFile, readDemoPassages, readDemoVectors } from "./demo-vectors.ts";

/** Brings the vectors of the demo's documents in step with them: makes those of new and changed passages, drops the others. */
async function writeDemoVectors(): Promise<void> {
  await using embedder = createLocalEmbedder();
  const passages = await readDemoPassages();
  const kept = existsSync(demoVectorsFile) ? readDemoVectors() : undefined;
  const vectors = new Map(kept?.model === embedder.model ? kept.vectors : []);
  for (const key of vectors.keys()) if (!passages.has(key)) vectors.delete(key);
  for (const [key, passage] of passages) {
    if (vectors.has(key)) continue;
    const [vector] = await passageVectors(embedder, [passage], { timeoutMs: 60_000 });
    if (vector) vectors.set(key, vector);
    process.stderr.write(`\r${vectors.size} of ${passages.size} passages`);
  }
  writeFileSync(demoVectorsFile, formatKnownVectors({ model: embedder.model, vectors }));
  process.stderr.write(`\r${vectors.size} of ${passages.size} passages have their vector.\n`);
}

if (import.meta.main) await writeDemoVectors();
