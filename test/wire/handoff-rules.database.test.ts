import { openSqlite } from "@servicechat/storage/sqlite";
import { expect, test } from "vitest";
import {
  asksForPerson,
  chatOf,
  chats,
  names,
  readHistory,
  startHandoff as start,
} from "../support/handoff.ts";
import { listenIdle } from "../support/listen-idle.ts";
import { startConsole } from "../support/start-console.ts";
import { startService } from "../support/start-service.ts";
import { ask, post } from "../support/visitor.ts";

test("outside of opening hours the agent keeps the chat, says when somebody will be there, and operators see who asked", async () => {
  const closed = { zone: "Europe/Berlin" };
  await using console = await start(1, { agent: { handoff: { hours: closed } } });
  const view = (await (await console.fetch("/chat-bot/agent")).json()) as object;
  expect(view).toMatchObject({ handoff: { button: true, open: false } });
  const asked = await asksForPerson(console, undefined, { email: "v@example.com" });
  expect(await asked.json()).toEqual({ holder: "agent", open: false });
  expect(asked.headers.get("X-Session-Token")).toMatch(/\S+/);
  const { cookie } = await console.signIn("viewer");
  expect(await chatOf(console, cookie)).toMatchObject({
    holder: "agent",
    messages: 0,
    handoff: { email: "v…@example.com" },
  });
  expect((await asksForPerson(console, undefined, { email: "not an address" })).status).toBe(400);
  expect((await asksForPerson(console, undefined, { reason: "x".repeat(501) })).status).toBe(400);
});

test("an agent that asks for no address accepts none", async () => {
  await using console = await start(1, { agent: { handoff: { offline: { email: false } } } });
  const refused = await asksForPerson(console, undefined, { email: "v@example.com" });
  expect(refused.status).toBe(400);
  expect(refused.headers.get("X-Session-Token")).toBeNull();
  expect((await asksForPerson(console, undefined)).status).toBe(200);
});

test("the visitor returns to the agent, even if the agent already has the chat", async () => {
  await using console = await start(1);
  const { token } = await ask(console, "Hello");
  const back = () =>
    console.fetch("/chat-bot/handoff", { method: "DELETE", headers: { "X-Session-Token": token } });
  expect(await (await back()).json()).toEqual({ holder: "agent", open: true });
  await asksForPerson(console, token);
  expect(await (await back()).json()).toEqual({ holder: "agent", open: true });
  expect((await readHistory(console, token)).events?.map(({ type }) => type)).toEqual([
    "waiting",
    "back_to_assistant",
  ]);
});

test("an agent without handoff has none of this, and its chats read as before", async () => {
  await using console = await startConsole();
  const { token } = await ask(console, "Hello");
  expect((await asksForPerson(console, token)).status).toBe(404);
  const headers = { "X-Session-Token": token };
  expect((await console.fetch("/chat-bot/stream?wait=idle", { headers })).status).toBe(204);
  expect((await console.fetch("/chat-bot/stream?wait=long", { headers })).status).toBe(400);
  expect(await (await console.fetch("/chat-bot/history", { headers })).json()).not.toHaveProperty("events");
  expect(await (await console.fetch("/chat-bot/agent")).json()).not.toHaveProperty("handoff");
  const { cookie } = await console.signIn("responder");
  const { id } = await chatOf(console, cookie);
  expect(await console.ask("POST", `${chats}/${id}/take`, { cookie })).toMatchObject({
    status: 409,
    body: { code: "handoff_unavailable" },
  });
});

test("a token writes to visitors only in the name of a person", async () => {
  await using console = await start(1);
  await ask(console, "Hello");
  const { cookie } = await console.signIn("responder");
  const { id } = await chatOf(console, cookie);
  const token = await console.token("responder");
  expect(await console.ask("POST", `${chats}/${id}/messages`, { token, body: { text: "Hi" } })).toMatchObject(
    {
      status: 403,
      body: { code: "person_needed" },
    },
  );
});

