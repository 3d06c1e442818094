import { afterEach, describe, expect, test } from "vitest";
import { encodeEvent, eventId, heartbeat, type StreamEvent } from "@servicechat/contract";
import { ClientError, createClient, type ClientOptions } from "../src/index.ts";
import { json, startScriptedServer, stream } from "./scripted-server.ts";

const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
const answer: StreamEvent[] = [
  { type: "start", data: {} },
  { type: "text", data: "Hello\n" },
  { type: "text", data: "you" },
  { type: "done", data: {} },
];
const encoded = answer.map((event, n) => encodeEvent(event, eventId(replyId, n + 1)));
const hello = [{ type: "text", block: { value: "Hi" } }] as const;
const problem = (status: number, code: string, retryable = false) => ({
  type: `#${code}`,
  status,
  title: code,
  detail: `It is ${code}.`,
  code,
  retryable,
  requestId: "req_1",
});

let closing: (() => Promise<void>) | undefined;
afterEach(() => closing?.());

async function set(script: Parameters<typeof startScriptedServer>[0], options: Partial<ClientOptions> = {}) {
  const server = await startScriptedServer(script);
  closing = server.close;
  const client = createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch, ...options });
  return { client, seen: server.seen };
}

async function rejection(promise: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientError)) throw new Error(`expected a ClientError, got ${String(error)}`);
  return error;
}

