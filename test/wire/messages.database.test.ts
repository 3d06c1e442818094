import { describe, expect, test } from "vitest";
import { eraseChats } from "../support/list-chats.ts";
import { startService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";
import { words } from "../support/model-server.ts";

describe("POST /chat-bot/", () => {
  test("the first call creates a session, returns its token, and streams the agent's reply", async () => {
    await using service = await startService({ script: () => words("Your order is on its way.") });
    const reply = await ask(service, "Where is my order?");

    expect(reply.response.status).toBe(200);
    expect(reply.response.headers.get("Content-Type")).toContain("text/event-stream");
    expect(reply.token).toMatch(/^st_[\w-]{43}$/);
    expect(reply.events[0]).toMatchObject({ event: "start", data: {} });
    expect(reply.events.at(-1)).toMatchObject({ event: "done", data: {} });
    expect(reply.text).toBe("Your order is on its way.");
  });

  test("the client sends the token on later calls to continue the same chat", async () => {
    await using service = await startService();
    const first = await ask(service, "one");

    const second = await ask(service, "two", { token: first.token });

    expect(second.token).toBe(first.token);
    expect((await history(service, first.token)).map(({ role, content }) => [role, content])).toEqual([
      ["user", "one"],
      ["assistant", "Hello from the model."],
      ["user", "two"],
      ["assistant", "Hello from the model."],
    ]);
    expect(service.model.asked[1]?.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ]);
  });

  test("a token of no session is never adopted: a new session gets a new token", async () => {
    await using service = await startService();
    const chosen = `st_${"A".repeat(43)}`;

    const reply = await ask(service, "hello", { token: chosen });

    expect(reply.response.status).toBe(200);
    expect(reply.token).not.toBe(chosen);
    const stolen = await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": chosen } });
    expect(stolen.status).toBe(404);
  });

  test("the stream is never cached, buffered or compressed on the way", async () => {
    await using service = await startService();
    const { response } = await ask(service, "hello");
    expect(response.headers.get("Cache-Control")).toBe("no-store, no-transform");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    expect(response.headers.get("Content-Encoding")).toBeNull();
  });

  test("several messages in one request are one turn: each is its own history message, and one reply answers them", async () => {
    await using service = await startService();
    const response = await service.fetch("/chat-bot/", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        messages: [
          { type: "text", block: { value: "first" } },
          { type: "text", block: { value: "second" } },
        ],
      }),
    });
    const { token } = await hear(response);

    const messages = await history(service, token);

    expect(messages.map(({ content }) => content)).toEqual(["first", "second", "Hello from the model."]);
    expect(service.model.asked).toHaveLength(1);
  });

  test("every event has the id of its reply and a number from 1 on", async () => {
    await using service = await startService();
    const { events } = await ask(service, "hello");
    const [reply = ""] = (events[0]?.id ?? "").split(".");
    expect(reply).toMatch(/^rep_[0-9a-f-]{36}$/);
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => `${reply}.${index + 1}`));
  });

  test("a reply rep_X becomes the history message msg_X", async () => {
    await using service = await startService();
    const { events, token } = await ask(service, "hello");
    const message = (await history(service, token)).at(-1);
    expect(message?.id).toBe(events[0]?.id.replace("rep_", "msg_").replace(/\.\d+$/, ""));
    expect(message?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(message?.status).toBe("complete");
  });
});

describe("a malformed body", () => {
  const text = (value: unknown) => ({ type: "text", block: { value } });
  const types = "text, answer, action, file";
  const cases: readonly (readonly [string, unknown, string])[] = [
    ["no object", [], "the body: must be an object"],
    ["no messages", {}, "messages: is missing"],
    ["an empty list", { messages: [] }, "messages: must not be empty"],
    ["21 messages", { messages: Array(21).fill(text("x")) }, "messages: must be at most 20 entries long"],
    [
      "an unknown block type",
      { messages: [{ type: "video", block: {} }] },
      `messages[0].type: must be one of ${types}`,
    ],
    ["no block", { messages: [{ type: "text" }] }, "messages[0].block: is missing"],
    ["a number as text", { messages: [text(1)] }, "messages[0].block.value: must be text"],
    [
      "white space only",
      { messages: [text("x"), text(" \n\t ")] },
      "messages[1].block.value: must not be empty or only white space",
    ],
    [
      "8,001 units",
      { messages: [text("x".repeat(8001))] },
      "messages[0].block.value: must have at most 8000 UTF-16 units",
    ],
    ["NUL", { messages: [text("x"), text("a\0b")] }, "messages[1].block.value:"],
    ["NUL in a name", { messages: [text("x")], context: { page: { "a\0b": 1 } } }, "context.page"],
    [
      "an answer that is none",
      { messages: [{ type: "answer", block: { questionId: "q_x", answers: { a: 5 } } }] },
      "messages[0].block.answers.a: must be text, or a list",
    ],
    [
      "a foreign question",
      { messages: [{ type: "answer", block: { questionId: "q_x", answers: { a: "b" } } }] },
      "messages[0].block.questionId",
    ],
    [
      "an unknown action",
      { messages: [{ type: "action", block: { actionId: "nope" } }] },
      "messages[0].block.actionId",
    ],
  ];

  test("Promise 21: is answered with 400 that names the field and its allowed values, and nothing is created", async () => {
    await using service = await startService();
    for (const [name, body, fault] of cases) {
      const response = await service.fetch("/chat-bot/", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      expect([name, response.status]).toEqual([name, 400]);
      const problem = (await response.json()) as { code: string; detail: string };
      expect(problem.code).toBe("malformed_request");
      expect(problem.detail).toContain(fault);
      expect(response.headers.get("X-Session-Token")).toBeNull();
    }
    expect(service.model.asked).toEqual([]);
    expect(await eraseChats(service.storage)).toBe(0);
  });

  test("invalid bytes get the documented status: encoding, syntax, depth, NUL, size, media type and coding", async () => {
    await using service = await startService();
    const valid = JSON.stringify({ messages: [text("hi")] });
    const send = async (body: string | Uint8Array<ArrayBuffer>, type = "application/json", more = {}) => {
      const headers = { "Content-Type": type, ...more };
      return (await service.fetch("/chat-bot/", { method: "POST", headers, body })).status;
    };

    expect(await send(new Uint8Array([0x22, 0xff, 0x22]))).toBe(400);
    expect(await send("{")).toBe(400);
    expect(await send("")).toBe(400);
    expect(await send(`${"[".repeat(33)}${"]".repeat(33)}`)).toBe(400);
    expect(await send("[".repeat(60_000))).toBe(400);
    expect(await send('{"messages":[{"type":"text","block":{"value":"a\\u0000b"}}]}')).toBe(400);
    expect(await send(valid.padEnd(65_537))).toBe(413);
    expect(await send(valid, "text/plain")).toBe(415);
    expect(await send(valid, "application/json", { "Content-Encoding": "gzip" })).toBe(415);
    expect(await send(valid, "application/json", { "Content-Encoding": "identity" })).toBe(200);
    expect(await send(valid.padEnd(65_536))).toBe(200);
    expect(await send(valid, "application/json; charset=utf-8")).toBe(200);
  });

  test("an escaped backslash before u0000 is text, and lone surrogates become U+FFFD", async () => {
    await using service = await startService();
    const response = await service.fetch("/chat-bot/", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: String.raw`{"messages":[{"type":"text","block":{"value":"C:\\u0000 \ud800!"}}]}`,
    });
    const { token } = await hear(response);
    const said = "C:\\u0000 \ufffd!";
    expect((await history(service, token))[0]).toMatchObject({ content: said, parts: [{ text: said }] });
  });
});

