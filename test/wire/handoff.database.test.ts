import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  asksForPerson,
  chatOf,
  chats,
  isHolder,
  names,
  readHistory,
  startHandoff as start,
} from "../support/handoff.ts";
import { listenIdle } from "../support/listen-idle.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { ask, hear, post } from "../support/visitor.ts";
import type { HeardEvent } from "../support/visitor.ts";

onOneAndTwoNodes("handoff", (nodes) => {
  test("ask, wait, be taken, talk, and return to an agent that knows what was said", async () => {
    await using console = await start(nodes);
    const { token } = await ask(console, "Hello");
    await using idle = await listenIdle(console, token);
    expect(await idle.until(isHolder("agent"))).toMatchObject({ id: expect.stringMatching(/^evt_/) });

    const asked = await asksForPerson(console, token, { reason: "A refund", email: "v@example.com" });
    expect(await asked.json()).toEqual({ holder: "waiting", open: true });
    await idle.until(isHolder("waiting"));
    expect(await (await asksForPerson(console, token)).json()).toEqual({ holder: "waiting", open: true });

    const { cookie, me } = await console.signIn("responder");
    const waiting = await chatOf(console, cookie);
    expect(waiting).toMatchObject({
      holder: "waiting",
      operator: null,
      epoch: 1,
      handoff: { by: "visitor", reason: "A refund", email: "v@example.com", summary: null },
    });
    const path = `${chats}/${waiting.id}`;
    const taken = await console.ask("POST", `${path}/take`, { cookie });
    expect(taken).toMatchObject({
      status: 200,
      body: { chat: { holder: "person", epoch: 2, operator: { id: me.id } } },
    });
    expect(await idle.until(isHolder("person"))).toMatchObject({ data: { name: me.name } });
    expect((await console.ask("POST", `${path}/take`, { cookie, body: {} })).body.chat.epoch).toBe(2);

    expect((await console.ask("POST", `${path}/typing`, { cookie })).status).toBe(204);
    await idle.until(({ event }) => event === "typing");
    const said = await console.ask("POST", `${path}/messages`, {
      cookie,
      body: { text: "You get *it* back." },
    });
    expect(said).toMatchObject({ status: 201, body: { role: "assistant", by: { kind: "person" } } });
    expect(await idle.until(({ event }) => event === "person_message")).toMatchObject({
      data: { id: said.body.id, text: "You get *it* back.", name: me.name },
      id: said.body.id.replace("msg_", "evt_"),
    });
    const before = console.model.asked.length;
    const kept = await ask(console, "Thank you", { token });
    expect(names(kept.events)).toEqual(["start", "person", "done"]);
    expect(console.model.asked).toHaveLength(before);

    const back = await console.ask("POST", `${path}/hand-back`, { cookie });
    expect(back.body.chat).toMatchObject({ holder: "agent", operator: null, outcome: "handed_over" });
    await idle.until(({ event }) => event === "done");
    expect(names(idle.events)).toEqual(
      ["agent", "waiting", "person", "typing", "person_message", "agent", "start", "text", "done"].flatMap(
        (name) => (name === "text" ? names(idle.events).filter((each) => each === "text") : [name]),
      ),
    );
    const told = JSON.stringify(console.model.asked.at(-1)?.messages);
    expect(told).toContain("You get *it* back.");
    expect(told).toContain(me.name);
    expect(told.match(/handoff is over/g)).toHaveLength(1);
    expect(told).not.toContain("A refund");

    const { messages, events } = await readHistory(console, token);
    expect(messages.map(({ role, content, by }) => [role, content, by?.name])).toEqual([
      ["user", "Hello", undefined],
      ["assistant", "Hello from the model.", undefined],
      ["assistant", "You get *it* back.", me.name],
      ["user", "Thank you", undefined],
      ["assistant", "Hello from the model.", undefined],
    ]);
    expect(events?.map(({ type, after }) => [type, messages.findIndex(({ id }) => id === after)])).toEqual([
      ["waiting", 1],
      ["joined", 1],
      ["handed_back", 3],
    ]);
    const audit = await console.storage.audit.list({ limit: 50 });
    expect(audit.items.map(({ what }) => what).filter((what) => what !== "sign_in")).toEqual(
      expect.arrayContaining(["chat.take", "chat.message", "chat.hand_back"]),
    );
  });

  test("taking ends the running reply: its tools, then who holds the chat, then the end, and no word later", async () => {
    const more = Promise.withResolvers<void>();
    await using console = await start(nodes, {
      script: () => ["Before. ", { until: more.promise }, "After."],
    });
    const opened = await post(console, "Tell me everything");
    const token = opened.headers.get("X-Session-Token") ?? "";
    const heard: HeardEvent[] = [];
    const reading = hear(opened, (event) => void heard.push(event));
    await expect.poll(() => heard.some(({ event }) => event === "text")).toBe(true);
    await using idle = await listenIdle(console, token);
    await idle.until(({ event }) => event === "text");

    // On another node than the taker's, the appended text is what is stored.
    await expect.poll(async () => (await readHistory(console, token)).messages[1]?.content).toBe("Before. ");

    const { cookie, me } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    const said = await console.ask("POST", `${chats}/${id}/messages`, {
      cookie,
      body: { text: "I am here." },
    });
    expect(said.status).toBe(201);
    await reading;
    more.resolve();
    expect(names(heard)).toEqual(["start", "text", "person", "done"]);
    await idle.until(({ event }) => event === "person_message");
    expect(names(idle.events)).toEqual(["agent", "start", "text", "person", "done", "person_message"]);
    const { messages } = await readHistory(console, token);
    expect(messages.slice(1)).toMatchObject([
      { role: "assistant", status: "stopped", content: "Before. " },
      { role: "assistant", content: "I am here.", by: { kind: "person", name: me.name } },
    ]);
  });

  test("of two who take a chat one gets it, and the other is told who has it, and takes it over by name", async () => {
    await using console = await start(nodes);
    const { token } = await ask(console, "Hello");
    await asksForPerson(console, token);
    const [one, two] = [await console.signIn("responder"), await console.signIn("responder")];
    const { id } = await chatOf(console, one.cookie);
    const answers = await Promise.all(
      [one, two].map(({ cookie }) => console.ask("POST", `${chats}/${id}/take`, { cookie })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const winner = answers[0]?.status === 200 ? one : two;
    const loser = winner === one ? two : one;
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "held_by_other", holder: { id: winner.me.id } });
    const say = (cookie: string) =>
      console.ask("POST", `${chats}/${id}/messages`, { cookie, body: { text: "Me." } });
    expect((await say(loser.cookie)).status).toBe(409);
    for (const action of ["hand-back", "close"])
      expect((await console.ask("POST", `${chats}/${id}/${action}`, { cookie: loser.cookie })).status).toBe(
        409,
      );
    const other = await console.ask("POST", `${chats}/${id}/take`, {
      cookie: loser.cookie,
      body: { from: loser.me.id },
    });
    expect(other.status).toBe(409);
    const over = await console.ask("POST", `${chats}/${id}/take`, {
      cookie: loser.cookie,
      body: { from: winner.me.id },
    });
    expect(over.body.chat.operator.id).toBe(loser.me.id);
    expect(
      (await console.ask("GET", `${chats}?holder=me`, { cookie: loser.cookie })).body.items,
    ).toHaveLength(1);
    expect((await console.ask("GET", `${chats}?holder=me`, { cookie: winner.cookie })).body.items).toEqual(
      [],
    );

    const owner = await console.signIn("owner");
    const assigned = await console.ask("POST", `${chats}/${id}/assign`, {
      cookie: owner.cookie,
      body: { operator: winner.me.id },
    });
    expect(assigned.body.chat.operator.id).toBe(winner.me.id);
    const none = { cookie: owner.cookie, body: { operator: randomUUID() } };
    expect((await console.ask("POST", `${chats}/${id}/assign`, none)).status).toBe(404);
    const types = (await readHistory(console, token)).events?.map(({ type }) => type);
    expect(types).toEqual(["waiting", "joined", "joined", "assigned"]);
  });

  test("a message with an idempotency key is sent once, and notes are only for operators", async () => {
    await using console = await start(nodes);
    const { token } = await ask(console, "Hello");
    const { cookie } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    const say = (text: string) =>
      console.ask("POST", `${chats}/${id}/messages`, {
        cookie,
        body: { text },
        headers: { "idempotency-key": "one" },
      });
    const first = await say("Once.");
    const again = await say("Once.");
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.headers).toMatchObject({ "idempotency-replayed": "true" });
    expect(again.body.id).toBe(first.body.id);
    expect((await say("Twice.")).status).toBe(422);
    const note = await console.ask("POST", `${chats}/${id}/notes`, { cookie, body: { text: "Angry" } });
    expect(note).toMatchObject({ status: 201, body: { type: "note", text: "Angry" } });
    for (const text of ["", "   ", "x".repeat(8_001)])
      expect((await console.ask("POST", `${chats}/${id}/messages`, { cookie, body: { text } })).status).toBe(
        400,
      );

    const { messages } = await readHistory(console, token);
    expect(messages.map(({ content }) => content)).toEqual(["Hello", "Hello from the model.", "Once."]);
    await console.ask("POST", `${chats}/${id}/hand-back`, { cookie });
    await ask(console, "And?", { token });
    expect(JSON.stringify(console.model.asked.at(-1))).not.toContain("Angry");
    const { entries } = (await console.ask("GET", `${chats}/${id}`, { cookie })).body;
    expect(entries.map(({ type }: { readonly type: string }) => type)).toEqual([
      "message",
      "message",
      "event",
      "message",
      "note",
      "event",
      "message",
      "message",
    ]);
  });

  test("a reader that was away gets what it missed, once, and one with a position of another chat is told so", async () => {
    await using console = await start(nodes);
    const { token } = await ask(console, "Hello");
    const { cookie } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    const say = (text: string) => console.ask("POST", `${chats}/${id}/messages`, { cookie, body: { text } });
    let position = "";
    {
      await using idle = await listenIdle(console, token);
      position = (await idle.until(isHolder("agent"))).id;
      await say("One");
      position = (await idle.until(({ event }) => event === "person_message")).id;
    }
    await say("Two");
    await say("Three");
    await using idle = await listenIdle(console, token, position);
    await idle.until(({ data }) => (data as { readonly text?: string }).text === "Three");
    expect(names(idle.events)).toEqual(["person", "person_message", "person_message"]);
    const { token: other } = await ask(console, "Hello");
    await using foreign = await listenIdle(console, other, position);
    expect(foreign.response.status).toBe(409);
  });

  test("erasing a chat that a person holds ends its stream, and the operator's words cannot be found", async () => {
    await using console = await start(nodes);
    const { token } = await ask(console, "Hello");
    const { cookie } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    await console.ask("POST", `${chats}/${id}/take`, { cookie });
    await using idle = await listenIdle(console, token);
    await idle.until(isHolder("person"));
    await console.fetch("/chat-bot/session", { method: "DELETE", headers: { "X-Session-Token": token } });
    await idle.ended;
    expect(idle.events.at(-1)).toMatchObject({ event: "error", data: { code: "session_erased" } });
    const late = await console.ask("POST", `${chats}/${id}/messages`, { cookie, body: { text: "Late" } });
    expect(late).toMatchObject({ status: 404, body: { code: "chat_not_found" } });
  });

  test("nobody waits in silence: nobody comes, a person says nothing more, or is removed", async () => {
    await using console = await start(nodes, {
      agent: { handoff: { waitMinutes: 0.01, silentMinutes: 0.02 } },
    });
    const { token } = await ask(console, "Hello");
    await using idle = await listenIdle(console, token);
    await asksForPerson(console, token);
    await idle.until(isHolder("waiting"));
    await expect.poll(async () => (await readHistory(console, token)).events?.at(-1)?.type).toBe("nobody");
    const { cookie, me } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    await console.ask("POST", `${chats}/${id}/take`, { cookie });
    await ask(console, "Are you there?", { token });
    await idle.until(({ event }) => event === "done");
    expect((await readHistory(console, token)).events?.at(-1)).toMatchObject({
      type: "silent",
      name: me.name,
    });
    expect((await readHistory(console, token)).messages.at(-1)).toMatchObject({
      content: "Hello from the model.",
    });
  });

  test("a chat whose person loses access to it waits for another one", async () => {
    await using console = await start(nodes, { agent: { handoff: { waitMinutes: 1440 } } });
    const { token } = await ask(console, "Hello");
    const { cookie, me } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    await console.ask("POST", `${chats}/${id}/take`, { cookie });
    await using idle = await listenIdle(console, token);
    await idle.until(isHolder("person"));
    await console.storage.operators.update({ id: me.id, values: { role: "viewer" } });
    await idle.until(isHolder("waiting"));
    expect((await readHistory(console, token)).events?.at(-1)).toMatchObject({ type: "left", name: me.name });
  });
});
