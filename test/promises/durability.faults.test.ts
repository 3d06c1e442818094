import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { openSqlite } from "@servicechat/storage/sqlite";
import { describe, expect, test } from "vitest";
import { changeModel, startFailing } from "../support/failing-provider.ts";
import { eraseChats, listChats } from "../support/list-chats.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { shop, startService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";
import { words } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";

test("Promise 4: done is sent only once the whole reply is in history, however long the disk takes for it", async () => {
  let hasWritten = false;
  await using service = await startService({
    script: () => words("all of it"),
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      const { conversations } = storage;
      const endReply: typeof conversations.endReply = async (end) => {
        await setTimeout(300);
        await conversations.endReply(end);
        hasWritten = true;
      };
      return { ...storage, conversations: { ...conversations, endReply } };
    },
  });
  const written: boolean[] = [];
  await hear(await post(service, "go"), ({ event }) => event === "done" && written.push(hasWritten));
  expect(written).toEqual([true]);
});

onOneAndTwoNodes("while a reply runs", (nodes) => {
  test("Promise 3: text that was sent is committed, though its reply has not ended", async () => {
    const never = new Promise<void>(() => undefined);
    await using service = await startService({
      nodes,
      script: () => [...words("kept while it runs"), { until: never }],
    });
    const response = await post(service, "go");
    const token = response.headers.get("X-Session-Token") ?? "";
    const [session] = await listChats(service.storage);
    const storedReply = async () => {
      const [turn] = await service.storage.conversations.readTurns({ sessionId: session?.id ?? "" });
      return turn?.reply;
    };

    await expect.poll(storedReply).toMatchObject({ status: "streaming", content: "kept while it runs" });
    expect((await history(service, token))[1]).toMatchObject({
      status: "streaming",
      content: "kept while it runs",
    });
    await response.body?.cancel();
  });

  test("Promise 13: a reader that stops reading neither slows the reply nor another visitor", async () => {
    const piece = "x".repeat(1000);
    const script: ModelScript = ({ messages }) =>
      messages.at(-1)?.content === "flood" ? Array.from({ length: 3000 }, () => piece) : ["Quick."];
    await using service = await startFailing(script, { nodes });
    await changeModel(service, { maxOutputTokens: 1_000_000 });
    const keyed = `Host: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    const body = JSON.stringify({ messages: [{ type: "text", block: { value: "flood" } }] });
    const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

    const asker = await stopReading(service.port, `POST /chat-bot/ HTTP/1.1\r\n${keyed}${json}\r\n${body}`);
    const token = /X-Session-Token: (\S+)/i.exec(asker.head)?.[1] ?? "";
    const session = `X-Session-Token: ${token}\r\n`;
    const follower = await stopReading(
      service.port,
      `GET /chat-bot/stream HTTP/1.1\r\n${keyed}${session}\r\n`,
    );

    expect((await ask(service, "quick")).text).toBe("Quick.");
    expect((await ask(service, "quick")).text).toBe("Quick.");
    const endedWithoutText = async () => {
      const { content: _content, ...rest } = (await history(service, token))[1] ?? {};
      return rest;
    };
    // All but its text, so that a failure says why the reply ended.
    await expect.poll(endedWithoutText).toMatchObject({ status: "complete" });
    expect((await history(service, token))[1]?.content).toHaveLength(3_000_000);
    for (const { socket } of [asker, follower]) socket.destroy();
  });
});

function expectToldToComeAgain(answer: string): void {
  expect(answer).toContain("HTTP/1.1 503 ");
  expect(answer).toMatch(/\r\nRetry-After: [1-9]/);
  expect(answer).toMatch(/"code":"shutting_down","retryable":true/);
}

describe("a stop", () => {
  test("Promise 14: a stop lets running replies finish; those that do not are saved and end with error, retryable", async () => {
    const never = new Promise<void>(() => undefined);
    const goOn = Promise.withResolvers<void>();
    await using service = await startService({
      script: ({ messages }) =>
        messages.at(-1)?.content === "one"
          ? ["quick ", { until: goOn.promise }, "end"]
          : ["never ", { until: never }],
      options: { drainMs: 5_000 },
    });
    const quick = hear(await post(service, "one"));
    const endless = await post(service, "two");
    const token = endless.headers.get("X-Session-Token") ?? "";
    const begun = Promise.withResolvers<void>();
    const cut = hear(endless, ({ event }) => event === "text" && begun.resolve());
    await begun.promise;

    const stopped = service.server.stop();
    goOn.resolve();
    await stopped;

    expect((await quick).text).toBe("quick end");
    expect((await quick).events.at(-1)?.event).toBe("done");
    expect((await cut).events.at(-1)).toMatchObject({
      event: "error",
      data: { retryable: true, code: "shutting_down" },
    });
    await expect(post(service, "three")).rejects.toThrow();
    const again = await startService({ dataDirectory: service.dataDirectory });
    const kept = await history(
      {
        fetch: (path, init = {}) =>
          fetch(again.baseUrl + path, {
            headers: { Authorization: `Bearer ${service.key}`, Origin: shop, ...init.headers },
          }),
      },
      token,
    );
    expect(kept[1]).toMatchObject({ status: "incomplete", content: "never " });
    await again[Symbol.asyncDispose]();
  });

  test("Promise 14: a message whose body is still on its way when the stop is requested is told to retry", async () => {
    await using service = await startService();
    const body = JSON.stringify({ messages: [{ type: "text", block: { value: "too late" } }] });
    const head = `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
    const socket = connect(service.port, "127.0.0.1").setEncoding("utf8");
    socket.write(head + json);
    // Admitted, and its body requested.
    await once(socket, "readable");
    const stopped = service.server.stop();
    socket.write(body);
    const answer = (await socket.toArray()).join("");
    await stopped;

    expectToldToComeAgain(answer);
    expect(await eraseChats(service.storage)).toBe(0);
    expect(service.model.asked).toEqual([]);
  });

  test("Promise 14: a file that arrives after the stop was requested is told to retry, and nothing of it is stored", async () => {
    await using service = await startService({ agent: { uploads: {} } });
    const socket = connect(service.port, "127.0.0.1").setEncoding("utf8");
    const head = (line: string) =>
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    // Its request has started once a later one is answered, so the connection is kept.
    await once(socket, "connect");
    socket.write(head("POST /chat-bot/uploads"));
    await service.fetch("/chat-bot/agent");
    const stopped = service.server.stop();
    const body =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello\r\n--b--\r\n';
    socket.write(
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const answer = (await socket.toArray()).join("");
    await stopped;

    expectToldToComeAgain(answer);
    expect(await eraseChats(service.storage)).toBe(0);
  });

  test("a clean restart keeps the rate limit's window", async () => {
    const first = await startService({ rateLimit: 2 });
    await first.fetch("/chat-bot/agent");
    await first.fetch("/chat-bot/agent");
    await first.server.stop();
    await using second = await startService({ dataDirectory: first.dataDirectory });
    const response = await second.fetch("/chat-bot/agent", {
      headers: { Authorization: `Bearer ${first.key}` },
    });
    expect(response.status).toBe(429);
    await first[Symbol.asyncDispose]();
  });
});

describe("secrets", () => {
  test("Promise 38: session tokens and keys are not in the database files or the log", async () => {
    await using service = await startService();
    const { token } = await ask(service, "hello", { headers: { "Idempotency-Key": crypto.randomUUID() } });
    await service.fetch("/chat-bot/agent", { headers: { "X-Session-Token": token } });
    const { readdir, readFile } = await import("node:fs/promises");
    const files = await readdir(service.dataDirectory);
    const contents = await Promise.all(
      files.map((name) => readFile(`${service.dataDirectory}/${name}`, "latin1")),
    );
    const secret = service.key.split("_").slice(2).join("_");
    expect(files.length).toBeGreaterThan(0);
    for (const text of [...contents, JSON.stringify(service.logged)]) {
      expect(text).not.toContain(token.slice(3));
      expect(text).not.toContain(secret);
    }
  });

  test("Promise 37: an agent's session, key and knowledge are useless with another agent's key", async () => {
    await using service = await startService();
    const { token } = await ask(service, "mine");
    const agent = await service.storage.agents.find("acme-support");
    if (!agent) throw new Error("no agent");
    await service.storage.agents.put({
      ...agent,
      id: "other",
      definition: { ...agent.definition, id: "other" },
      at: Date.now(),
    });
    const { issueKey } = await import("@servicechat/operations/key-secret");
    const { randomBytes } = await import("node:crypto");
    const issued = issueKey({ randomBytes });
    await service.storage.keys.create({
      id: issued.id,
      agentId: "other",
      name: "",
      secretHash: issued.secretHash,
      lastFour: issued.lastFour,
      allowed: [shop],
      rateLimit: 100,
      serverSide: false,
      createdAt: 1,
      revokedAt: null,
    });
    const headers = { Authorization: `Bearer ${issued.key}`, "X-Session-Token": token };
    for (const [method, path] of [
      ["GET", "/chat-bot/history"],
      ["GET", "/chat-bot/stream"],
      ["POST", "/chat-bot/stop"],
      ["DELETE", "/chat-bot/session"],
    ] as const) {
      expect((await service.fetch(path, { method, headers })).status).toBe(404);
    }
    const reply = await ask(service, "hello", { token, headers: { Authorization: `Bearer ${issued.key}` } });
    expect(reply.token).not.toBe(token);
    expect(await history(service, token)).toHaveLength(2);
  });
});

/** Sends a request, reads the response headers, and then nothing more. */
async function stopReading(
  port: number,
  request: string,
): Promise<{ readonly socket: Socket; readonly head: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  const head = await new Promise<string>((resolve) => {
    socket.once("data", (chunk) => {
      socket.pause();
      resolve(chunk.toString());
    });
  });
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  return { socket, head };
}
