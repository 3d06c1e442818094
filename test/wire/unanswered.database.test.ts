import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listChats } from "../support/list-chats.ts";
import type { ModelScript } from "../support/model-server.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { startService } from "../support/start-service.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

const knowing = { tools: ["search_knowledge"], knowledge: [{ files: "./docs/*.md" }] };

/** A service whose agent knows only how long delivery takes. */
async function start(options: StartOptions): Promise<TestService> {
  const service = await startService({ ...options, agent: { ...knowing, ...options.agent } });
  await mkdir(join(service.dataDirectory, "docs"));
  const text = "# Delivery\n\n## How long\n\nParcels to Norway take nine working days.\n";
  await writeFile(join(service.dataDirectory, "docs/delivery.md"), text);
  const record = await service.storage.agents.find("acme-support");
  if (!record) throw new Error("no agent");
  await service.knowledge.sync(record);
  return service;
}

/** The questions of chats that are listed as unanswered. */
async function unanswered({ storage }: TestService): Promise<readonly string[]> {
  const listed = await listChats(storage, { unanswered: true });
  return listed.map(({ first }) => first).toSorted();
}

onOneNode("chats with a question that has no answer", (nodes) => {
  test("without a model: those for which nothing matches, and none of the others", async () => {
    await using service = await start({ nodes, agent: { model: { provider: "extractive" } } });
    for (const question of ["How long do parcels to Norway take?", "Who won the cup in 1987?", "hello"])
      await ask(service, question);
    expect(await unanswered(service)).toEqual(["Who won the cup in 1987?"]);
  });

  test("with a model: those whose search found nothing, and those that broke off", async () => {
    const script: ModelScript = ({ messages }) => {
      const question = String(messages.findLast(({ role }) => role === "user")?.content);
      if (question.includes("cut")) return ["Half a sen", { cut: true }];
      if (question.includes("hello")) return ["Hello!"];
      if (messages.at(-1)?.role === "tool") return ["So it is."];
      return [{ tool: "search_knowledge", input: { query: question } }];
    };
    await using service = await start({ nodes, script });
    for (const question of ["How long do parcels to Norway take?", "xylophones", "cut me off", "hello"])
      await ask(service, question);
    expect(await unanswered(service)).toEqual(["cut me off", "xylophones"]);
  });
});