describe("GET /chat-bot/history", () => {
  test("Promise 23: without a token, or with an unknown one or another agent's, it always answers the same 404, and creates nothing", async () => {
    await using service = await startService();
    const bodies: unknown[] = [];
    for (const token of [undefined, "", "st_x", `st_${"B".repeat(43)}`, "x".repeat(5000)]) {
      const response = await service.fetch("/chat-bot/history", {
        headers: token === undefined ? {} : { "X-Session-Token": token },
      });
      expect(response.status).toBe(404);
      const { requestId: _requestId, ...body } = (await response.json()) as Record<string, unknown>;
      bodies.push(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(await eraseChats(service.storage)).toBe(0);
  });

  test("a long history is complete and in order", async () => {
    await using service = await startService({ rateLimit: 100_000 });
    let token = "";
    for (let turn = 0; turn < 120; turn++) {
      token = (await ask(service, `message ${turn}`, token ? { token } : {})).token;
    }
    const messages = await history(service, token);
    expect(messages).toHaveLength(240);
    expect(messages.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual(
      Array.from({ length: 120 }, (_, turn) => `message ${turn}`),
    );
  });
});

describe("GET /chat-bot/agent", () => {
  test("Promise 40: shows only visible actions, and no prompt, schema of tools, credential or allowlist", async () => {
    await using service = await startService({
      agent: {
        instructions: "SECRET-1",
        starters: ["Where is my order?"],
        actions: [
          { id: "open", label: "Open", description: "Opens", kind: "link", url: "https://acme.example/" },
          { id: "say", label: "Say", kind: "prompt", prompt: "SECRET-2" },
          { id: "admin", label: "SECRET-3", kind: "prompt", prompt: "x", adminOnly: true },
          { id: "hidden", label: "SECRET-4", kind: "prompt", prompt: "x", hideInChat: true },
        ],
      },
    });

    const response = await service.fetch("/chat-bot/agent");

    const text = await response.text();
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(JSON.parse(text)).toEqual({
      id: "acme-support",
      name: "Acme Support",
      starters: ["Where is my order?"],
      actions: [
        {
          id: "open",
          name: "open",
          label: "Open",
          description: "Opens",
          kind: "link",
          url: "https://acme.example/",
          confirm: false,
        },
        { id: "say", name: "say", label: "Say", description: "", kind: "prompt", confirm: false },
      ],
    });
    expect(text).not.toMatch(/SECRET|adminOnly|hideInChat|shop\.example|allow/);
  });

  test("choosing a hidden action gets the same response as an unknown one", async () => {
    await using service = await startService({
      agent: { actions: [{ id: "admin", label: "Admin", kind: "prompt", prompt: "x", adminOnly: true }] },
    });
    const choose = async (actionId: string) => {
      const response = await service.fetch("/chat-bot/", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ messages: [{ type: "action", block: { actionId } }] }),
      });
      const { requestId: _requestId, ...problem } = (await response.json()) as Record<string, unknown>;
      return problem;
    };
    expect(await choose("admin")).toEqual(await choose("nonexistent"));
  });
});

describe("DELETE /chat-bot/session", () => {
  test("Promise 39: the visitor erases the chat; afterwards the token answers 404", async () => {
    await using service = await startService();
    const { token } = await ask(service, "forget me");
    const erase = () =>
      service.fetch("/chat-bot/session", { method: "DELETE", headers: { "X-Session-Token": token } });

    expect((await erase()).status).toBe(204);

    expect((await erase()).status).toBe(404);
    expect((await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": token } })).status).toBe(
      404,
    );
    const next = await post(service, "again", { token });
    expect(next.headers.get("X-Session-Token")).not.toBe(token);
    await hear(next);
  });
});
