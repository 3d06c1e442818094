import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoGuide } from "../packages/cli/src/demo/demo-guide.ts";
import { demoShop, shopFolder } from "../packages/cli/src/demo/demo-shop.ts";
import { keyOfContent, parseKnownVectors } from "../packages/knowledge/src/embed/known-vectors.ts";
import { passageContent } from "../packages/knowledge/src/embed/passage-content.ts";
import { createExtractor } from "../packages/knowledge/src/extract/create-extractor.ts";
import { documentKind } from "../packages/knowledge/src/extract/document-kind.ts";
import { listSources } from "../packages/knowledge/src/sync/list-sources.ts";
import type { NewPassage } from "@servicechat/storage";
import { repository } from "./source-files.ts";

/** Where the vectors of the demo's documents are kept. */
export const demoVectorsFile = join(repository, "packages/cli/src/demo/document-vectors.txt");

/** What the vectors of the demo's documents are made of, by key: every passage that its agents know. */
export async function readDemoPassages(): Promise<ReadonlyMap<string, NewPassage>> {
  const model = { provider: "extractive" } as const;
  const agents = [
    { definition: demoGuide({ publicUrl: "https://chat.example" }, model), baseDirectory: repository },
    { definition: demoShop({ publicUrl: "https://chat.example" }, model), baseDirectory: shopFolder },
  ];
  const known = new Map<string, NewPassage>();
  await using extractor = createExtractor();
  for (const agent of agents) {
    const { files } = await listSources(agent);
    for (const { path, below } of files) {
      const kind = documentKind(below) ?? "text";
      const bytes = new Uint8Array(await readFile(path));
      const { passages } = await extractor.extract({ kind, name: below, bytes });
      for (const passage of passages) known.set(keyOfContent(passageContent(passage)), passage);
    }
  }
  return known;
}

/** The vectors as they are kept. */
export const readDemoVectors = () => parseKnownVectors(readFileSync(demoVectorsFile, "utf8"));
