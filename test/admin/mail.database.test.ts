import { expect, test } from "vitest";
import { asksForPerson, startHandover } from "../support/hand-over.ts";
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

test("that a visitor waits comes by mail, as plain text, with nothing of it in the subject", async () => {
  await using server = await startMailServer();
  await using console = await startHandover(1, { mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const made = await add(console, cookie, { text: true });
  expect(made.status).toBe(201);
  const { token } = await ask(console, "Hello");
  const reason = "Bcc: all@shop.example\r\nSubject: <b>free</b> Grüße \u{1f34e}\r\n.\r\nRSET";
  await asksForPerson(console, token, { reason });

  await expect.poll(() => server.mails.length, { timeout: 20_000 }).toBe(1);
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from, to: ["team@shop.example"] });
  expect(mail?.subject).toBe("A visitor of acme-support is waiting for a person.");
  expect(mail?.source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated/m);
  const [head = ""] = mail?.source.split("\r\n\r\n") ?? [];
  for (const word of ["Bcc", "free", "all@shop"]) expect(head).not.toContain(word);
  const text = mail?.text.replaceAll("\r\n", "\n") ?? "";
  expect(text).toContain("> Subject: <b>free</b> Grüße \u{1f34e}");
  expect(text).toContain("https://chat.example/console/chats/");
  await expect
    .poll(async () => (await first(console, made.body.id))?.state, { timeout: 20_000 })
    .toBe("delivered");
  expect(head).toContain(`Message-ID: <${(await first(console, made.body.id))?.id}@shop.example>`);
});

test("a mail server that takes nothing is asked again, and its words are in the log and in the test", async () => {
  await using server = await startMailServer();
  server.refusal = "The box is full";
  await using console = await startHandover(1, { mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const { id } = (await add(console, cookie, { events: ["chat.started"] })).body;
  await ask(console, "Hello");
  await expect.poll(async () => (await first(console, id))?.tries.length, { timeout: 20_000 }).toBe(1);
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
  await expect.poll(async () => (await first(console, id))?.state, { timeout: 30_000 }).toBe("delivered");
});

test("without a mail server a mailbox is refused, and the answer says what to set", async () => {
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
])("%s is no mailbox", async (url) => {
  await using server = await startMailServer();
  await using console = await startConsole({ mail: { url: server.url, from } });
  const { cookie } = await console.signIn();
  const refused = await add(console, cookie, { url });
  expect(refused.status).toBe(400);
  expect(refused.body.detail).toContain("url: must be one address after mailto:");
});
