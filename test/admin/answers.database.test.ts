import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { startConsole, type TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const answers = "/console/api/answers";
const agent = "acme-support";
const extractive = { model: { provider: "extractive" }, tools: ["search_knowledge"] };
const refund = {
  agent,
  text: "Refunds are paid **within 10 days**.\n\nTo the card that you paid with.",
  questions: ["How long does a refund take?", "When do I get my money back?"],
};

/** A page that mentions refunds but does not answer. */
async function putPage({ storage }: TestConsole): Promise<void> {
  const text = "Send a lamp back within 30 days. A refund needs a receipt.";
  const document = { agentId: agent, source: "files:docs", location: "returns.md", title: "Returns" };
  await storage.knowledge.replaceDocument(
    { ...document, id: "doc_1", url: "https://shop.example/returns", fingerprint: "1", readAt: 1 },
    [{ headings: ["Returns", "Send a lamp back"], anchor: null, text }],
  );
}

onOneNode("approved answers", (nodes) => {
  test("are stored, changed only from the latest revision, listed page by page, and removed", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    const { cookie, me } = await console.signIn("responder");
    const send = (method: string, path: string, body?: object, revision?: string) =>
      console.ask(method, path, { cookie, body, headers: { "if-match": revision } });
    const made = await send("POST", answers, { ...refund, reviewOn: "2020-01-31" });
    expect(made).toMatchObject({
      status: 201,
      body: { ...refund, verbatim: false, owner: me.name, hits: 0, changedBy: me.name, revision: "1" },
    });
    await send("POST", answers, { agent, text: "No.", questions: ["Gifts?", "Gifts?"], owner: null });
    const first = await send("GET", `${answers}?limit=1`);
    const second = await send("GET", `${answers}?limit=1&after=${first.body.next}`);
    expect([...first.body.items, ...second.body.items].map(({ questions }) => questions)).toEqual([
      ["Gifts?"],
      refund.questions,
    ]);
    expect((await send("GET", `${answers}?due=true`)).body.items).toMatchObject([{ id: made.body.id }]);

    const path = `${answers}/${made.body.id}`;
    expect((await send("PATCH", path, { verbatim: true })).body.code).toBe("precondition_required");
    expect(await send("PATCH", path, { verbatim: true, reviewOn: null }, '"1"')).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: { ...refund, verbatim: true, reviewOn: null },
    });
    expect((await send("PATCH", path, { text: "Late." }, '"1"')).body.code).toBe("precondition_failed");
    expect((await send("DELETE", path)).status).toBe(204);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const gone = await send(method, path, method === "PATCH" ? {} : undefined, "*");
      expect([gone.status, gone.body.code]).toEqual([404, "answer_not_found"]);
    }
    const owner = await console.signIn("owner");
    const { body } = await console.ask("GET", `/console/api/audit?on=${made.body.id}`, owner);
    expect(body.items.map(({ what }: { readonly what: string }) => what)).toEqual([
      "answer.delete",
      "answer.change",
      "answer.create",
    ]);
  });

  test("answer the visitor's next question, are named as its source, and count each use", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    await putPage(console);
    const { cookie } = await console.signIn("responder");
    const before = await ask(console, "How long does a refund take?");
    expect(before.text).not.toContain("10 days");

    const made = await console.ask("POST", answers, { cookie, body: refund });
    const after = await ask(console, "how long do refunds take");
    expect(after.text).toBe(`${refund.text} [1]`);
    const sources = after.events.findLast(({ event }) => event === "tool_usage_stop")?.data;
    expect(sources).toMatchObject({
      rows: [{ title: "Answer by the team", detail: refund.questions[0], number: 1 }, {}],
    });
    await ask(console, "When will I get my money back?");
    const path = `${answers}/${made.body.id}`;
    const used = await console.ask("GET", path, { cookie });
    expect(used.body).toMatchObject({ hits: 2, lastHitAt: expect.any(String), revision: "1" });

    const other = await ask(console, "How do I send a lamp back?");
    expect(other.text).toContain("within 30 days");
    expect((await console.ask("GET", path, { cookie })).body.hits).toBe(2);
  });

  test("are tried on every wording of a gap, which they close once asking again proves them", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    await putPage(console);
    for (const question of ["Do you sell gift vouchers?", "gift vouchers: where do I find them?"])
      await ask(console, question);
    const { cookie } = await console.signIn("responder");
    const { body } = await console.ask("GET", "/console/api/gaps", { cookie });
    const [gap] = body.items;
    expect(gap).toMatchObject({ chats: 2, state: "open" });
    const draft = {
      agent,
      gap: gap.id,
      text: "Yes, in the shop and by mail.",
      questions: ["Opening hours?"],
    };
    const tried = await console.ask("POST", `${answers}/try`, { cookie, body: draft });
    expect(tried.body.items).toMatchObject([
      { question: "Opening hours?", answered: true, place: 1, says: "Yes, in the shop and by mail. [1]" },
      { question: "gift vouchers: where do I find them?", answered: false, place: null },
      { question: "Do you sell gift vouchers?", answered: false, place: null },
    ]);
    expect((await console.ask("GET", answers, { cookie })).body.items).toEqual([]);

    const state = async () =>
      (await console.ask("GET", `/console/api/gaps/${gap.id}`, { cookie })).body as object;
    const made = await console.ask("POST", answers, { cookie, body: draft });
    expect(await state()).toMatchObject({ state: "answered" });
    const questions = ["Do you sell gift vouchers?", "Where do I find gift vouchers?"];
    const changed = await console.ask("PATCH", `${answers}/${made.body.id}`, {
      cookie,
      body: { questions, gap: gap.id },
      headers: { "if-match": '"1"' },
    });
    expect(changed.status).toBe(200);
    expect(await state()).toMatchObject({ state: "closed", closedBy: "answer" });
  });

  test("are refused with the name of the invalid field", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    const { cookie } = await console.signIn("responder");
    const bodies = [
      [{ agent, questions: ["Why?"] }, "text"],
      [{ ...refund, text: " " }, "text"],
      [{ ...refund, text: "a\0b" }, "text"],
      [{ ...refund, text: "x".repeat(8_001) }, "text"],
      [{ ...refund, questions: [] }, "questions"],
      [{ ...refund, questions: ["two\nlines"] }, "questions"],
      [{ ...refund, questions: ["x".repeat(501)] }, "questions"],
      [{ ...refund, questions: Array.from({ length: 51 }, (_, at) => `Question ${at}?`) }, "questions"],
      [{ ...refund, verbatim: "yes" }, "verbatim"],
      [{ ...refund, owner: "" }, "owner"],
      [{ ...refund, reviewOn: "2026-02-30" }, "reviewOn"],
      [{ ...refund, title: "Refund" }, "title"],
    ] as const;
    for (const [body, field] of bodies) {
      const refused = await console.ask("POST", answers, { cookie, body });
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining(field)]);
    }
    const elsewhere = await console.ask("POST", answers, { cookie, body: { ...refund, gap: "gap_none" } });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, "gap_not_found"]);
    expect((await console.ask("GET", answers, { cookie })).body.items).toEqual([]);
  });
});

test("an agent has at most a thousand approved answers", async () => {
  await using console = await startConsole({ agent: extractive });
  const { cookie } = await console.signIn("responder");
  const values = { ...refund, agentId: agent, verbatim: false, owner: null, reviewOn: null, changedBy: null };
  for (let number = 1; number < 1000; number++)
    await console.storage.approvedAnswers.create({ ...values, id: `ans_${number}`, createdAt: number });
  const make = () => console.ask("POST", answers, { cookie, body: refund });
  expect((await make()).status).toBe(201);
  expect(await make()).toMatchObject({ status: 409, body: { code: "answers_full" } });
  expect((await console.ask("DELETE", `${answers}/ans_1`, { cookie })).status).toBe(204);
  expect((await make()).status).toBe(201);
});

test("one session can try one answer at a time", async () => {
  await using console = await startConsole({ agent: extractive });
  const { cookie } = await console.signIn("responder");
  const body = { ...refund, questions: Array.from({ length: 8 }, (_, at) => `Is refund ${at} paid?`) };
  const attempt = () => console.ask("POST", `${answers}/try`, { cookie, body });
  const both = await Promise.all([attempt(), attempt()]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 429]);
  expect((await attempt()).status).toBe(200);
});
