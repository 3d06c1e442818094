import { existsSync, writeFileSync } from "node:fs";
import { formatKnownVectors } from "../packages/knowledge/src/embed/known-vectors.ts";
import { createLocalEmbedder } from "../packages/knowledge/src/embed/local-embedder.ts";
import { demoVectorsFile, readDemoContents, readDemoVectors } from "./demo-vectors.ts";

/** Brings the vectors of the demo's documents in step with them: makes those of new and changed passages, drops the others. */
async function writeDemoVectors(): Promise<void> {
  await using embedder = createLocalEmbedder();
  const contents = await readDemoContents();
  const kept = existsSync(demoVectorsFile) ? readDemoVectors() : undefined;
  const vectors = new Map(kept?.model === embedder.model ? kept.vectors : []);
  for (const key of vectors.keys()) if (!contents.has(key)) vectors.delete(key);
  for (const [key, content] of contents) {
    if (vectors.has(key)) continue;
    const [vector] = await embedder.embed([content], { timeoutMs: 60_000 });
    if (vector) vectors.set(key, vector);
    process.stderr.write(`\r${vectors.size} of ${contents.size} passages`);
  }
  writeFileSync(demoVectorsFile, formatKnownVectors({ model: embedder.model, vectors }));
  process.stderr.write(`\r${vectors.size} of ${contents.size} passages have their vector.\n`);
}

if (import.meta.main) await writeDemoVectors();
