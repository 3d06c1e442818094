import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { EmbeddingsDefinition } from "@servicechat/contract/agent-file";
import type { Storage } from "@servicechat/storage";
import { parse } from "yaml";
import type { EvaluationQuestion, RankingResult } from "../../src/index.ts";
import { openKnowledge } from "../open-knowledge.ts";

/** A documentation as its package ships it, read into a knowledge of its own. */
export interface Site extends AsyncDisposable {
  /** Asks all questions in every ranking. */
  evaluate(): Promise<readonly RankingResult[]>;
}

export type SiteName = "phaser" | "directus";

const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** The pages of each: Phaser's without listings of source code, Directus's without those that are no pages of their own. */
const sites: Readonly<
  Record<SiteName, { readonly files: string; readonly pages: number; readonly questions: string }>
> = {
  phaser: {
    files: join(folderOf("phaser-docs"), "docs", "!(*.js).html"),
    pages: 200,
    questions: "questions.yaml",
  },
  directus: {
    files: join(folderOf("@directus/docs"), ".vitepress", "dist", "**", "!(404|template_shell|readme).html"),
    pages: 110,
    questions: "held-out-questions.yaml",
  },
};

/** Questions with the pages that answer them, written before any ranking was tuned. */
async function questionsOf(name: SiteName): Promise<readonly EvaluationQuestion[]> {
  return parse(await readFile(join(import.meta.dirname, sites[name].questions), "utf8"));
}

export async function openSite(
  name: SiteName,
  {
    embeddings,
    openStorage,
  }: {
    readonly embeddings?: EmbeddingsDefinition;
    readonly openStorage?: () => Promise<Storage>;
  } = {},
): Promise<Site> {
  const open = await openKnowledge(openStorage && { openStorage });
  const agent = await open.embeddingAgent(embeddings, sites[name].files);
  const { read, embedding } = await open.knowledge.sync(agent);
  if (read < sites[name].pages || embedding?.missing) {
    throw new Error(`The site was not read: ${JSON.stringify({ read, embedding })}`);
  }
  return {
    async evaluate() {
      const { unknownPages, rankings } = await open.knowledge.evaluate(agent, await questionsOf(name));
      if (unknownPages.length > 0) throw new Error(JSON.stringify(unknownPages));
      return rankings;
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}
