import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, startHandoff } from "../support/handoff.ts";
import { startPushReceiver } from "../support/push-receiver.ts";
import type { PushReceiver } from "../support/push-receiver.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const mine = "/console/api/me";

/** A service that may contact this machine's push service, and a clock that the test sets. */
async function start(options: { readonly networks?: readonly string[] } = {}) {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startPushReceiver());
  const time = { wallMs: Date.now() };
  const clock = { wallMs: () => time.wallMs, monotonicMs: () => performance.now() };
  const console = stack.use(
    await startHandoff(1, {
      clock,
      // What webhooks and tools may reach is nothing to push.
      webhookNetworks: ["127.0.0.0/8"],
      pushNetworks: options.networks ?? ["127.0.0.0/8"],
      webhookCa: receiver.ca,
      agent: { handoff: { waitMinutes: 60 } },
    }),
  );
  const kept = stack.move();
  return { receiver, console, time, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function turnsOn(
  console: TestConsole,
  receiver: PushReceiver,
  { cookie }: { readonly cookie: string },
): Promise<string> {
  const added = await console.ask("POST", `${mine}/push`, { cookie, body: receiver.subscribe() });
  expect(added.status).toBe(201);
  return added.body.id;
}

const devicesOf = async (console: TestConsole, cookie: string) =>
  (await console.ask("GET", `${mine}/notifications`, { cookie })).body.push.devices;

test("a waiting visitor is announced in a message that only the browser can decrypt, each minute until the chat is taken", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  const person = await console.signIn("responder");
  await turnsOn(console, receiver, person);
  await turnsOn(console, receiver, await console.signIn("responder", ["another"]));
  const { token } = await ask(console, "Hello, I am Ada Lovelace");
  await asksForPerson(console, token, { reason: "My name is Ada Lovelace" });
  await expect.poll(() => receiver.pushes.length).toBe(1);
  const chat = await chatOf(console, person.cookie);
  expect(receiver.pushes[0]?.message).toEqual({
    type: "waiting",
    waiting: 1,
    agent: "acme-support",
    chat: chat.id,
  });
  expect(receiver.pushes[0]?.headers).toMatchObject({ ttl: "120", urgency: "high", topic: "waiting" });
  const { aud, exp, sub } = receiver.pushes[0]?.claims ?? { aud: "", exp: 0, sub: "" };
  expect(aud).toBe(receiver.origin);
  expect(exp - time.wallMs / 1_000).toBeGreaterThan(0);
  expect(exp - time.wallMs / 1_000).toBeLessThanOrEqual(86_400);
  expect(sub).toBe("https://chat.example");

  time.wallMs += 60_000;
  await expect.poll(() => receiver.pushes.length).toBe(2);
  await console.ask("POST", `${chats}/${chat.id}/take`, { cookie: person.cookie, body: {} });
  time.wallMs += 60_000;
  const { token: next } = await ask(console, "Hello");
  await asksForPerson(console, next);
  await expect.poll(() => receiver.pushes.length).toBe(3);
  expect(receiver.pushes[2]?.message).toMatchObject({
    waiting: 1,
    chat: expect.not.stringContaining(chat.id),
  });
});

test("visitors who start many chats cause one push message, not one each", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  await turnsOn(console, receiver, await console.signIn("responder"));
  const starts = async () => asksForPerson(console, (await ask(console, "Hello")).token);
  await starts();
  await expect.poll(() => receiver.pushes.length).toBe(1);
  for (let chat = 0; chat < 4; chat++) await starts();
  time.wallMs += 10_000;
  await expect.poll(() => receiver.pushes.length).toBe(2);
  expect(receiver.pushes[1]?.message).toEqual({ type: "waiting", waiting: 5, agent: "acme-support" });
});

