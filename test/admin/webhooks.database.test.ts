import type { Delivery } from "@servicechat/contract/admin";
import { describe, expect, test } from "vitest";
import { startHookReceiver, verified } from "../support/hook-receiver.ts";
import { asksForPerson, startHandoff } from "../support/handoff.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startConsole } from "../support/start-console.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const webhooks = "/console/api/webhooks";
const loopback = { webhookNetworks: ["127.0.0.0/8"] };
const everything = [
  "chat.started",
  "chat.waiting",
  "chat.taken",
  "chat.closed",
  "message.created",
  "feedback.created",
  "chat.erased",
];

async function add(console: TestConsole, cookie: string, body: object) {
  const made = await console.ask("POST", webhooks, { cookie, body });
  expect(made.status).toBe(201);
  return made.body as { readonly id: string; readonly secret: string; readonly revision: string };
}

const deliveriesOf = async (console: TestConsole, cookie: string, id: string) =>
  (await console.ask("GET", `${webhooks}/${id}/deliveries`, { cookie })).body.items;

onOneAndTwoNodes("a webhook", (nodes) => {
  test("receives each event of a chat once, signed, with words only if requested", async () => {
    await using receiver = await startHookReceiver();
    await using console = await startHandoff(nodes, loopback);
    const { cookie } = await console.signIn();
    const body = { url: `${receiver.baseUrl}/all`, events: everything, text: true };
    const { secret } = await add(console, cookie, body);
    const quiet = await add(console, cookie, { ...body, url: `${receiver.baseUrl}/quiet`, text: false });
    const { token } = await ask(console, "Where is my parcel?");
    await asksForPerson(console, token, { reason: "It is late" });
    const chat = (await console.ask("GET", "/console/api/chats", { cookie })).body.items[0];
    const say = (text: string) =>
      console.ask("POST", `/console/api/chats/${chat.id}/messages`, { cookie, body: { text } });
    expect((await say("I am looking.")).status).toBe(201);
    await console.ask("POST", `/console/api/chats/${chat.id}/close`, { cookie, body: {} });
    expect((await console.ask("DELETE", `/console/api/chats/${chat.id}`, { cookie })).status).toBe(204);

    await expect.poll(() => receiver.requests.length).toBe(16);
    const heard = (path: string, key: string) =>
      receiver.requests.filter((request) => request.path === path).map((request) => verified(request, key));
    const told = heard("/all", secret);
    expect(told.map(({ type }) => type).toSorted()).toEqual([
      "chat.closed",
      "chat.erased",
      "chat.started",
      "chat.taken",
      "chat.waiting",
      "message.created",
      "message.created",
      "message.created",
    ]);
    for (const { data } of told) expect(data).toMatchObject({ chat: chat.id, agent: "acme-support" });
    expect(told.find(({ type }) => type === "chat.started")?.data).toEqual({
      chat: chat.id,
      agent: "acme-support",
      url: `https://chat.example/console/chats/${chat.id}`,
    });
    const quietly = JSON.stringify(heard("/quiet", quiet.secret));
    for (const word of ["parcel", "late", "looking"]) expect(quietly).not.toContain(word);
    expect(new Set(receiver.requests.map(({ id }) => id)).size).toBe(16);
    expect(() => heard("/all", quiet.secret)).toThrow();
  });

  test("is retried under the same id after a failure, with a new signature, and can be replayed", async () => {
    await using receiver = await startHookReceiver();
    // Yesterday, so that after a day of attempts it is now.
    let wallMs = Date.now() - 86_400_000;
    const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
    await using console = await startConsole({ nodes, clock, ...loopback });
    const { cookie } = await console.signIn();
    const { id, secret } = await add(console, cookie, { url: receiver.baseUrl, events: ["chat.started"] });
    receiver.answers = [500, 302, 404, 503, 500];
    await ask(console, "Hello");
    const first = async () => {
      const { items } = await console.storage.webhooks.deliveries({ webhookId: id, limit: 1 });
      return items[0];
    };
    for (const [made, afterMs] of [5_000, 295_000, 6_900_000, 79_200_000, 0].entries()) {
      await expect.poll(async () => (await first())?.tries.length).toBe(made + 1);
      wallMs += afterMs;
    }
    // A day has passed, so the old session has expired.
    const { cookie: later } = await console.signIn();
    const [delivery] = await deliveriesOf(console, later, id);
    expect(delivery).toMatchObject({ type: "chat.started", state: "failed", nextAt: null });
    expect(delivery.tries.map(({ status }: { status: number }) => status)).toEqual([500, 302, 404, 503, 500]);
    expect(new Set(receiver.requests.map((request) => request.id))).toEqual(new Set([delivery.id]));
    const signatures = receiver.requests.map(({ headers }) => headers["webhook-signature"]);
    expect(new Set(signatures).size).toBe(5);

    const replay = `${webhooks}/${id}/deliveries/${delivery.id}/replay`;
    const replayed = await console.ask("POST", replay, { cookie: later, body: {} });
    expect(replayed).toMatchObject({ status: 200, body: { id: delivery.id, state: "pending" } });
    await expect.poll(async () => (await first())?.state).toBe("delivered");
    expect(receiver.requests.at(-1)?.id).toBe(delivery.id);
    expect(receiver.requests).toHaveLength(6);
    // Each is signed with its own time: the library accepts the last, and considers the first too old.
    expect(receiver.requests.slice(-1).map((request) => verified(request, secret).type)).toEqual([
      "chat.started",
    ]);
    expect(() => receiver.requests.map((request) => verified(request, secret))).toThrow(/timestamp/i);
    const { items } = await console.storage.audit.list({ on: id, limit: 10 });
    expect(items.map(({ what }) => what).toSorted()).toEqual(["webhook.create", "webhook.replay"]);
  });
});

