import { expect, test } from "vitest";
import { asksForPerson, chatOf, chats, startHandoff } from "../support/handoff.ts";
import { startHookReceiver, verified } from "../support/hook-receiver.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { openEvents } from "../support/open-events.ts";
import type { TestConsole } from "../support/start-console.ts";
import { ask } from "../support/visitor.ts";

const email = "ada@home.example";
/** Nobody is ever there. */
const closed = { agent: { handoff: { hours: { zone: "UTC" } } } };

/** A visitor who left an address, and what they asked. */
async function leavesAddress(console: TestConsole, question = "Where is my order?") {
  const { token } = await ask(console, question);
  expect((await asksForPerson(console, token, { email, reason: "It is late" })).status).toBe(200);
  return token;
}

async function listed(
  console: TestConsole,
  cookie: string,
  address = "unanswered",
): Promise<readonly string[]> {
  const { body } = await console.ask("GET", `${chats}?address=${address}`, { cookie });
  return body.items.map(({ id }: { readonly id: string }) => id);
}

onOneNode("a chat whose visitor left an address", (nodes) => {
  test("is listed until a person answers, and again once the visitor writes", async () => {
    await using console = await startHandoff(nodes, closed);
    const { cookie } = await console.signIn("responder");
    const token = await leavesAddress(console);
    const chat = await chatOf(console, cookie);
    expect(chat).toMatchObject({ holder: "agent", handoff: { email, reason: "It is late" } });
    expect(Date.parse(chat.addressSince)).toBeGreaterThanOrEqual(Date.parse(chat.startedAt));
    expect(await listed(console, cookie)).toEqual([chat.id]);
    // A visitor who leaves it again has waited since the first time.
    await asksForPerson(console, token, { email });
    expect((await chatOf(console, cookie)).addressSince).toBe(chat.addressSince);

    const path = `${chats}/${chat.id}`;
    const said = await console.ask("POST", `${path}/messages`, { cookie, body: { text: "It left today." } });
    expect(said.status).toBe(201);
    expect(await listed(console, cookie)).toEqual([]);
    await console.ask("POST", `${path}/hand-back`, { cookie, body: {} });
    expect(await listed(console, cookie)).toEqual([]);
    expect(await listed(console, cookie, "left")).toEqual([chat.id]);

    await ask(console, "It has not arrived.", { token });
    expect(await listed(console, cookie)).toEqual([chat.id]);
    expect(Date.parse((await chatOf(console, cookie)).addressSince)).toBeGreaterThan(
      Date.parse(chat.addressSince),
    );
  });

  test("leaves the list when it is marked as done, and comes back when the visitor writes or asks again", async () => {
    await using console = await startHandoff(nodes, closed);
    const { cookie } = await console.signIn("responder");
    const token = await leavesAddress(console);
    const { id } = await chatOf(console, cookie);
    const done = () => console.ask("POST", `${chats}/${id}/done`, { cookie, body: {} });
    const marked = await done();
    expect(marked).toMatchObject({ status: 200, body: { chat: { id, holder: "agent" } } });
    expect(marked.body.chat).not.toHaveProperty("addressSince");
    expect(await listed(console, cookie)).toEqual([]);
    await ask(console, "One more thing.", { token });
    expect(await listed(console, cookie)).toEqual([id]);
    await done();
    await asksForPerson(console, token);
    expect(await listed(console, cookie)).toEqual([id]);
  });
});

test("what nobody has seen, or somebody holds, is not marked as done", async () => {
  await using console = await startHandoff(1, closed);
  const { cookie } = await console.signIn("responder");
  const token = await leavesAddress(console);
  const { id, revision, addressSince } = await chatOf(console, cookie);
  const done = (seen: string) =>
    console.ask("POST", `${chats}/${id}/done`, { cookie, body: {}, headers: { "If-Match": `"${seen}"` } });
  await ask(console, "It is urgent.", { token });
  expect(await done(revision)).toMatchObject({ status: 412, body: { code: "precondition_failed" } });
  const chat = await chatOf(console, cookie);
  expect(chat.addressSince).toBe(addressSince);
  await console.ask("POST", `${chats}/${id}/take`, { cookie, body: {} });
  expect((await done((await chatOf(console, cookie)).revision)).status).toBe(200);
  await console.ask("POST", `${chats}/${id}/hand-back`, { cookie, body: {} });
  const { body } = await console.ask("GET", "/console/api/audit?what=chat.done", {
    cookie: (await console.signIn()).cookie,
  });
  expect(body.items).toEqual([]);
  await ask(console, "Hello?", { token });
  expect((await done((await chatOf(console, cookie)).revision)).status).toBe(200);
  expect(await listed(console, cookie)).toEqual([]);
});

test("is marked as done though a colleague has done something, but not once its visitor has", async () => {
  await using console = await startHandoff(1, closed);
  const { cookie } = await console.signIn("responder");
  const token = await leavesAddress(console);
  const { id, revision, addressRevision } = await chatOf(console, cookie);
  const done = (seen: string) =>
    console.ask("POST", `${chats}/${id}/done`, { cookie, body: {}, headers: { "If-Match": `"${seen}"` } });
  await console.ask("POST", `${chats}/${id}/notes`, { cookie, body: { text: "A regular." } });
  expect((await done(revision)).status).toBe(412);
  expect((await done(addressRevision)).status).toBe(200);
  await ask(console, "One more thing.", { token });
  expect((await done(addressRevision)).status).toBe(412);
  expect(await listed(console, cookie)).toEqual([id]);
  // It is made from the address, which those who only read must not find out.
  const viewer = await console.signIn("viewer");
  expect(await chatOf(console, viewer.cookie)).not.toHaveProperty("addressRevision");
});