test("a test is pushed to one browser, and an expired subscription is removed", async () => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie } = await console.signIn("responder");
  const id = await turnsOn(console, receiver, { cookie });
  await turnsOn(console, receiver, { cookie });
  const tested = () => console.ask("POST", `${mine}/push/${id}/test`, { cookie, body: {} });
  expect((await tested()).body).toEqual({ status: 201, ms: expect.any(Number), body: "" });
  expect(receiver.pushes.map(({ message }) => message)).toEqual([{ type: "test" }]);
  // Both were created at the same time, so their order is undefined.
  const used = expect.objectContaining({ id, lastAt: expect.any(String) });
  expect(await devicesOf(console, cookie)).toContainEqual(used);
  receiver.status = 410;
  expect((await tested()).body).toMatchObject({ status: 410, body: "" });
  expect((await devicesOf(console, cookie)).map((device: { id: string }) => device.id)).not.toContain(id);
  expect((await tested()).status).toBe(404);
});

test("a push service's response is shown to owners, who can send ten tests a minute", async () => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie } = await console.signIn("owner");
  const id = await turnsOn(console, receiver, { cookie });
  receiver.status = 500;
  const tested = () => console.ask("POST", `${mine}/push/${id}/test`, { cookie, body: {} });
  for (let times = 0; times < 10; times++)
    expect((await tested()).body).toMatchObject({ status: 500, body: "no" });
  expect(await tested()).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  const mail = await console.ask("POST", `${mine}/notifications/mail/test`, { cookie, body: {} });
  expect(mail.status).toBe(429);
});

test("addresses and keys are encrypted in the database, and both survive a restart", async () => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie } = await console.signIn("responder");
  const subscription = receiver.subscribe();
  await console.ask("POST", `${mine}/push`, { cookie, body: subscription });
  const { body } = await console.ask("GET", `${mine}/notifications`, { cookie });
  expect(Buffer.from(body.push.key, "base64url")).toHaveLength(65);
  const notes = await console.storage.keyValues.list("push:");
  const kept = await console.storage.push.list((await console.storage.alerts.people()).map(({ id }) => id));
  expect(kept).toHaveLength(1);
  for (const text of [JSON.stringify(notes), JSON.stringify(kept)]) {
    expect(text).not.toContain('"d"');
    expect(text).not.toContain(subscription.endpoint);
    expect(text).not.toContain(subscription.keys.auth);
  }
  expect((await console.ask("GET", `${mine}/notifications`, { cookie })).body.push.key).toBe(body.push.key);
});

test("somebody who signs out of a browser or is removed receives no more messages there", async () => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie, me } = await console.signIn("responder");
  await turnsOn(console, receiver, { cookie });
  expect(await console.storage.push.list([me.id])).toHaveLength(1);
  await console.ask("POST", `${mine.replace("/me", "/sign-out")}`, { cookie, body: {} });
  expect(await console.storage.push.list([me.id])).toEqual([]);
  const again = await console.signIn("responder");
  await turnsOn(console, receiver, again);
  const { cookie: owner } = await console.signIn();
  await console.ask("DELETE", `/console/api/operators/${again.me.id}`, { cookie: owner });
  expect(await console.storage.push.list([again.me.id])).toEqual([]);
});

test("no push leads into the internal network, not even where tools may go, and every failure reads the same", async () => {
  await using started = await start({ networks: [] });
  const { receiver, console } = started;
  const { cookie } = await console.signIn("viewer");
  const { keys } = receiver.subscribe();
  const closed = "https://localhost:9/push";
  for (const endpoint of [receiver.subscribe().endpoint, closed, "https://nobody.invalid/push"]) {
    const { body } = await console.ask("POST", `${mine}/push`, { cookie, body: { endpoint, keys } });
    const tested = await console.ask("POST", `${mine}/push/${body.id}/test`, { cookie, body: {} });
    expect(tested.body).toEqual({ error: "the push service could not be reached at a public address" });
  }
  expect(receiver.pushes).toEqual([]);
});

