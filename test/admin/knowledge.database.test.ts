import { expect, test } from "vitest";
import { startConsole } from "../support/start-console.ts";

const agent = "/console/api/agents/acme-support";

test("an agent's documents are listed with their numbers of passages and of vectors, and can be searched", async () => {
  await using console = await startConsole();
  const { knowledge, vectors } = console.storage;
  const document = {
    agentId: "acme-support",
    source: "files:docs",
    title: "Returns",
    fingerprint: "1",
    readAt: Date.UTC(2026, 0, 2),
  };
  const passages = ["Send it back within 30 days.", "We refund it within a week."].map((text) => ({
    headings: ["Returns"],
    anchor: null,
    text,
  }));
  await knowledge.replaceDocument(
    { ...document, id: "doc_1", location: "returns.md", url: "https://shop.example/returns" },
    passages,
  );
  const set = { agentId: "acme-support", model: "any" };
  const missing = await vectors.missing({ ...set, limit: 10 });
  await vectors.save(
    set,
    missing.map(({ id }) => ({ passageId: id, vector: Float32Array.of(1, 0) })),
  );
  await knowledge.replaceDocument({ ...document, id: "doc_2", location: "sizes.md", url: null }, [
    { headings: ["Sizes"], anchor: null, text: "A lamp is 40 cm high." },
  ]);
  const { cookie } = await console.signIn("viewer");

  const listed = await console.ask("GET", `${agent}/knowledge`, { cookie });
  expect(listed.body).toEqual({
    items: [
      {
        id: "doc_1",
        title: "Returns",
        url: "https://shop.example/returns",
        location: "returns.md",
        source: "files:docs",
        passages: 2,
        embedded: 2,
        wordings: 0,
        readAt: "2026-01-02T00:00:00.000Z",
        state: "read",
        reason: null,
        kind: "file",
      },
      expect.objectContaining({ id: "doc_2", url: null, passages: 1, embedded: 0 }),
    ],
    next: null,
  });
  const filtered = async (query: string): Promise<readonly string[]> =>
    (await console.ask("GET", `${agent}/knowledge?${query}`, { cookie })).body.items.map(
      ({ id }: { readonly id: string }) => id,
    );
  expect(await filtered("q=SIZES")).toEqual(["doc_2"]);
  expect(await filtered("q=shop.example&state=read")).toEqual(["doc_1"]);
  expect(await filtered("kind=page")).toEqual([]);
  expect(await filtered("kind=page&kind=file")).toEqual(["doc_1", "doc_2"]);
  expect(await filtered("state=failed")).toEqual([]);
  const found = await console.ask("GET", `${agent}/knowledge/search?q=refund`, { cookie });
  expect(found.body.items[0]).toMatchObject({ text: "We refund it within a week." });

  const read = await console.ask("GET", `${agent}/knowledge/passages?source=doc_1`, { cookie });
  expect(read.body.items).toEqual(passages.map(({ headings, text }) => ({ headings, text })));
  const none = await console.ask("GET", `${agent}/knowledge/passages?source=doc_3`, { cookie });
  expect(none.body).toEqual({ items: [] });
});

test("an evaluation reports every question to clients that want progress, then its result; others get only the result", async () => {
  await using console = await startConsole();
  const document = {
    agentId: "acme-support",
    source: "files:docs",
    title: "Returns",
    fingerprint: "1",
    readAt: 1,
  };
  await console.storage.knowledge.replaceDocument(
    { ...document, id: "doc_1", location: "returns.md", url: null },
    [{ headings: ["Returns"], anchor: null, text: "Send it back within 30 days." }],
  );
  const { cookie } = await console.signIn("editor");
  const body = { questions: [1, 2].map(() => ({ question: "Send it back?", pages: ["returns.md"] })) };
  const ask = (accept?: string) =>
    console.ask("POST", `${agent}/knowledge/evaluate`, { cookie, body, headers: { accept } });
  const whole = await ask();
  expect(whole).toMatchObject({ status: 200, body: { found: expect.anything() } });
  const inSteps = await ask("application/json, application/x-ndjson");
  expect(inSteps.headers["content-type"]).toBe("application/x-ndjson");
  const lines = inSteps.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual([
    { step: "searching", done: 1, total: 2 },
    { step: "searching", done: 2, total: 2 },
    { result: whole.body },
  ]);
  expect(
    (await console.ask("POST", `${agent}/knowledge/evaluate`, { cookie, body: { questions: [] } })).status,
  ).toBe(400);
});
