import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { EmbeddingsDefinition } from "@servicechat/contract/agent-file";
import { parse } from "yaml";
import type { RankingResult } from "../../src/index.ts";
import { openKnowledge } from "../open-knowledge.ts";

/** The documentation of Phaser 2 as its package ships it, read into a knowledge of its own. */
export interface Site extends AsyncDisposable {
  /** Asks all questions in every ranking. */
  evaluate(): Promise<readonly RankingResult[]>;
}

const pages = join(dirname(createRequire(import.meta.url).resolve("phaser-docs/package.json")), "docs");
const questions = parse(await readFile(join(import.meta.dirname, "questions.yaml"), "utf8"));

/** Without the listings of source code, as a crawl would leave them out. */
export async function openSite(embeddings: EmbeddingsDefinition | undefined): Promise<Site> {
  const open = await openKnowledge();
  const agent = await open.embeddingAgent(embeddings, join(pages, "!(*.js).html"));
  const { faults, read, embedding } = await open.knowledge.sync(agent);
  if (faults.length > 0 || read < 200 || embedding?.missing) {
    throw new Error(`The site was not read: ${JSON.stringify({ faults, read, embedding })}`);
  }
  return {
    async evaluate() {
      const { unknownPages, rankings } = await open.knowledge.evaluate(agent, questions);
      if (unknownPages.length > 0) throw new Error(JSON.stringify(unknownPages));
      return rankings;
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}