onOneAndTwoNodes("a webhook that was changed", (nodes) => {
  test("receives nothing that it no longer subscribes to, or that was for another address", async () => {
    await using receiver = await startHookReceiver();
    let wallMs = Date.now();
    const clock = { wallMs: () => wallMs, monotonicMs: () => performance.now() };
    await using console = await startConsole({ nodes, clock, ...loopback });
    const { cookie } = await console.signIn();
    const events = ["chat.started", "message.created"];
    const { id, secret } = await add(console, cookie, { url: `${receiver.baseUrl}/old`, events });
    const log = () => deliveriesOf(console, cookie, id);
    const states = async () => (await log()).map(({ type, state }: Delivery) => `${type} ${state}`);
    const change = async (values: object) =>
      (
        await console.ask("PATCH", `${webhooks}/${id}`, {
          cookie,
          body: values,
          headers: { "if-match": "*" },
        })
      ).status;
    const replay = (delivery: string) =>
      console.ask("POST", `${webhooks}/${id}/deliveries/${delivery}/replay`, { cookie, body: {} });
    const tried = async () => (await log()).filter(({ tries }: Delivery) => tries.length > 0).length;
    receiver.answers = [500, 500, 500];
    await ask(console, "Hello");
    await expect.poll(tried).toBe(3);

    expect(await change({ events: ["chat.started"] })).toBe(200);
    expect(await states()).toEqual(["chat.started pending"]);
    wallMs += 5_000;
    await expect.poll(states).toEqual(["chat.started delivered"]);

    receiver.answers = [500];
    await ask(console, "Hello again");
    await expect.poll(tried).toBe(2);
    expect(await change({ url: `${receiver.baseUrl}/new` })).toBe(200);
    expect(await states()).toEqual(["chat.started delivered"]);
    wallMs += 5_000;
    await ask(console, "And again");
    await expect.poll(states).toEqual(["chat.started delivered", "chat.started delivered"]);
    expect(receiver.requests.filter(({ path }) => path === "/new")).toHaveLength(1);
    expect(receiver.requests.slice(3).map((request) => verified(request, secret).type)).toEqual([
      "chat.started",
      "chat.started",
      "chat.started",
    ]);

    const [{ id: delivery }] = await log();
    expect(await change({ events: ["message.created"] })).toBe(200);
    expect(await replay(delivery)).toMatchObject({ status: 404, body: { code: "delivery_not_found" } });
    expect(await change({ events })).toBe(200);
    expect((await replay(delivery)).status).toBe(200);
  });
});

