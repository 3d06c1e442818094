import { expect, test } from "vitest";
import { asksForPerson, startHandoff } from "../support/handoff.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const webhooks = "/console/api/webhooks";
const from = "chat@shop.example";

const add = (console: TestConsole, cookie: string, body: object) =>
  console.ask("POST", webhooks, {
    cookie,
    body: { url: "mailto:team@shop.example", events: ["chat.waiting"], ...body },
  });
const first = async (console: TestConsole, id: string) =>
  (await console.storage.webhooks.deliveries({ webhookId: id, limit: 1 })).items[0];

test("a waiting visitor is reported by mail, as plain text, without any details in the subject", async () => {
  await using server = await startMailServer();
  await using console = await startHandoff(1, { mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const made = await add(console, cookie, { text: true });
  expect(made.status).toBe(201);
  const { token } = await ask(console, "Hello");
  const reason = "Bcc: all@shop.example\r\nSubject: <b>free</b> Grüße \u{1f34e}\r\n.\r\nRSET";
  await asksForPerson(console, token, { reason });

  await expect.poll(() => server.mails.length).toBe(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from, to: ["team@shop.example"] });
  expect(mail?.subject).toBe("A visitor chatting with acme-support is waiting for a person.");
  expect(mail?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated/m);
  const [head = ""] = mail?.source.split("\r\n\r\n") ?? [];
  for (const word of ["Bcc", "free", "all@shop"]) expect(head).not.toContain(word);
  const text = mail?.text.replaceAll("\r\n", "\n") ?? "";
  expect(text).toContain("> Subject: <b>free</b> Grüße \u{1f34e}");
  expect(text).toContain("https://chat.example/console/chats/");
  await expect.poll(async () => (await first(console, made.body.id))?.state).toBe("delivered");
  expect(head).toContain(`Message-ID: <${(await first(console, made.body.id))?.id}@shop.example>`);
});

test("a mail server that rejects everything is tried again, and its response is in the log and the test", async () => {
  await using server = await startMailServer();
  server.refusal = "The box is full";
  await using console = await startHandoff(1, { mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const { id } = (await add(console, cookie, { events: ["chat.started"] })).body;
  await ask(console, "Hello");
  await expect.poll(async () => (await first(console, id))?.tries.length).toBe(1);
  expect(await first(console, id)).toMatchObject({
    state: "pending",
    tries: [{ status: null, error: expect.stringContaining("The box is full") }],
  });
  const tested = () => console.ask("POST", `${webhooks}/${id}/test`, { cookie, body: {} });
  expect((await tested()).body).toEqual({ error: expect.stringContaining("The box is full") });
  server.refusal = undefined;
  expect((await tested()).body).toEqual({
    status: 250,
    ms: expect.any(Number),
    body: expect.stringContaining("250"),
  });
  expect(server.mails.at(-1)?.subject).toContain("This is a test");
  await expect.poll(async () => (await first(console, id))?.state).toBe("delivered");
});

test("a mail that its server is slow to accept is sent once, however long that takes", async () => {
  await using server = await startMailServer();
  let wallMs = Date.now();
  const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
  await using console = await startConsole({ clock, mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const { id } = (await add(console, cookie, { events: ["chat.started"] })).body;
  const slow = Promise.withResolvers<void>();
  server.until = slow.promise;
  // Anything due is started with the next chat at the latest, so a duplicate would be seen by then.
  for (const [index, laterMs] of [30_000, 600_000, 0].entries()) {
    await ask(console, "Hello");
    await expect.poll(() => server.begun).toBe(index + 1);
    wallMs += laterMs;
  }
  slow.resolve();
  const deliveries = async () =>
    (await console.storage.webhooks.deliveries({ webhookId: id, limit: 9 })).items;
  await expect
    .poll(async () => (await deliveries()).map(({ state }) => state))
    .toEqual(["delivered", "delivered", "delivered"]);
  expect((await deliveries()).map(({ tries }) => tries.length)).toEqual([1, 1, 1]);
  expect(server.begun).toBe(3);
});

test("a mail server that never finishes is abandoned, which counts as an attempt", async () => {
  await using server = await startMailServer();
  let wallMs = Date.now();
  const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
  await using console = await startConsole({ clock, mail: { url: server.url, from, wholeMs: 5_000 } });
  const { cookie } = await console.signIn();
  const { id } = (await add(console, cookie, { events: ["chat.started"] })).body;
  const never = Promise.withResolvers<void>();
  server.until = never.promise;
  await ask(console, "Hello");
  await expect.poll(async () => (await first(console, id))?.tries.length).toBe(1);
  expect(await first(console, id)).toMatchObject({
    state: "pending",
    tried: 1,
    tries: [{ status: null, error: "the mail server was not done after 5 seconds" }],
  });
  await expect.poll(() => server.talking).toBe(0);
  never.resolve();
  wallMs += 5_000;
  await expect.poll(async () => (await first(console, id))?.state).toBe("delivered");
});

test("the service's own log contains a mail server's status code, and none of its text", async () => {
  await using server = await startMailServer();
  server.refusal = "The box of ada@shop.example is full";
  let wallMs = Date.now() - 86_400_000;
  const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
  await using console = await startConsole({ clock, mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const { id } = (await add(console, cookie, { events: ["chat.started"] })).body;
  await ask(console, "Hello");
  for (const [made, afterMs] of [5_000, 295_000, 6_900_000, 79_200_000, 0].entries()) {
    await expect.poll(async () => (await first(console, id))?.tries.length).toBe(made + 1);
    wallMs += afterMs;
  }
  const isOfIt = ({ detail }: { readonly detail: object }) => "webhook" in detail && detail.webhook === id;
  await expect.poll(() => console.logged.filter(isOfIt).length).toBe(1);
  const delivery = await first(console, id);
  expect(console.logged.find(isOfIt)?.detail).toEqual({
    webhook: id,
    delivery: delivery?.id,
    status: null,
    error: "452",
  });
  expect(JSON.stringify(console.logged)).not.toContain("ada@shop.example");
  expect(delivery?.tries.at(-1)?.error).toContain("ada@shop.example is full");
});

test("a password is sent encrypted or not at all", async () => {
  await using server = await startMailServer();
  // It also leads here, but does not name this machine.
  const url = server.url.replace("127.0.0.1", "0.0.0.0");
  const tested = async (to: string) => {
    await using console = await startConsole({ mail: { url: to, from } });
    const { cookie } = await console.signIn();
    const { id } = (await add(console, cookie, {})).body;
    return (await console.ask("POST", `${webhooks}/${id}/test`, { cookie, body: {} })).body;
  };
  expect(await tested(url)).toEqual({ error: expect.stringContaining("STARTTLS") });
  expect(server.signIns).toBe(0);
  expect(await tested(url.replace(/[^/]*@/, ""))).toEqual({ error: expect.stringContaining("530") });
  expect(await tested(server.url)).toMatchObject({ status: 250 });
  expect(server.signIns).toBe(1);
});

test("without a mail server a mailbox is refused, and the response says what to set", async () => {
  await using console = await startConsole();
  const { cookie } = await console.signIn();
  const refused = await add(console, cookie, {});
  expect(refused).toMatchObject({ status: 400, body: { code: "malformed_request" } });
  expect(refused.body.detail).toContain("url: needs a mail server: set SERVICECHAT_SMTP_URL");
});

test.each([
  "mailto:",
  "mailto:team",
  "mailto:a@shop.example,b@shop.example",
  "mailto:a@shop.example?bcc=b@shop.example",
  "mailto:a%0d%0aBcc@shop.example",
  "mailto:Team <a@shop.example>",
])("%s is not a mailbox", async (url) => {
  await using server = await startMailServer();
  await using console = await startConsole({ mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const refused = await add(console, cookie, { url });
  expect(refused.status).toBe(400);
  expect(refused.body.detail).toContain("url: must be one address after mailto:");
});
