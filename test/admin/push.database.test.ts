import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, startHandover } from "../support/hand-over.ts";
import { startPushReceiver } from "../support/push-receiver.ts";
import type { PushReceiver } from "../support/push-receiver.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const mine = "/console/api/me";

/** A service that may reach this machine's push service, and a clock that a test moves. */
async function start(options: { readonly networks?: readonly string[] } = {}) {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await startPushReceiver());
  const time = { wallMs: Date.now() };
  const clock = { wallMs: () => time.wallMs, monotonicMs: () => performance.now() };
  const console = stack.use(
    await startHandover(1, {
      clock,
      webhookNetworks: options.networks ?? ["127.0.0.0/8"],
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

test("that a visitor waits is pushed so that their browser alone can read it, each minute until it is taken", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  const person = await console.signIn("responder");
  await turnsOn(console, receiver, person);
  await turnsOn(console, receiver, await console.signIn("responder", ["another"]));
  const { token } = await ask(console, "Hello, I am Ada Lovelace");
  await asksForPerson(console, token, { reason: "My name is Ada Lovelace" });
  await expect.poll(() => receiver.pushes.length, { timeout: 20_000 }).toBe(1);
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
  await expect.poll(() => receiver.pushes.length, { timeout: 20_000 }).toBe(2);
  await console.ask("POST", `${chats}/${chat.id}/take`, { cookie: person.cookie, body: {} });
  time.wallMs += 60_000;
  const { token: next } = await ask(console, "Hello");
  await asksForPerson(console, next);
  await expect.poll(() => receiver.pushes.length, { timeout: 20_000 }).toBe(3);
  expect(receiver.pushes[2]?.message).toMatchObject({
    waiting: 1,
    chat: expect.not.stringContaining(chat.id),
  });
});

test("visitors who begin many chats cause one push, not one for each", async () => {
  await using started = await start();
  const { receiver, console, time } = started;
  await turnsOn(console, receiver, await console.signIn("responder"));
  for (let chat = 0; chat < 5; chat++) {
    const { token } = await ask(console, "Hello");
    await asksForPerson(console, token);
  }
  await expect.poll(() => receiver.pushes.length, { timeout: 20_000 }).toBe(1);
  time.wallMs += 10_000;
  await expect.poll(() => receiver.pushes.length, { timeout: 20_000 }).toBe(2);
  expect(receiver.pushes[1]?.message).toEqual({ type: "waiting", waiting: 5, agent: "acme-support" });
});

test("a test is pushed to one browser, and a subscription that has ended is forgotten", async () => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie } = await console.signIn("responder");
  const id = await turnsOn(console, receiver, { cookie });
  await turnsOn(console, receiver, { cookie });
  const tested = () => console.ask("POST", `${mine}/push/${id}/test`, { cookie, body: {} });
  expect((await tested()).body).toEqual({ status: 201, ms: expect.any(Number), body: "" });
  expect(receiver.pushes.map(({ message }) => message)).toEqual([{ type: "test" }]);
  // Both were made at one time of the clock, so in no order.
  const used = expect.objectContaining({ id, lastAt: expect.any(String) });
  expect(await devicesOf(console, cookie)).toContainEqual(used);
  receiver.status = 410;
  expect((await tested()).body).toMatchObject({ status: 410, body: "" });
  expect((await devicesOf(console, cookie)).map((device: { id: string }) => device.id)).not.toContain(id);
  expect((await tested()).status).toBe(404);
});

test("what a push service says is shown to owners, and ten tests a minute are sent to it", async () => {
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

test("neither addresses nor keys are in the database as they are, and both stay over a restart", async () => {
  await using started = await start();
  const { receiver, console } = started;
  const { cookie } = await console.signIn("responder");
  const subscription = receiver.subscribe();
  await console.ask("POST", `${mine}/push`, { cookie, body: subscription });
  const { body } = await console.ask("GET", `${mine}/notifications`, { cookie });
  expect(Buffer.from(body.push.key, "base64url")).toHaveLength(65);
  const notes = await console.storage.notes.list("push:");
  const kept = await console.storage.push.list((await console.storage.alerts.people()).map(({ id }) => id));
  expect(kept).toHaveLength(1);
  for (const text of [JSON.stringify(notes), JSON.stringify(kept)]) {
    expect(text).not.toContain('"d"');
    expect(text).not.toContain(subscription.endpoint);
    expect(text).not.toContain(subscription.keys.auth);
  }
  expect((await console.ask("GET", `${mine}/notifications`, { cookie })).body.push.key).toBe(body.push.key);
});

test("whoever signs out of a browser, or is removed, gets nothing there any more", async () => {
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

test("no subscription leads into the network, however it is named", async () => {
  await using started = await start({ networks: [] });
  const { receiver, console } = started;
  const { cookie } = await console.signIn("responder");
  const id = await turnsOn(console, receiver, { cookie });
  const tested = await console.ask("POST", `${mine}/push/${id}/test`, { cookie, body: {} });
  // Which one it is, nobody learns.
  expect(tested.body).toEqual({ error: "its address is not a public address" });
  expect(receiver.pushes).toEqual([]);
});

test.each([
  [{ endpoint: "http://push.example/1" }, "endpoint"],
  [{ endpoint: "https://user:word@push.example/1" }, "endpoint"],
  [{ endpoint: "file:///etc/passwd" }, "endpoint"],
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
