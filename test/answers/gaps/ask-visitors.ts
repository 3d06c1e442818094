import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import { createOperations } from "@servicechat/operations";
import { openSqlite } from "@servicechat/storage/sqlite";
import { parse } from "yaml";
import { openOperations } from "../../../packages/operations/test/support/open-operations.ts";
import { keepVectors, writeKeptVectors } from "../keep-vectors.ts";
import { askWithoutModel } from "../../../packages/operations/src/knowledge/ask-without-model.ts";
import {
  endOf,
  firstTurn,
  sampleFacts,
  sampleMessage,
} from "../../../packages/storage/test/suite/samples.ts";

/** The recorded questions: groups that no page answers, and questions that a page answers. */
export const recorded = parse(readFileSync(join(import.meta.dirname, "questions.yaml"), "utf8")) as {
  readonly unanswered: Readonly<Record<string, readonly string[]>>;
  readonly answered: readonly string[];
};

const site = join(
  dirname(createRequire(import.meta.url).resolve("@directus/docs/package.json")),
  ".vitepress/dist/**/!(404|template_shell|readme).html",
);

/** An agent that knows the documentation, and has been asked each recorded question by a separate visitor. */
export async function askVisitors({
  pages,
  vectors = false,
}: {
  /** A folder of pages that are added later. */
  readonly pages: string;
  readonly vectors?: boolean;
}) {
  const file = join(mkdtempSync(join(tmpdir(), "servicechat-gaps-")), "servicechat.db");
  const database = await openSqlite({ file });
  const opened = await openOperations({ ...database, vectors: keepVectors(database.vectors) });
  const { storage, context } = opened;
  const read = parseAgentFile({
    id: "docs",
    name: "Docs",
    model: { provider: "extractive" },
    tools: ["search_knowledge"],
    knowledge: {
      sources: [
        { files: site, linkBase: "https://docs.directus.example/" },
        { files: join(pages, "*.md"), linkBase: "https://help.directus.example/" },
      ],
      ...(vectors && { embeddings: { provider: "local" } }),
    },
  });
  if ("faults" in read) throw new Error(JSON.stringify(read.faults));
  await storage.agents.put({ id: "docs", definition: read.agent, baseDirectory: "/", at: 0 });
  const agent = await storage.agents.find("docs");
  if (!agent) throw new Error("The agent is gone.");
  await context.knowledge.sync(agent, {
    onEmbedded: ({ done }) => {
      if (done % 300 === 0) writeKeptVectors();
    },
  });
  writeKeptVectors();

  const ask = askWithoutModel(agent, {
    knowledge: {
      search: async (...query) => {
        found = await context.knowledge.search(...query);
        return found;
      },
    },
  });
  let found: Awaited<ReturnType<typeof context.knowledge.search>> = [];
  const all = [...recorded.answered, ...Object.values(recorded.unanswered).flat()];
  for (const [index, question] of mixed(all).entries()) {
    found = [];
    const { unsure } = await ask(question, new AbortController().signal);
    const turn = firstTurn({
      session: { id: `ses_v${index}`, agentId: "docs", tokenHash: `v${index}` },
      messages: [sampleMessage(question)],
      at: 1_000 + index,
    });
    await storage.conversations.acceptTurn(turn);
    const passages = found.slice(0, 6).map(({ title, url, text, score }) => ({
      title,
      url,
      text,
      score,
      cited: false,
    }));
    await storage.conversations.endReply(
      endOf(turn.replyId, {
        facts: sampleFacts({
          agentId: "docs",
          unanswered: unsure === true,
          marks: unsure === true ? ["unanswered"] : [],
          details: { searches: [{ query: question, passages }], tools: [] },
        }),
      }),
    );
  }
  return {
    ...opened,
    agent,
    operations: createOperations(context),
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}

/** In a fixed order in which similar questions do not follow each other. */
function mixed(questions: readonly string[]): readonly string[] {
  const step = 73;
  return questions.map((_, index) => questions[(index * step) % questions.length] ?? "");
}
