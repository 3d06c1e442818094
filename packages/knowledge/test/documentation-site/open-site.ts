import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Storage } from "@servicechat/storage";
import { parse } from "yaml";
import type { EvaluationQuestion, RankingResult } from "../../src/index.ts";
import { openKnowledge } from "../open-knowledge.ts";

/** The documentation of Directus from its package, read into a separate knowledge. */
interface Site extends AsyncDisposable {
  /** Asks all questions, by words alone. */
  evaluate(): Promise<RankingResult | undefined>;
}

const folder = dirname(createRequire(import.meta.url).resolve("@directus/docs/package.json"));
/** Without those that are not pages. */
const files = join(folder, ".vitepress", "dist", "**", "!(404|template_shell|readme).html");
const minPages = 110;

/** Questions with the pages that answer them, written before any ranking was tuned. */
async function readQuestions(): Promise<readonly EvaluationQuestion[]> {
  return parse(await readFile(join(import.meta.dirname, "questions.yaml"), "utf8"));
}

export async function openSite(openStorage?: () => Promise<Storage>): Promise<Site> {
  const open = await openKnowledge(openStorage && { openStorage });
  const agent = await open.embeddingAgent(undefined, files);
  const { read } = await open.knowledge.sync(agent);
  if (read < minPages) throw new Error(`The site was not read: ${read} pages`);
  return {
    async evaluate() {
      const { unknownPages, rankings } = await open.knowledge.evaluate(agent, await readQuestions());
      if (unknownPages.length > 0) throw new Error(JSON.stringify(unknownPages));
      return rankings[0];
    },
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  };
}
