import { expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { createKey } from "../support/create-key.ts";
import { rawRequest } from "../support/raw-request.ts";
import { shop, startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";
import type { HeardEvent } from "../support/visitor.ts";
import { words } from "../support/model-server.ts";
import type { ModelStep } from "../support/model-server.ts";

/** A promise and the function that resolves it. */
function gate(): { readonly until: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open: () => open() };
}

const follow = (service: TestService, token: string, lastEventId?: string) =>
  service.fetch("/chat-bot/stream", {
    headers: { "X-Session-Token": token, ...(lastEventId !== undefined && { "Last-Event-ID": lastEventId }) },
  });

/** A visitor of another agent of the same service. */
async function startStranger(service: TestService): Promise<Pick<TestService, "fetch">> {
  const agent = await service.storage.agents.find("acme-support");
  if (!agent) throw new Error("no agent");
  const definition = { ...agent.definition, id: "other" };
  await service.storage.agents.put({ ...agent, id: "other", definition, at: Date.now() });
  const { key } = await createKey(service.storage, "other");
  return {
    fetch: (path, { headers, ...init } = {}) =>
      service.fetch(path, { ...init, headers: { Authorization: `Bearer ${key}`, ...headers } }),
  };
}

/** Reads a stream until it has received `count` events, then closes the connection. */
async function hearSome(response: Response, count: number): Promise<HeardEvent[]> {
  const events: HeardEvent[] = [];
  const reader = response.body?.getReader();
  let text = "";
  const decoder = new TextDecoder();
  while (reader && events.length < count) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
      if (!block.startsWith(":"))
        events.push({ event: field("event"), data: JSON.parse(field("data")), id: field("id") });
    }
  }
  await reader?.cancel();
  return events;
}