test("the agent hands over with its tool, and not again within two replies after it got the chat back", async () => {
  await using service = await startConsole({
    agent: { handoff: {}, tools: ["HandOver"] },
    script: ({ messages, tools = [] }) =>
      tools.length > 0 && messages.at(-1)?.role === "user"
        ? [{ tool: "HandOver", input: { reason: "customer_request", summary: "Wants\0 a refund" } }]
        : ["Somebody", " comes."],
  });
  const asked = await ask(service, "A person, please");
  expect(names(asked.events)).toEqual(
    expect.arrayContaining(["tool_usage_start", "waiting", "tool_usage_stop"]),
  );
  const { cookie } = await service.signIn("responder");
  const chat = await chatOf(service, cookie);
  expect(chat).toMatchObject({
    holder: "waiting",
    handoff: { by: "agent", reason: "customer_request", summary: "Wants\ufffd a refund" },
    marks: ["asked_person"],
  });
  // What it tells the team is not for the visitor.
  const used = asked.events.find(({ event }) => event === "tool_usage_start");
  expect(used?.data).toEqual({ id: expect.any(String), name: "HandOver", title: "Asking for a person" });
  const offered = () => (service.model.asked.at(-1)?.tools ?? []).length > 0;
  await ask(service, "And now?", { token: asked.token });
  expect(offered()).toBe(false);
  await service.ask("POST", `${chats}/${chat.id}/close`, { cookie });
  for (const isOffered of [false, false, true]) {
    await ask(service, "Please", { token: asked.token });
    expect(
      service.model.asked.some(({ messages, tools = [] }) => messages.length > 0 && tools.length > 0),
    ).toBe(true);
    const last = service.model.asked.findLast(({ messages }) => messages.at(-1)?.role === "user");
    expect((last?.tools ?? []).length > 0).toBe(isOffered);
    const read = JSON.stringify(last?.messages);
    expect(read).toContain("HandOver");
    expect(read).not.toMatch(/a refund|customer_request/);
  }
});

test("the agent's handoff needs somebody to hand over to", async () => {
  await expect(startService({ agent: { tools: ["HandOver"] } })).rejects.toThrow(/HandOver.*needs 'handoff'/);
});

test("a reply that was interrupted before its first word is completed after the return, however long that takes", async () => {
  const never = Promise.withResolvers<void>();
  const more = Promise.withResolvers<void>();
  let asked = 0;
  /** How often the service has checked what was taken away from running replies. */
  let looks = 0;
  await using console = await start(1, {
    script: () =>
      asked++ === 0 ? [{ until: never.promise }, "Late."] : [{ until: more.promise }, "Here it is."],
    async openStorage(file) {
      const storage = await openSqlite({ file });
      const findErased: typeof storage.conversations.findErased = (ids) => {
        looks++;
        return storage.conversations.findErased(ids);
      };
      return { ...storage, conversations: { ...storage.conversations, findErased } };
    },
  });
  const opened = await post(console, "Tell me everything");
  const token = opened.headers.get("X-Session-Token") ?? "";
  await expect.poll(() => asked).toBe(1);
  const { cookie } = await console.signIn("responder");
  const { id } = await chatOf(console, cookie);
  await console.ask("POST", `${chats}/${id}/take`, { cookie });
  await opened.text();
  await using idle = await listenIdle(console, token);
  await console.ask("POST", `${chats}/${id}/hand-back`, { cookie });
  await idle.until(({ event }) => event === "start");
  await expect.poll(() => asked).toBe(2);
  const seen = looks;
  await expect.poll(() => looks).toBeGreaterThan(seen + 1);
  more.resolve();
  await idle.until(({ event }) => event === "done" || event === "error");
  never.resolve();
  expect(names(idle.events)).not.toContain("error");
  expect((await readHistory(console, token)).messages).toMatchObject([
    { content: "Tell me everything" },
    { content: "Here it is.", status: "complete" },
  ]);
});

test("a chat that a person holds goes back if the agent's file no longer has a handoff", async () => {
  await using console = await start(1);
  await ask(console, "Hello");
  const { cookie } = await console.signIn("responder");
  const { id } = await chatOf(console, cookie);
  await console.ask("POST", `${chats}/${id}/take`, { cookie });
  expect(await chatOf(console, cookie)).toMatchObject({ holder: "person" });
  const agent = await console.storage.agents.find("acme-support");
  if (!agent) throw new Error("There is no agent.");
  const { handoff: _handoff, ...definition } = agent.definition;
  await console.storage.agents.put({ ...agent, definition, at: Date.now() });
  await expect.poll(async () => (await chatOf(console, cookie)).holder).toBe("agent");
});
