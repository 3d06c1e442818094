import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  >;
}

/** Responses are checked against the document as it is, and again with all undocumented fields forbidden. */
function faultsIn(answer: unknown, document: object, schema: string): unknown {
  return [document, closed(document)].map((each) => {
    const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(each, "openapi");
    const check = ajv.getSchema(`openapi#/components/schemas/${schema}`);
    return check?.(answer) === true ? undefined : (check?.errors ?? "no such schema");
  });
}

function closed(document: object): object {
  return JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === "object" && value !== null && "properties" in value
      ? { additionalProperties: false, ...value }
      : value,
  ) as object;
}

test("responses match /openapi.json, to the last field", async () => {
  await using service = await startService({
    agent: {
      tools: ["search_knowledge"],
      knowledge: [{ files: "./docs/*.md" }],
      pageContext: true,
      uploads: {},
      actions: [{ id: "a", label: "A", kind: "link", url: "https://a.example/" }],
    },
    script: ({ messages }) =>
      messages.at(-1)?.role === "tool"
        ? ["Within 45 days. [1]"]
        : [{ tool: "search_knowledge", input: { query: "return unworn shoes" } }],
  });
  await mkdir(join(service.dataDirectory, "docs"));
  await writeFile(join(service.dataDirectory, "docs", "returns.md"), "# Returns\n\nUnworn shoes: 45 days.\n");
  const record = await service.storage.agents.find("acme-support");
  if (record) await service.knowledge.sync(record);
  const { token } = await ask(service, "Can I send my shoes back?");
  const headers = { "X-Session-Token": token };
  const body = new FormData();
  body.append("file", new Blob(["a text"]), "a.txt");
  const read = async (path: string, init: Parameters<typeof service.fetch>[1] = {}) =>
    (await service.fetch(path, init)).json();

  const document = (await read("/openapi.json")) as object;

  const answers = {
    WidgetConfig: await read("/chat-bot/config"),
    AgentView: await read("/chat-bot/agent"),
    History: await read("/chat-bot/history", { headers }),
    UploadInfo: await read("/chat-bot/uploads", { method: "POST", body, headers }),
    Problem: await read("/chat-bot/history"),
  };
  expect(JSON.stringify(answers.History)).toContain('"number":1');
  for (const [schema, answer] of Object.entries(answers))
    expect([schema, faultsIn(answer, document, schema)]).toEqual([schema, [undefined, undefined]]);
});

test("/openapi.json allows fields that are added later, and names every failure of a status", async () => {
  await using service = await startService();
  const document = (await (await service.fetch("/openapi.json")).json()) as OpenApi;
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  const { responses } = document.paths["/chat-bot/"]?.["post"] ?? { responses: {} };
  expect(responses["401"]?.description).toBe("Key missing; User token rejected");
});