describe("a webhook", () => {
  test("is shown with its secret once, changed only from its latest revision, and removed", async () => {
    await using console = await startConsole();
    const { cookie } = await console.signIn();
    const body = { url: "https://hooks.example/", events: ["chat.started"], format: "slack" };
    const { secret, ...item } = await add(console, cookie, { ...body, agents: ["acme-support"] });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(item).toMatchObject({ ...body, agents: ["acme-support"], text: false, enabled: true });
    const listed = await console.ask("GET", webhooks, { cookie });
    expect(listed.body).toEqual({ items: [item], next: null });
    expect(JSON.stringify(await console.storage.webhooks.find(item.id))).not.toContain(secret.slice(6));

    const one = `${webhooks}/${item.id}`;
    const patch = (revision: string | undefined, values: object) =>
      console.ask("PATCH", one, { cookie, body: values, headers: { "if-match": revision } });
    expect((await patch(undefined, { enabled: false })).status).toBe(428);
    expect(await patch(`"${item.revision}"`, { enabled: false, agents: null })).toMatchObject({
      status: 200,
      body: { enabled: false, agents: null, url: body.url },
    });
    expect((await patch(`"${item.revision}"`, { enabled: true })).status).toBe(412);
    expect((await console.ask("DELETE", one, { cookie })).status).toBe(204);
    expect(await console.ask("GET", one, { cookie })).toMatchObject({
      status: 404,
      body: { code: "webhook_not_found" },
    });
    const { items } = await console.storage.audit.list({ on: item.id, limit: 10 });
    expect(items.map(({ what }) => what).toSorted()).toEqual([
      "webhook.change",
      "webhook.create",
      "webhook.delete",
    ]);
  });

  test("is tested with one request, whose response is shown", async () => {
    await using receiver = await startHookReceiver();
    await using console = await startConsole(loopback);
    const { cookie } = await console.signIn();
    const { id, secret } = await add(console, cookie, { url: receiver.baseUrl, events: ["chat.started"] });
    receiver.answers = [418];
    const tested = await console.ask("POST", `${webhooks}/${id}/test`, { cookie, body: {} });
    expect(tested.body).toEqual({ status: 418, ms: expect.any(Number), body: "<b>ok</b>" });
    const [request] = receiver.requests;
    expect(request && verified(request, secret)).toMatchObject({ type: "webhook.test" });
    expect(await deliveriesOf(console, cookie, id)).toEqual([]);
    await receiver[Symbol.asyncDispose]();
    const failed = await console.ask("POST", `${webhooks}/${id}/test`, { cookie, body: {} });
    expect(failed.body).toEqual({ error: expect.stringContaining("ECONNREFUSED") });
  });

  test("receives nothing if its name leads into the internal network, and its log says why", async () => {
    await using receiver = await startHookReceiver();
    await using console = await startConsole();
    const { cookie } = await console.signIn();
    const url = `http://localhost:${receiver.port}/`;
    const { id } = await add(console, cookie, { url, events: ["chat.started"] });
    await ask(console, "Hello");
    await expect.poll(async () => (await deliveriesOf(console, cookie, id))[0]?.state).toBe("refused");
    const [{ tries }] = await deliveriesOf(console, cookie, id);
    expect(tries).toMatchObject([{ status: null, error: expect.stringContaining("not a public address") }]);
    const tested = await console.ask("POST", `${webhooks}/${id}/test`, { cookie, body: {} });
    expect(tested.body).toEqual({ error: expect.stringContaining("not a public address") });
    expect(receiver.requests).toEqual([]);
  });

  test.each([
    [{}, "url: "],
    [{ url: "ftp://hooks.example/", events: ["chat.started"] }, "url: "],
    [{ url: "nonsense", events: ["chat.started"] }, "url: "],
    [{ url: "https://user:secret@hooks.example/", events: ["chat.started"] }, "url: "],
    [{ url: "http://10.0.0.1/", events: ["chat.started"] }, "url: "],
    [{ url: "https://hooks.example/", events: [] }, "events: "],
    [{ url: "https://hooks.example/", events: ["chat.invented"] }, "events"],
    [{ url: "https://hooks.example/", events: ["chat.started"], agents: ["nobody"] }, "agents: "],
    [{ url: "https://hooks.example/", events: ["chat.started"], format: "irc" }, "format: "],
    [{ url: "https://hooks.example/", events: ["chat.started"], text: "yes" }, "text: "],
  ])("is not created with %j, and the response names the field", async (body, field) => {
    const mayRequest = (url: string) => !url.includes("10.0.0.1");
    await using console = await startConsole({ mayRequest });
    const { cookie } = await console.signIn();
    const response = await console.ask("POST", webhooks, { cookie, body });
    expect(response).toMatchObject({ status: 400, body: { code: "malformed_request" } });
    expect(response.body.detail).toContain(field);
    expect((await console.ask("GET", webhooks, { cookie })).body.items).toEqual([]);
  });
});
