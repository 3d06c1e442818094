import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Storage } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { openConnection } from "../../packages/storage/src/sqlite/open-connection.ts";
import type { Connection } from "../../packages/storage/src/sqlite/open-connection.ts";
import { createSqliteStorage } from "../../packages/storage/src/sqlite/open-sqlite.ts";
import { expectDiscreet, expectError } from "../support/expect-failure.ts";
import { changeModel, providerWords, startFailing } from "../support/failing-provider.ts";
import { listChats } from "../support/list-chats.ts";
import type { ModelAsk, ModelScript } from "../support/model-server.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { onOneNode } from "../support/on-one-node.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";
import type { HeardReply } from "../support/visitor.ts";

const tools = ["search_knowledge"];
const mayUseTools = (asked: ModelAsk) => asked.tools !== undefined;
const hasResult = ({ messages }: ModelAsk) => messages.at(-1)?.role === "tool";
const names = ({ events }: HeardReply) => events.map(({ event }) => event);
const searchingFor = (query: string) => ({ tool: "search_knowledge", input: { query } });

/** Searches for something new each time, and also writes this. */
function searching(...words: readonly string[]): ModelScript {
  let round = 0;
  return () => [...words, searchingFor(`number ${++round}`)];
}

/** A warning is only a warning: the reply has not failed, and the operator need not act. */
function expectNoFailure(service: TestService): void {
  expect(service.logged.filter(({ level }) => level === "error")).toEqual([]);
  expect(service.logged.map(({ message }) => message)).not.toContain("a reply failed");
}

onOneNode("Promise 15: the cap of tool rounds", (nodes) => {
  const agent = { tools, limits: { maxToolRounds: 2 } };
  const used = { type: "tool", name: "search_knowledge", status: "succeeded" };

  test("is followed by one final call without tools, then done", async () => {
    const search = searching();
    await using service = await startFailing(
      (asked) => (mayUseTools(asked) ? search(asked) : ["This is what I found."]),
      { nodes, agent },
    );
    const reply = await ask(service, "hello");
    const use = ["tool_usage_start", "tool_usage_stop"];
    expect(names(reply)).toEqual(["start", ...use, ...use, "text", "done"]);
    expect(service.model.asked.map(mayUseTools)).toEqual([true, true, false]);
    expect(await history(service, reply.token)).toMatchObject([
      { content: "hello", status: "complete" },
      { content: "This is what I found.", status: "complete", parts: [used, used, { type: "text" }] },
    ]);
    expectNoFailure(service);
    await expectDiscreet(service, reply);
  });

  test("applies to a model that wants more: its text is used, its calls are not", async () => {
    await using service = await startFailing(searching("Let me look."), { nodes, agent });
    const reply = await ask(service, "hello");
    expect(names(reply).filter((name) => name === "tool_usage_start")).toHaveLength(2);
    expect(reply.events.at(-1)).toMatchObject({ event: "done", data: {} });
    expect(service.model.asked).toHaveLength(3);
    expect(reply.text).toBe("Let me look.\n\nLet me look.\n\nLet me look.");
    expect((await history(service, reply.token))[1]).toMatchObject({
      content: reply.text,
      status: "complete",
    });
    expectNoFailure(service);
  });

  test("ends a reply without any further text as cut off, which is retryable", async () => {
    await using service = await startFailing(searching(), { nodes, agent });
    const reply = await ask(service, "hello");
    expectError(reply, "reply_cut", true);
    expect(service.model.asked.map(mayUseTools)).toEqual([true, true, false, false, false]);
    expect((await history(service, reply.token))[1]).toMatchObject({
      content: "",
      status: "incomplete",
      parts: [used, used],
    });
    await expectDiscreet(service, reply);
  });
});