onOneAndTwoNodes("the reply stream", (nodes) => {
  test("Promise 4: the text of a stream that ended in done is byte for byte the content in history", async () => {
    const text = 'Ünïcode 👩‍👩‍👧‍👦 — line\nbreaks\r\n\ttabs \\ "quotes" \u2028 and   spaces '.repeat(40);
    await using service = await startService({ nodes, script: () => Array.from(text) });
    const reply = await ask(service, "speak");
    expect(reply.text).toBe(text);
    expect((await history(service, reply.token))[1]?.content).toBe(text);
  });

  test("Promise 5: start is first, exactly one terminal event is last, and then the body ends", async () => {
    await using service = await startService({
      nodes,
      script: () => [...words("half an ans"), { wait: 60 }, { cut: true }],
    });
    const failed = await ask(service, "break off");
    service.model.answer(() => words("fine"));
    const done = await ask(service, "go on", { token: failed.token });
    for (const { events } of [failed, done]) {
      expect(events[0]?.event).toBe("start");
      expect(events.filter(({ event }) => event === "done" || event === "error")).toHaveLength(1);
      expect(["done", "error"]).toContain(events.at(-1)?.event);
    }
    expect(failed.events.at(-1)?.data).toMatchObject({ retryable: true, code: "reply_cut" });
    const [, cut] = await history(service, failed.token);
    expect(cut).toMatchObject({ content: "half an ans", status: "incomplete" });
  });

  test("Promise 7: closing the tab mid-reply does not lose it", async () => {
    const more = gate();
    await using service = await startService({ nodes, script: () => ["first ", more, "second"] });
    const response = await post(service, "tell me");
    const token = response.headers.get("X-Session-Token") ?? "";
    await hearSome(response, 2);

    const running = await history(service, token);
    expect(running[1]?.status).toBe("streaming");
    const again = await follow(service, token);
    more.open();

    const reply = await hear(again);
    expect(reply.text).toBe("first second");
    expect((await history(service, token))[1]).toMatchObject({ status: "complete", content: "first second" });
  });

  test("Promise 8: resume delivers the events after the position exactly once, in order", async () => {
    const more = gate();
    await using service = await startService({
      nodes,
      script: () => [...words("a b c d"), { wait: 50 }, ...words(" e f g"), more, " h"] satisfies ModelStep[],
    });
    const response = await post(service, "letters");
    const token = response.headers.get("X-Session-Token") ?? "";
    const seen = await hearSome(response, 2);
    const position = seen.at(-1)?.id ?? "";

    const rest = await follow(service, token, position);
    more.open();
    const { events } = await hear(rest);

    const all = [...seen, ...events];
    const numbers = all.map(({ id }) => Number(id.split(".")[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(
      all
        .filter(({ event }) => event === "text")
        .map(({ data }) => data)
        .join(""),
    ).toBe("a b c d e f g h");
  });

  test("resume answers 204 when the reply is over, and 409 if the position is malformed or unknown", async () => {
    await using service = await startService({ nodes });
    const { token, events } = await ask(service, "hello");
    expect((await follow(service, token)).status).toBe(204);
    expect((await follow(service, token, events[1]?.id)).status).toBe(204);
    for (const position of ["", "nonsense", "rep_1.2", `rep_${crypto.randomUUID()}.1`]) {
      const response = await follow(service, token, position);
      expect([position, response.status]).toEqual([position, 409]);
      expect(await response.json()).toMatchObject({ code: "resume_unavailable" });
    }
  });

  test("HEAD of a running stream returns only its headers, immediately", async () => {
    const more = gate();
    await using service = await startService({ nodes, script: () => ["one", more] });
    const token = (await post(service, "x")).headers.get("X-Session-Token") ?? "";
    const keyed = `Host: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    const asked = `HEAD /chat-bot/stream HTTP/1.1\r\n${keyed}X-Session-Token: ${token}\r\nConnection: close\r\n\r\n`;
    const { status, raw } = await rawRequest(service.port, asked);
    expect(status).toBe(200);
    expect(raw).toMatch(/\r\nContent-Type: text\/event-stream.*\r\n\r\n$/s);
    expect(raw).not.toContain("event: ");
    more.open();
  });

  test("a position beyond the newest event is 409, never a silent wait", async () => {
    const more = gate();
    await using service = await startService({ nodes, script: () => ["one", more] });
    const response = await post(service, "x");
    const token = response.headers.get("X-Session-Token") ?? "";
    const [first] = await hearSome(response, 1);
    const beyond = `${(first?.id ?? "").split(".")[0]}.99`;
    expect((await follow(service, token, beyond)).status).toBe(409);
    more.open();
  });

  test("Promise 9: with a session token of another key, resume, stop, history and erase answer as for an unknown one", async () => {
    await using service = await startService({ nodes });
    const stranger = await startStranger(service);
    const { token: foreign, events } = await ask(stranger, "my secret");
    const unknown = `st_${"C".repeat(43)}`;
    const endpoints = [
      ["GET", "/chat-bot/stream"],
      ["POST", "/chat-bot/stop"],
      ["GET", "/chat-bot/history"],
      ["DELETE", "/chat-bot/session"],
    ] as const;
    const answered = async (token: string, method: string, path: string, position = "") => {
      const headers = { "X-Session-Token": token, ...(position && { "Last-Event-ID": position }) };
      const response = await service.fetch(path, { method, headers });
      const { requestId: _requestId, ...body } = (await response.json()) as Record<string, unknown>;
      return { status: response.status, body };
    };
    for (const [method, path] of endpoints) {
      const answer = await answered(foreign, method, path);
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await answered(unknown, method, path));
    }
    // A message sent with it starts a new chat.
    const own = await ask(service, "hello", { token: foreign });
    expect(own.token).not.toBe(foreign);
    // A position in somebody else's reply is the same as one that never existed.
    const theirs = await answered(own.token, "GET", "/chat-bot/stream", events[1]?.id);
    expect(theirs.status).toBe(409);
    const nobodys = `rep_${crypto.randomUUID()}.2`;
    expect(theirs).toEqual(await answered(own.token, "GET", "/chat-bot/stream", nobodys));

    expect(JSON.stringify(await history(service, own.token))).not.toContain("my secret");
    expect((await history(stranger, foreign)).map(({ content }) => content)).toEqual([
      "my secret",
      "Hello from the model.",
    ]);
    // Even while that reply is running.
    const more = gate();
    service.model.answer(() => ["another secret", more]);
    const [heard] = await hearSome(await post(stranger, "again", { token: foreign }), 1);
    expect(theirs).toEqual(await answered(own.token, "GET", "/chat-bot/stream", heard?.id));
    more.open();
  });

  test("stop ends the running reply with done, keeps its text, and is also 204 when idle", async () => {
    const never = gate();
    await using service = await startService({ nodes, script: () => ["some text", never] });
    const response = await post(service, "go");
    const token = response.headers.get("X-Session-Token") ?? "";
    const stop = () =>
      service.fetch("/chat-bot/stop", { method: "POST", headers: { "X-Session-Token": token } });

    const reply = hear(response, ({ event }) => {
      if (event === "text") void stop();
    });

    expect((await reply).events.at(-1)).toMatchObject({ event: "done" });
    expect((await history(service, token))[1]).toMatchObject({ status: "stopped", content: "some text" });
    expect((await stop()).status).toBe(204);
    never.open();
  });
});

onOneAndTwoNodes("turns of one session", (nodes) => {
  test("stop ends only the running reply: a queued message is answered", async () => {
    const never = gate();
    await using service = await startService({ nodes, script: () => ["some text", never] });
    const running = await post(service, "one");
    const token = running.headers.get("X-Session-Token") ?? "";
    const begun = Promise.withResolvers<void>();
    const first = hear(running, ({ event }) => event === "text" && begun.resolve());
    await begun.promise;
    service.model.answer(() => ["an answer"]);
    const second = await post(service, "two", { token });

    const headers = { "X-Session-Token": token };
    expect((await service.fetch("/chat-bot/stop", { method: "POST", headers })).status).toBe(204);

    expect((await first).text).toBe("some text");
    expect((await hear(second)).text).toBe("an answer");
    const statuses = (await history(service, token)).map(({ status }) => status);
    expect(statuses).toEqual(["complete", "stopped", "complete", "complete"]);
    never.open();
  });

  test("Promise 11: simultaneous posts are served in order, and the fifth is told that the session is busy", async () => {
    const first = gate();
    let asked = 0;
    await using service = await startService({
      nodes,
      script: () => (asked++ === 0 ? ["answer 1", first] : [`answer ${asked}`]),
    });
    const opening = await post(service, "message 1");
    const token = opening.headers.get("X-Session-Token") ?? "";
    const waiting: Response[] = [];
    for (const turn of [2, 3, 4]) waiting.push(await post(service, `message ${turn}`, { token }));

    const refused = await post(service, "message 5", { token });

    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: "session_busy", retryable: true });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    first.open();
    const replies = await Promise.all([opening, ...waiting].map((response) => hear(response)));
    expect(replies.map(({ text }) => text)).toEqual(["answer 1", "answer 2", "answer 3", "answer 4"]);
    expect(replies[1]?.events.slice(0, 2).map(({ event }) => event)).toEqual(["start", "progress"]);
    expect((await history(service, token)).map(({ content }) => content)).toEqual(
      [1, 2, 3, 4].flatMap((turn) => [`message ${turn}`, `answer ${turn}`]),
    );
  });
});