test("are listed in the order of their waits, and only if it is theirs that are asked for", async () => {
  await using console = await startHandoff(1, closed);
  const { cookie } = await console.signIn("responder");
  const first = await leavesAddress(console, "Where is my order?");
  await leavesAddress(console, "Can I return it?");
  await ask(console, "Hello?", { token: first });
  const listedBy = async (order: string) => {
    const { body } = await console.ask("GET", `${chats}?address=unanswered&order=${order}`, { cookie });
    return body.items.map((chat: { readonly first: string }) => chat.first);
  };
  expect(await listedBy("longest_wait")).toEqual(["Where is my order?", "Can I return it?"]);
  expect(await listedBy("shortest_wait")).toEqual(["Can I return it?", "Where is my order?"]);
  for (const query of [
    "order=longest_wait",
    "order=longest_wait&address=left",
    "address=unanswered&order=last",
  ])
    expect((await console.ask("GET", `${chats}?${query}`, { cookie })).status).toBe(400);
});

test("a visitor who waits, or whom a person talks to, is in no list of addresses", async () => {
  await using console = await startHandoff(1, { agent: { handoff: { waitMinutes: 60 } } });
  const { cookie } = await console.signIn("responder");
  const token = await leavesAddress(console);
  const { id } = await chatOf(console, cookie);
  expect(await listed(console, cookie)).toEqual([]);
  await console.ask("POST", `${chats}/${id}/take`, { cookie, body: {} });
  await ask(console, "Thank you, bye.", { token });
  expect(await listed(console, cookie)).toEqual([]);
  // A person who closes it needs to do nothing more, whoever wrote the last message.
  await console.ask("POST", `${chats}/${id}/close`, { cookie, body: {} });
  expect(await listed(console, cookie)).toEqual([]);
  expect(await listed(console, cookie, "left")).toEqual([id]);
});

test("the stream of events counts them within the scope of its reader", async () => {
  await using console = await startHandoff(1, closed);
  const { cookie } = await console.signIn("responder");
  const { cookie: stranger } = await console.signIn("responder", ["another"]);
  await using events = await openEvents(console.port, { cookie });
  await using others = await openEvents(console.port, { cookie: stranger });
  await events.until((text) => text.includes('"addresses":0'));
  await leavesAddress(console);
  await events.until((text) => text.includes('"addresses":1'));
  const { id } = await chatOf(console, cookie);
  await console.ask("POST", `${chats}/${id}/done`, { cookie, body: {} });
  await events.until((text) => text.split('"addresses":0').length > 2);
  await others.until((text) => text.includes("queue"));
  expect(others.text()).not.toContain('"addresses":1');
});

test("nothing is done with chats that have no address, or that are outside of the scope", async () => {
  await using console = await startHandoff(1, closed);
  const { cookie } = await console.signIn("responder");
  await ask(console, "Hello");
  const { id } = await chatOf(console, cookie);
  const done = (asker: string) => console.ask("POST", `${chats}/${id}/done`, { cookie: asker, body: {} });
  expect((await done(cookie)).status).toBe(200);
  expect(await listed(console, cookie, "left")).toEqual([]);
  expect((await done((await console.signIn("responder", ["another"])).cookie)).status).toBe(404);
  expect((await done((await console.signIn("viewer")).cookie)).status).toBe(403);
  const { body } = await console.ask("GET", "/console/api/audit?what=chat.done", {
    cookie: (await console.signIn()).cookie,
  });
  expect(body.items).toEqual([]);
});

test("webhooks hear once that an address was left, and which only where they asked for words", async () => {
  await using receiver = await startHookReceiver();
  await using console = await startHandoff(1, { ...closed, webhookNetworks: ["127.0.0.0/8"] });
  const { cookie } = await console.signIn();
  const add = async (path: string, text: boolean): Promise<string> => {
    const body = { url: `${receiver.baseUrl}/${path}`, events: ["address.left", "chat.erased"], text };
    const made = await console.ask("POST", "/console/api/webhooks", { cookie, body });
    expect(made.status).toBe(201);
    return made.body.secret;
  };
  const [all, quiet] = [await add("all", true), await add("quiet", false)];
  const token = await leavesAddress(console);
  await asksForPerson(console, token, { email, reason: "It is late" });
  const { id } = await chatOf(console, cookie);
  await expect.poll(() => receiver.requests.length).toBe(2);
  const heard = (path: string, secret: string) =>
    receiver.requests.filter((request) => request.path === path).map((request) => verified(request, secret));
  const data = { chat: id, agent: "acme-support", askedBy: "visitor" };
  expect(heard("/all", all)).toMatchObject([
    { type: "address.left", data: { ...data, email, reason: "It is late" } },
  ]);
  const [told] = heard("/quiet", quiet);
  expect(told).toMatchObject({ type: "address.left", data });
  expect(told?.data).not.toHaveProperty("email");
  expect(told?.data).not.toHaveProperty("reason");
  // What would have told of it a second time comes before the erasure.
  await console.ask("DELETE", `${chats}/${id}`, { cookie });
  await expect.poll(() => receiver.requests.length).toBe(4);
  expect(heard("/all", all).map(({ type }) => type)).toEqual(["address.left", "chat.erased"]);
});