describe("posting a message", () => {
  test("streams the reply and resolves with the new session's token", async () => {
    const headers = { "x-session-token": "st_new" };
    const { client, seen } = await set([stream([heartbeat, ...encoded], { headers })]);
    const heard: unknown[] = [];
    const opened: unknown[] = [];
    const accepted = await client.post(hello, {
      idempotencyKey: "k1",
      onOpen: (open) => opened.push(open),
      onEvent: (event, id) => heard.push([event, id]),
    });
    expect(accepted).toEqual({ token: "st_new", replayed: false });
    expect(opened).toEqual([accepted]);
    expect(heard).toEqual(answer.map((event, n) => [event, `${replyId}.${n + 1}`]));
    expect(seen[0]).toMatchObject({
      method: "POST",
      path: "/chat-bot/",
      body: JSON.stringify({ messages: hello }),
      headers: {
        authorization: "Bearer ak_1_s",
        accept: "text/event-stream",
        "content-type": "application/json",
        "idempotency-key": "k1",
      },
    });
    expect(seen[0]?.headers).not.toHaveProperty("x-session-token");
    expect(seen[0]?.headers).not.toHaveProperty("x-embed-ticket");
  });

  test("says when the same idempotency key was seen before", async () => {
    const headers = { "x-session-token": "st_1", "idempotency-replayed": "true" };
    const { client } = await set([stream(encoded, { headers })]);
    const accepted = await client.post(hello, { token: "st_1", onEvent: () => undefined });
    expect(accepted.replayed).toBe(true);
  });

  test("ignores events it does not know and everything after the terminal event", async () => {
    const odd = ["event: from_the_future\ndata: {}\n\n", "event: text\ndata: not json\n\n"];
    const { client } = await set([stream([...odd, ...encoded, ...encoded])]);
    const heard: string[] = [];
    await client.post(hello, { token: "st_1", onEvent: (event) => heard.push(event.type) });
    expect(heard).toEqual(["start", "text", "text", "done"]);
  });

  test("resolves after an error event: the service has spoken its last word", async () => {
    const failed: StreamEvent = {
      type: "error",
      data: { message: "No.", retryable: true, code: "internal" },
    };
    const { client } = await set([stream([encodeEvent(failed, `${replyId}.1`)])]);
    const heard: StreamEvent[] = [];
    await client.post(hello, { token: "st_1", onEvent: (event) => heard.push(event) });
    expect(heard).toEqual([failed]);
  });

  test.each([{ cut: true }, { cut: false }])(
    "tells a lost connection from the end of the answer (%o)",
    async (options) => {
      const { client } = await set([stream(encoded.slice(0, 2), options)]);
      const ids: string[] = [];
      const lost = await rejection(
        client.post(hello, { token: "st_1", onEvent: (_event, id) => ids.push(id) }),
      );
      expect(lost).toMatchObject({ status: 0, code: "stream_cut", retryable: true, lost: true });
      expect(ids).toEqual([`${replyId}.1`, `${replyId}.2`]);
    },
  );

  test("counts a connection that fell silent as lost", async () => {
    const { client } = await set(
      [(response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(heartbeat)],
      { silence: 30 },
    );
    expect(await rejection(client.post(hello, { token: "st_1", onEvent: () => undefined }))).toMatchObject({
      code: "stream_cut",
    });
  });

  test("rejects with its own signal's reason if it is aborted", async () => {
    const { client } = await set([stream(encoded)]);
    const stopped = new Error("enough");
    const signal = AbortSignal.abort(stopped);
    await expect(client.post(hello, { signal, onEvent: () => undefined })).rejects.toBe(stopped);
  });

  test("never takes a page for a stream", async () => {
    const { client } = await set([json(200, {}, { "x-session-token": "st_1" })]);
    expect(await rejection(client.post(hello, { onEvent: () => undefined }))).toMatchObject({
      code: "unexpected_answer",
    });
  });
});

describe("a refusal", () => {
  test("has status, code, retryable, the seconds to wait and the service's sentence", async () => {
    const { client } = await set([json(429, problem(429, "rate_limited", true), { "retry-after": "7" })]);
    expect(await rejection(client.history("st_1"))).toMatchObject({
      status: 429,
      code: "rate_limited",
      retryable: true,
      retryAfter: 7,
      message: "It is rate_limited.",
      lost: false,
    });
  });

  test.each([
    [502, "<h1>Bad gateway</h1>", "text/html"],
    [503, '{"code":"overloaded","message":"Service Unavailable"}', "application/json"],
    [504, '{"title":"Gateway Timeout"}', "application/problem+json"],
  ])("by a proxy whose service is away (%i) is a lost connection", async (status, body, type) => {
    const { client } = await set([
      (response) => void response.writeHead(status, { "content-type": type, "retry-after": "1" }).end(body),
    ]);
    expect(await rejection(client.agent())).toMatchObject({
      status,
      code: "network",
      retryable: true,
      lost: true,
    });
  });

  test("by the service itself while it is away has the seconds to wait, and does not count as a lost connection", async () => {
    const headers = { "content-type": "application/problem+json", "retry-after": "5" };
    const { client } = await set([json(503, problem(503, "shutting_down", true), headers)]);
    expect(await rejection(client.agent())).toMatchObject({
      status: 503,
      code: "shutting_down",
      retryAfter: 5,
      lost: false,
    });
  });

  test("without a problem document is judged by its status", async () => {
    const { client } = await set([(response) => void response.writeHead(500).end("<h1>Oh no</h1>")]);
    expect(await rejection(client.agent())).toMatchObject({
      status: 500,
      code: "unexpected_answer",
      retryable: true,
      retryAfter: undefined,
    });
  });

  test("by nobody at all is a lost connection", async () => {
    const { client } = await set([(response) => void response.destroy()]);
    expect(await rejection(client.agent())).toMatchObject({ status: 0, code: "network", lost: true });
  });
});

describe("an expired ticket", () => {
  test("is renewed once and the request sent again with the fresh one", async () => {
    const { client, seen } = await set(
      [json(403, problem(403, "ticket_expired", true)), json(200, { messages: [] })],
      { ticket: () => "old", onTicketExpired: () => Promise.resolve("fresh") },
    );
    expect(await client.history("st_1")).toEqual({ messages: [] });
    expect(seen.map((request) => request.headers["x-embed-ticket"])).toEqual(["old", "fresh"]);
  });

  test("that no fresh one replaces, or whose fresh one is refused too, is the caller's error", async () => {
    const refused = json(403, problem(403, "ticket_expired", true));
    let asked = 0;
    const { client, seen } = await set([refused, refused, refused], {
      ticket: () => "old",
      onTicketExpired: () => Promise.resolve(asked++ === 0 ? undefined : "fresh"),
    });
    expect(await rejection(client.agent())).toMatchObject({ code: "ticket_expired" });
    expect(seen).toHaveLength(1);
    expect(await rejection(client.agent())).toMatchObject({ code: "ticket_expired" });
    expect(seen).toHaveLength(3);
  });
});

describe("following a reply", () => {
  test("asks for what comes after the last event heard", async () => {
    const { client, seen } = await set([stream(encoded.slice(2))]);
    const heard: string[] = [];
    const followed = await client.follow({
      token: "st_1",
      lastEventId: `${replyId}.2`,
      onEvent: (event) => heard.push(event.type),
    });
    expect(followed).toBe(true);
    expect(heard).toEqual(["text", "done"]);
    expect(seen[0]).toMatchObject({
      path: "/chat-bot/stream",
      headers: { "last-event-id": `${replyId}.2`, "x-session-token": "st_1" },
    });
  });

  test("is false when nothing runs", async () => {
    const { client } = await set([(response) => void response.writeHead(204).end()]);
    expect(await client.follow({ token: "st_1", onEvent: () => undefined })).toBe(false);
  });
});

describe("the other endpoints", () => {
  test("stop and erase send the session's token and expect nothing back", async () => {
    const empty = (response: Parameters<ReturnType<typeof json>>[0]) => void response.writeHead(204).end();
    const { client, seen } = await set([empty, empty]);
    await client.stop("st_1");
    await client.erase("st_1");
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /chat-bot/stop",
      "DELETE /chat-bot/session",
    ]);
    expect(seen.every((request) => request.headers["x-session-token"] === "st_1")).toBe(true);
  });

  test("a narrow agent view stays as narrow as it is", async () => {
    const { client } = await set([json(200, { id: "a", name: "A", actions: [] })]);
    expect(await client.agent()).toEqual({ id: "a", name: "A", actions: [] });
  });

  test("a malformed agent view is refused", async () => {
    const { client } = await set([json(200, { name: "A" })]);
    expect(await rejection(client.agent())).toMatchObject({ code: "unexpected_answer" });
  });

  test("a file is sent as a form, by the fetch that is given for it, and brings its session's token", async () => {
    const file = { id: "file_1", name: "a.txt", mediaType: "text/plain", size: 5 };
    const { client, seen } = await set([
      (response) =>
        void response
          .writeHead(201, { "content-type": "application/json", "x-session-token": "st_2" })
          .end(JSON.stringify(file)),
      (response) => void response.writeHead(201, { "x-session-token": "st_2" }).end("{}"),
    ]);
    let carried = 0;
    const sent = new File(["Hello"], "a.txt");
    const taken = await client.upload(sent, {
      fetch: (...given) => (carried++, fetch(...given)),
    });
    expect(taken).toEqual({ token: "st_2", file });
    expect(carried).toBe(1);
    expect(seen[0]).toMatchObject({ headers: { authorization: "Bearer ak_1_s" } });
    expect(seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(await rejection(client.upload(sent, { token: "st_2" }))).toMatchObject({
      code: "unexpected_answer",
    });
    expect(seen[1]?.headers).toMatchObject({ "x-session-token": "st_2" });
  });

  test("an image is fetched from the service with its headers, and from nowhere else", async () => {
    const { client, seen } = await set([
      (response) => void response.writeHead(200, { "content-type": "image/png" }).end("png"),
    ]);
    expect(await (await client.image("/chat-bot/images/img_1", "st_1")).text()).toBe("png");
    expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer ak_1_s", "x-session-token": "st_1" });
    expect(await rejection(client.image("https://evil.example/a.png", "st_1"))).toMatchObject({
      code: "unexpected_answer",
    });
    expect(seen).toHaveLength(1);
  });
});
