import { letterDays } from "@servicechat/contract/admin";
import { expect, test } from "vitest";
import { enqueueDueLetter } from "../../packages/operations/src/weekly-letter/letter-operations.ts";
import { sampleRun } from "../../packages/storage/test/suite/agent-tests.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const api = "/console/api";
const from = "chat@shop.example";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const agent = { model: { provider: "extractive" }, tools: ["search_knowledge"] };

/** A document, so that a question can remain unanswered. */
const putDocument = (console: TestConsole) =>
  console.storage.knowledge.replaceDocument(
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
    [{ headings: ["Returns"], anchor: null, text: "Send a lamp back within 30 days." }],
  );

const add = async (console: TestConsole, cookie: string, body: object = {}) =>
  (
    await console.ask("POST", `${api}/webhooks`, {
      cookie,
      body: { url: "mailto:team@shop.example", events: ["week.ended"], text: true, ...body },
    })
  ).body.id as string;
const latest = async (console: TestConsole, webhookId: string) =>
  (await console.storage.webhooks.deliveries({ webhookId, limit: 1 })).items[0];

test("the letter contains chats, separate outcomes, gaps with links, flips, cost and erasures, and hostile words only as words", async () => {
  await using server = await startMailServer();
  await using console = await startConsole({ agent, mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const id = await add(console, cookie);
  await putDocument(console);
  await ask(console, "Do you sell <b>gift</b>\r\n.\r\nBcc: all@shop.example \u202evouchers\u200b?");
  const { agentTests, chatIndex } = console.storage;
  const now = Date.now();
  for (const [at, passed] of [
    [now - 8 * dayMs, true],
    [now - 1_000, false],
  ] as const)
    await agentTests.addRun(
      sampleRun({ agentId: "acme-support", at, results: [{ name: "gifts", passed, turns: [] }] }),
    );
  await ask(console, "Hello");
  const { items } = await chatIndex.list({ scope: { agents: null }, limit: 9 });
  const greeting = items.find(({ first }) => first === "Hello");
  await console.ask("DELETE", `${api}/chats/${greeting?.id}`, { cookie });
  const { token } = await ask(console, "Hello");
  // Its outcome is counted before the chat is gone.
  await chatIndex.list({ scope: { agents: null }, limit: 9 });
  await console.fetch("/chat-bot/session", { method: "DELETE", headers: { "X-Session-Token": token } });
  await console.ask("GET", `${api}/gaps`, { cookie });

  const sent = await console.ask("POST", `${api}/letter/send`, { cookie, body: {} });
  expect(sent.body).toEqual({ sent: 1 });
  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail?.to).toEqual(["team@shop.example"]);
  expect(mail?.subject).toMatch(/^ServiceChat from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d: 3 chats\.$/);
  const text = mail?.text.replaceAll("\r\n", "\n") ?? "";
  for (const line of [
    "Chats: 3",
    "  3 still open",
    "Questions without a good answer, most chats first:",
    '  "Do you sell <b>gift</b> . Bcc: all@shop.example vouchers?" (acme-support), in 1 chat',
    "Tests whose results changed:",
    "  acme-support: 1 broken, 0 fixed",
    "Cost: no price entered",
    "Chats erased by people: 2",
    "Chats deleted after their retention period: 0",
  ])
    expect(text).toContain(`\n${line}\n`.replace(/\n$/, ""));
  expect(text).toMatch(/\n {2}https:\/\/chat\.example\/console\/gaps\/gap_[0-9a-f-]+\n/);
  expect(text).not.toContain("\nBcc:");
  await expect.poll(async () => (await latest(console, id))?.state).toBe("delivered");
});

test("visitors' words are left out unless requested, and so are agents out of scope", async () => {
  await using server = await startMailServer();
  await using console = await startConsole({ agent, mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  await add(console, cookie, { text: false });
  await add(console, cookie, { url: "mailto:other@shop.example", agents: ["acme-support"] });
  await putDocument(console);
  await ask(console, "Do you sell gift vouchers?");
  await console.ask("GET", `${api}/gaps`, { cookie });
  await console.ask("POST", `${api}/letter/send`, { cookie, body: {} });
  await expect.poll(() => server.mails.length).toBe(2);
  const textTo = (name: string) => server.mails.find(({ to }) => to[0]?.startsWith(name))?.text ?? "";
  expect(textTo("team")).toContain("A gap of acme-support, in 1 chat");
  expect(textTo("team")).not.toContain("voucher");
  expect(textTo("other")).toContain("Do you sell gift vouchers?");
});

test("a letter that is due is sent once, even if mail fails for an hour", async () => {
  await using server = await startMailServer();
  let wallMs = Date.now();
  const tomorrow = (Math.floor(wallMs / dayMs) + 1) * dayMs;
  const day = letterDays[(new Date(tomorrow).getUTCDay() + 6) % 7];
  const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
  await using console = await startConsole({ clock, agent, mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const id = await add(console, cookie);
  const look = () => enqueueDueLetter({ storage: console.storage, now: () => wallMs });
  const changed = await console.ask("PATCH", `${api}/letter`, {
    cookie,
    body: { day, hour: 0 },
    headers: { "if-match": '"0"' },
  });
  expect(changed.body).toMatchObject({ enabled: true, day, hour: 0, zone: "UTC", revision: "1" });
  expect(await look()).toBe(0);
  wallMs = tomorrow - 1;
  expect(await look()).toBe(0);
  server.refusal = "Down";
  wallMs = tomorrow;
  expect([await look(), await look()]).toEqual([1, 0]);
  for (const [tries, laterMs] of [
    [1, 5_000],
    [2, 5 * 60_000],
    [3, hourMs],
  ] as const) {
    await expect.poll(async () => (await latest(console, id))?.tries.length).toBe(tries);
    wallMs += laterMs;
  }
  expect(server.mails).toEqual([]);
  server.refusal = undefined;
  wallMs += hourMs;
  await expect.poll(async () => (await latest(console, id))?.state).toBe("delivered");
  const [first, to] = [tomorrow - 7 * dayMs, tomorrow].map((at) => new Date(at).toISOString().slice(0, 10));
  expect(server.mails.map(({ subject }) => subject)).toEqual([
    `ServiceChat from ${first} to ${to}: 0 chats.`,
  ]);
  expect(await look()).toBe(0);

  // No later day of this week causes a second letter.
  for (const [at, earlier] of letterDays.entries()) {
    const headers = { "if-match": "*" };
    await console.ask("PATCH", `${api}/letter`, { cookie, body: { day: earlier }, headers });
    expect([at, await look()]).toEqual([at, 0]);
  }
});

test("a disabled letter is not sent later either, and one without recipients is refused", async () => {
  let wallMs = Date.now();
  const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
  await using console = await startConsole({ clock });
  const { cookie } = await console.signIn();
  const ifMatch = (revision: string) => ({ headers: { "if-match": revision } });
  const change = (body: object, revision = "*") =>
    console.ask("PATCH", `${api}/letter`, { cookie, body, ...ifMatch(revision) });
  const nobody = await console.ask("POST", `${api}/letter/send`, { cookie, body: {} });
  expect(nobody).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining("has no recipients") },
  });
  expect((await change({ zone: "Europe/Atlantis" })).body.detail).toMatch(/^zone: /);
  expect((await change({ hour: 24 })).body.detail).toContain("hour");
  await add(console, cookie, { url: "https://hooks.example/week" });
  const look = () => enqueueDueLetter({ storage: console.storage, now: () => wallMs });
  await look();
  expect((await change({ enabled: false }, '"0"')).status).toBe(200);
  expect((await change({ enabled: false }, '"0"')).body.code).toBe("precondition_failed");
  wallMs += 7 * dayMs;
  expect(await look()).toBe(0);
  await console.storage.settings.set({ name: "letter", value: '{"enabled":true}' });
  expect(await look()).toBe(0);
  wallMs += 7 * dayMs;
  expect(await look()).toBe(1);
});
