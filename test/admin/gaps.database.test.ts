import { gapsSchema, gapWithVariantsSchema } from "@servicechat/contract/admin-schemas";
import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { startConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const gaps = "/console/api/gaps";
const extractive = { model: { provider: "extractive" }, tools: ["search_knowledge"] };

onOneNode("gaps", (nodes) => {
  test("contain questions that could not be answered, from the first one on, grouped by topic", async () => {
    await using console = await startConsole({ nodes, agent: extractive });
    await console.storage.knowledge.replaceDocument(
      {
        agentId: "acme-support",
        id: "doc_1",
        source: "files:docs",
        location: "returns.md",
        title: "Returns",
        url: "https://shop.example/returns",
        fingerprint: "1",
        readAt: 1,
      },
      [
        {
          headings: ["Returns", "Send a lamp back"],
          anchor: null,
          text: "Send a lamp back within 30 days. A gift needs a receipt.",
        },
      ],
    );
    await ask(console, "How do I send a lamp back?");
    await ask(console, "Do you sell gift vouchers?");
    const { cookie } = await console.signIn("responder");
    const get = (path: string) => console.ask("GET", path, { cookie });
    const first = gapsSchema.parse((await get(gaps)).body);
    expect(first.items).toMatchObject([{ question: "Do you sell gift vouchers?", state: "open", chats: 1 }]);

    const { token } = await ask(console, "gift vouchers: where do I find them?");
    await ask(console, "Is the shop open on Sundays?");

    const { items } = gapsSchema.parse((await get(gaps)).body);
    expect(items.map(({ question, chats }) => [question, chats])).toEqual([
      ["Do you sell gift vouchers?", 2],
      ["Is the shop open on Sundays?", 1],
    ]);
    const id = items[0]?.id ?? "";
    const read = await get(`${gaps}/${id}`);
    const gap = gapWithVariantsSchema.parse(read.body);
    expect(read.headers["etag"]).toBe(`"${gap.revision}"`);
    expect(gap).toMatchObject({
      agent: "acme-support",
      marks: ["unanswered"],
      nearest: { title: "Send a lamp back", url: "https://shop.example/returns", score: expect.any(Number) },
      variants: [
        { question: "gift vouchers: where do I find them?", times: 1, asked: [{}] },
        { question: "Do you sell gift vouchers?", times: 1, asked: [{}] },
      ],
    });
    expect(gap.nearest?.score).toBeLessThan(0.35);
    const asked = gap.variants[0]?.asked[0];
    const transcript = await get(`/console/api/chats/${asked?.chat}`);
    expect(transcript.body.entries.map((entry: { id: string }) => entry.id)).toContain(asked?.message);

    const dismissed = await console.ask("POST", `${gaps}/${id}/dismiss`, { cookie, body: {} });
    expect(dismissed.body).toMatchObject({ state: "dismissed", changedBy: expect.any(String) });
    await ask(console, "Gift vouchers?", { token });
    expect((await get(`${gaps}?state=open&state=reopened`)).body.items).toMatchObject([
      { question: "Is the shop open on Sundays?" },
    ]);
    expect((await get(`${gaps}/${id}`)).body).toMatchObject({ state: "dismissed", questions: 3, chats: 2 });
    const reopened = await console.ask("POST", `${gaps}/${id}/reopen`, { cookie, body: {} });
    expect(reopened.body.state).toBe("reopened");
    const owner = await console.signIn("owner");
    const audit = await console.ask("GET", `/console/api/audit?on=${id}`, owner);
    expect(audit.body.items.map(({ what }: { what: string }) => what)).toEqual(["gap.reopen", "gap.dismiss"]);
  });
});

test("an erased chat's words are removed from the gap, and an otherwise empty gap from the list", async () => {
  await using console = await startConsole({ agent: extractive });
  await ask(console, "Do you sell gift vouchers?");
  await ask(console, "Any voucher as a gift for Ada?");
  const { cookie } = await console.signIn("responder");
  const read = async () => gapsSchema.parse((await console.ask("GET", gaps, { cookie })).body).items;
  const eraseOne = async () => {
    const id = (await read())[0]?.id ?? "";
    const { body } = await console.ask("GET", `${gaps}/${id}`, { cookie });
    const chat = body.variants.find(({ question }: { question: string }) => question.includes("ift")).asked[0]
      .chat;
    await console.ask("DELETE", `/console/api/chats/${chat}`, { cookie });
  };
  expect(await read()).toHaveLength(1);
  await eraseOne();
  expect(await read()).toMatchObject([{ questions: 1 }]);
  await eraseOne();
  expect(await read()).toEqual([]);
});

test("an invalid filter, an unknown value and an agent out of scope are reported", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn("viewer");
  const status = async (path: string) => (await console.ask("GET", `${gaps}${path}`, { cookie })).status;
  expect(await status("?states=open")).toBe(400);
  expect(await status("?state=solved")).toBe(400);
  expect(await status("?after=x")).toBe(400);
  expect(await status("?agent=nobody")).toBe(200);
  expect(await status("/gap_none")).toBe(404);
});
