import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoGuide } from "../packages/cli/src/demo/demo-guide.ts";
import { demoShop, shopFolder } from "../packages/cli/src/demo/demo-shop.ts";
import { keyOfContent, parseKnownVectors } from "../packages/knowledge/src/embeddings/known-vectors.ts";
import { passageContent } from "../packages/knowledge/src/embeddings/passage-content.ts";
import { createExtractor } from "../packages/knowledge/src/extract/create-extractor.ts";
import { documentKind } from "../packages/knowledge/src/extract/document-kind.ts";
import { listSources } from "../packages/knowledge/src/sync/list-sources.ts";
import type { NewPassage } from "@servicechat/storage";
import { repository } from "./source-files.ts";

/** Where the vectors of the demo's documents are stored. */
export const demoVectorsFile = join(repository, "packages/cli/src/demo/document-vectors.txt");

/** The inputs of the vectors of the demo's documents, by key. */
export interface DemoContents {
  /** Every passage that the demo's agents know. */
  readonly passages: ReadonlyMap<string, NewPassage>;
  /** Every wording of a question that their sections answer. */
  readonly wordings: ReadonlyMap<string, string>;
}

/** Reads the demo's documents. */
export async function readDemoContents(): Promise<DemoContents> {
  const model = { provider: "extractive" } as const;
  const agents = [
    { definition: demoGuide({ publicUrl: "https://chat.example" }, model), baseDirectory: repository },
    { definition: demoShop({ publicUrl: "https://chat.example" }, model), baseDirectory: shopFolder },
  ];
  const known = new Map<string, NewPassage>();
  const wordings = new Map<string, string>();
  await using extractor = createExtractor();
  for (const agent of agents) {
    const { files } = await listSources(agent);
    for (const { path, below } of files) {
      const kind = documentKind(below) ?? "text";
      const bytes = new Uint8Array(await readFile(path));
      const { passages } = await extractor.extract({ kind, name: below, bytes });
      for (const passage of passages) {
        known.set(keyOfContent(passageContent(passage)), passage);
        for (const wording of passage.wordings ?? []) {
          wordings.set(keyOfContent(wording), wording);
        }
      }
    }
  }
  return { passages: known, wordings };
}

/** The stored vectors. */
export const readDemoVectors = () => parseKnownVectors(readFileSync(demoVectorsFile, "utf8"));
