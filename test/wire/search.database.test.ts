import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";

const agent = {
  tools: ["search_knowledge"],
  knowledge: [{ files: "./docs/**/*.md", linkBase: "https://acme.example/help/" }],
};
const files = {
  "returns.md": "# Returns\n\n## How long\n\nUnworn shoes can be returned within 45 days.\n",
  "delivery.md": "# Delivery\n\n## Abroad\n\nParcels to Norway take nine working days.\n",
};

test("search_knowledge finds passages, and its rows are the sources with their addresses, live and in history", async () => {
  await using service = await startService({
    agent,
    script: ({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? ["Within 45 days."]
        : [{ tool: "search_knowledge", input: { query: "return unworn shoes" } }],
  });
  await mkdir(join(service.dataDirectory, "docs"));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(service.dataDirectory, "docs", name), text);
  const record = await service.storage.agents.find("acme-support");
  if (!record) throw new Error("no agent");
  expect(await service.knowledge.sync(record)).toMatchObject({ read: 2, faults: [] });

  const reply = await ask(service, "Can I send my shoes back?");

  expect(reply.events.map(({ event }) => event)).toEqual([
    "start",
    "tool_usage_start",
    "tool_usage_progress",
    "tool_usage_stop",
    "text",
    "done",
  ]);
  const [, began, progress, stopped] = reply.events.map(({ data }) => data as { id?: string });
  const id = began?.id;
  const rows = [
    {
      title: "Returns",
      detail: "Returns › How long",
      url: "https://acme.example/help/returns.md#how-long",
      status: "found",
      number: 1,
    },
  ];
  expect(began).toMatchObject({ name: "search_knowledge" });
  expect(progress).toEqual({ id, rows });
  expect(stopped).toEqual({ id, status: "succeeded", summary: "1 passage found", rows });
  expect(reply.text).toBe("Within 45 days.");

  // The model gets the passage itself, with its source.
  const result = String(service.model.asked[1]?.messages.at(-1)?.content);
  expect(result).toContain("Unworn shoes can be returned within 45 days.");
  expect(result).toContain("https://acme.example/help/returns.md#how-long");
  expect(result).not.toContain("Norway");
  expect((await history(service, reply.token))[1]?.parts).toEqual([
    expect.objectContaining({ type: "tool", name: "search_knowledge", status: "succeeded", rows }),
    { type: "text", text: "Within 45 days." },
  ]);
});

test("a search that finds nothing succeeds without rows, and the model is told so", async () => {
  await using service = await startService({
    agent,
    script: ({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? ["I do not know."]
        : [{ tool: "search_knowledge", input: { query: "zeppelin" } }],
  });
  const reply = await ask(service, "Do you sell zeppelins?");
  const stopped = reply.events.find(({ event }) => event === "tool_usage_stop")?.data;
  expect(stopped).toMatchObject({ status: "succeeded", summary: "0 passages found", rows: [] });
  expect(reply.events.some(({ event }) => event === "tool_usage_progress")).toBe(false);
  expect(String(service.model.asked[1]?.messages.at(-1)?.content)).toContain('"passages":[]');
});