describe("Promise 15: a tool that fails does not end the reply", () => {
  /** A database in which only searching fails. */
  const searchedBy =
    (search: () => Promise<never>) =>
    async (file: string): Promise<Storage> => {
      const storage = await openSqlite({ file });
      return { ...storage, knowledge: { ...storage.knowledge, search } };
    };
  const script: ModelScript = (asked) => (hasResult(asked) ? ["I could not look."] : [searchingFor("shoes")]);

  const rows: [title: string, search: () => Promise<never>, told: string, shown: string][] = [
    [
      "because it failed",
      () => Promise.reject(new Error(providerWords)),
      "The tool failed.",
      "An error was reported",
    ],
    [
      "because it took too long",
      () => new Promise<never>(() => undefined),
      "The tool took too long and was stopped.",
      "It took too long",
    ],
  ];

  test.for(rows)("%s: the model is told and continues", async ([, search, told, shown]) => {
    await using service = await startFailing(script, {
      agent: { tools },
      openStorage: searchedBy(search),
      limits: { toolMs: 100 },
    });
    const reply = await ask(service, "hello");
    expect(names(reply)).toEqual(["start", "tool_usage_start", "tool_usage_stop", "text", "done"]);
    const [, began, stopped] = reply.events.map(({ data }) => data as { id: string });
    const failed = { status: "failed", rows: [{ title: shown, status: "failed" }] };
    expect(stopped).toEqual({ id: began?.id, ...failed });
    expect(await history(service, reply.token)).toMatchObject([
      { content: "hello", status: "complete" },
      {
        content: "I could not look.",
        status: "complete",
        parts: [{ type: "tool", ...failed }, { type: "text" }],
      },
    ]);
    expect(service.model.asked[1]?.messages.at(-1)?.content).toContain(told);
    expect(JSON.stringify(service.model.asked)).not.toContain(providerWords);
    expect(service.logged.filter(({ message }) => message === "a tool failed")).toHaveLength(1);
    expectNoFailure(service);
    await expectDiscreet(service, reply);
  });

  test("and is reported as failed if the reply is stopped in the meantime, live and in the history", async () => {
    const looks = Promise.withResolvers<void>();
    await using service = await startFailing(script, {
      agent: { tools },
      openStorage: searchedBy(() => {
        looks.resolve();
        return new Promise<never>(() => undefined);
      }),
    });
    const body = JSON.stringify({ messages: [{ type: "text", block: { value: "hello" } }] });
    const headers = { "Content-Type": "application/json" };
    const reply = await service.fetch("/chat-bot/", { method: "POST", headers, body });
    const token = reply.headers.get("X-Session-Token") ?? "";
    await looks.promise;
    await service.fetch("/chat-bot/stop", { method: "POST", headers: { "X-Session-Token": token } });
    const events = Array.from((await reply.text()).matchAll(/^event: (.*)$/gm), ([, name]) => name);
    expect(events).toEqual(["start", "tool_usage_start", "tool_usage_stop", "done"]);
    expect((await history(service, token))[1]).toMatchObject({
      status: "stopped",
      parts: [{ type: "tool", status: "failed" }],
    });
  });
});

describe("Promise 15: our own reasons to end a reply", () => {
  test("a disk that becomes full is retryable, and the text is saved when there is space again", async () => {
    let connection: Connection | undefined;
    const full = Promise.withResolvers<void>();
    const more = "more words ".repeat(10_000);
    await using service = await startFailing(() => ["half ", { until: full.promise }, more], {
      openStorage: async (file) => {
        connection = await openConnection({ file, wait });
        return createSqliteStorage({ file, connection, wait });
      },
    });
    await changeModel(service, { maxOutputTokens: 100_000 });
    const reply = await hear(await post(service, "hello"), ({ event }) => {
      if (event !== "text") return;
      connection?.execute("pragma max_page_count = 1"); // the current number of pages: not one more
      full.resolve();
    });
    expectError(reply, "storage_unavailable", true);
    expect(reply.text).toBe(`half ${more}`);

    connection?.execute("pragma max_page_count = 1000000");
    await expect
      .poll(async () => (await history(service, reply.token))[1])
      .toMatchObject({ content: reply.text, status: "incomplete" });
    expect((await history(service, reply.token))[0]).toMatchObject({ content: "hello", status: "complete" });
    expectNoFailure(service);
    await expectDiscreet(service, reply);
  });
});

onOneAndTwoNodes("Promise 15: a key that is revoked", (nodes) => {
  test("is not retryable, and the stream ends with the text so far", async () => {
    const never = new Promise<void>(() => undefined);
    await using service = await startFailing(() => ["half", { until: never }], { nodes });
    const next = await service.createKey();
    const reply = await hear(await post(service, "hello"), ({ event }) => {
      if (event === "text") void service.storage.keys.revoke(service.keyId, Date.now());
    });
    expectError(reply, "key_revoked", false);
    const rotated: Pick<TestService, "fetch"> = {
      fetch: (path, init = {}) =>
        service.fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${next.key}` } }),
    };
    expect(await history(rotated, reply.token)).toMatchObject([
      { content: "hello", status: "complete" },
      { content: "half", status: "failed" },
    ]);
    expectNoFailure(service);
    await expectDiscreet({ ...service, fetch: rotated.fetch }, reply);
  });
});

onOneAndTwoNodes("Promise 39: a chat that the operator erases while it is answered", (nodes) => {
  test("sends nothing more, calls no model for queued messages, and its token answers 404", async () => {
    const never = new Promise<void>(() => undefined);
    await using service = await startFailing(() => ["half", { until: never }], { nodes });
    const running = await post(service, "hello");
    const token = running.headers.get("X-Session-Token") ?? "";
    const waiting = await post(service, "and this", { token });
    const reply = await hear(running, ({ event }) => {
      if (event === "text") void eraseAll(service.storage);
    });
    expect(reply.text).toBe("half");
    expectError(reply, "session_erased", false);
    expectError(await hear(waiting), "session_erased", false);
    expect(service.model.asked).toHaveLength(1);
    const headers = { "X-Session-Token": token };
    expect((await service.fetch("/chat-bot/history", { headers })).status).toBe(404);
    expectNoFailure(service);
  });
});

/** As `servicechat session erase` does it, without telling the service. */
async function eraseAll(storage: Storage): Promise<void> {
  for (const { id } of await listChats(storage)) await storage.conversations.erase(id);
}
