import { expect, test } from "vitest";
import {
  asksForPerson,
  chatOf,
  chats,
  names,
  readHistory,
  startHandover as start,
} from "../support/hand-over.ts";
import { startConsole } from "../support/start-console.ts";
import { startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

test("out of hours the agent keeps the chat, says when somebody is there, and operators see who asked", async () => {
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

test("the visitor goes back to the agent, also when the agent has the chat", async () => {
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

test("an agent without hand-over has none of it, and its chats read as before", async () => {
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

test("a token speaks to visitors only in the name of a person", async () => {
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

test("the agent hands over by its tool, and not again before two replies after it got the chat back", async () => {
  await using service = await startConsole({
    agent: { handoff: {}, tools: ["HandOver"] },
    script: ({ messages, tools = [] }) =>
      tools.length > 0 && messages.at(-1)?.role === "user"
        ? [{ tool: "HandOver", input: { reason: "customer_request", summary: "Wants a refund" } }]
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
    handoff: { by: "agent", reason: "customer_request", summary: "Wants a refund" },
    marks: ["asked_person"],
  });
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
  }
});

test("the agent's hand-over needs somebody to hand over to", async () => {
  await expect(startService({ agent: { tools: ["HandOver"] } })).rejects.toThrow(/HandOver.*needs 'handoff'/);
});