test.each([
  [{ endpoint: "http://push.example/1" }, "endpoint"],
  [{ endpoint: "https://user:word@push.example/1" }, "endpoint"],
  [{ endpoint: "file:///etc/passwd" }, "endpoint"],
  [{ endpoint: "https://127.0.0.1/push" }, "endpoint"],
  [{ endpoint: "https://[::ffff:a00:1]/push" }, "endpoint"],
  [{ endpoint: "https://0x7f.1:8443/push" }, "endpoint"],
  [{ keys: { p256dh: "BA", auth: "AAAAAAAAAAAAAAAAAAAAAA" } }, "keys"],
  [{ keys: { p256dh: `B${"A".repeat(86)}`, auth: "AAAAAAAAAAAAAAAAAAAAAA" } }, "keys"],
])("a subscription with %j is refused", async (values, field) => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie } = await console.signIn("responder");
  const body = { ...receiver.subscribe(), ...values };
  const refused = await console.ask("POST", `${mine}/push`, { cookie, body });
  expect(refused.status).toBe(400);
  expect(refused.body.detail).toContain(field);
});

test("that a visitor left an address is pushed once, apart from those who wait", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  const { cookie } = await console.signIn("responder");
  await turnsOn(console, receiver, { cookie });
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token);
  await expect.poll(() => receiver.pushes.length).toBe(1);
  const { id: chat } = await chatOf(console, cookie);
  time.wallMs += 30_000;
  await asksForPerson(console, token, { email: "ada@home.example" });
  // The visitor waits no longer in the chat: what is left is the address.
  const headers = { "X-Session-Token": token };
  await console.fetch("/chat-bot/handoff", { method: "DELETE", headers });
  await expect.poll(() => receiver.pushes.length).toBe(2);
  expect(receiver.pushes[1]?.message).toEqual({ type: "address", waiting: 1, agent: "acme-support", chat });
  expect(receiver.pushes[1]?.headers).toMatchObject({ ttl: "86400", urgency: "normal", topic: "address" });

  time.wallMs += 60_000;
  const { token: other } = await ask(console, "Hello");
  await asksForPerson(console, other);
  for (const pushes of [3, 4]) {
    await expect.poll(() => receiver.pushes.length).toBe(pushes);
    expect(receiver.pushes.at(-1)?.message).toMatchObject({ type: "waiting", waiting: 1 });
    time.wallMs += 60_000;
  }
});

test("an address left with a request is pushed too once its visitor waits in the chat no longer", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  const { cookie } = await console.signIn("responder");
  await turnsOn(console, receiver, { cookie });
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token, { email: "ada@home.example" });
  await expect.poll(() => receiver.pushes.length).toBe(1);
  expect(receiver.pushes[0]?.message).toMatchObject({ type: "waiting", waiting: 1 });
  time.wallMs += 30_000;
  await console.fetch("/chat-bot/handoff", { method: "DELETE", headers: { "X-Session-Token": token } });
  // No sooner than the chat could have been pushed again.
  time.wallMs += 30_000;
  await expect.poll(() => receiver.pushes.length).toBe(2);
  expect(receiver.pushes[1]?.message).toMatchObject({ type: "address", waiting: 1 });
  time.wallMs += 120_000;
  const { token: other } = await ask(console, "Hello");
  await asksForPerson(console, other);
  await expect.poll(() => receiver.pushes.length).toBe(3);
  expect(receiver.pushes[2]?.message).toMatchObject({ type: "waiting", waiting: 1 });
});

test("an address that no browser took is pushed again a minute later", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  const { cookie } = await console.signIn("responder");
  await turnsOn(console, receiver, { cookie });
  receiver.status = 503;
  const { token } = await ask(console, "Hello");
  await asksForPerson(console, token);
  await expect.poll(() => receiver.refused).toBe(1);
  time.wallMs += 30_000;
  await asksForPerson(console, token, { email: "ada@home.example" });
  await console.fetch("/chat-bot/handoff", { method: "DELETE", headers: { "X-Session-Token": token } });
  await expect.poll(() => receiver.refused).toBe(2);
  receiver.status = 201;
  time.wallMs += 60_000;
  await expect.poll(() => receiver.pushes.length).toBe(1);
  expect(receiver.pushes[0]?.message).toMatchObject({ type: "address", waiting: 1 });
});
