import { inspect } from "node:util";
import { expect, test } from "vitest";
import { failures } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { createManualClock } from "../../packages/coordination/test/manual-clock.ts";
import { listChats } from "../support/list-chats.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startService } from "../support/start-service.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const hourSeconds = 3_600;

const startLimited = (limits: Record<string, number>, options: StartOptions = {}) =>
  startService({ rateLimit: 100_000, agent: { limits }, ...options });

/** The problem of the refusal is complete, and nothing of the turn is left. */
async function expectRefused(response: Response, code: FailureCode): Promise<number> {
  const { title, message, retryable } = failures[code];
  expect(await response.json()).toMatchObject({ code, status: 429, title, detail: message, retryable });
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.has("X-Session-Token")).toBe(false);
  return Number(response.headers.get("Retry-After"));
}

const toldOf = ({ logged }: TestService) =>
  logged.filter(({ message }) => message.startsWith("a limit has been reached"));

/** Visitors at an address that a trusted proxy reports. */
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
const trusting = { options: { trustedProxies: ["127.0.0.1"] } };

onOneAndTwoNodes("limits of messages", (nodes) => {
  test("a chat accepts as many messages in any hour as its limit says, and waiting for the given time helps", async () => {
    const clock = createManualClock();
    await using service = await startLimited({ sessionMessagesPerHour: 2 }, { nodes, clock });
    const { token } = await ask(service, "one");
    clock.advance(600_000);
    await ask(service, "two", { token });

    const wait = await expectRefused(await post(service, "three", { token }), "session_messages_used_up");
    expect(wait).toBe(hourSeconds - 600);
    expect((await history(service, token)).map(({ content }) => content)).not.toContain("three");
    expect(service.model.asked).toHaveLength(2);
    // Another chat is separate.
    await ask(service, "hello");

    clock.advance(wait * 1_000 - 1);
    await expectRefused(await post(service, "three", { token }), "session_messages_used_up");
    clock.advance(1);
    expect((await ask(service, "three", { token })).events.at(-1)?.event).toBe("done");
    await expectRefused(await post(service, "four", { token }), "session_messages_used_up");
  });

  test("the log reports a limit once for each chat, with what is needed to find it and nothing of what was said", async () => {
    await using service = await startLimited({ sessionMessagesPerHour: 1 });
    const { token } = await ask(service, "hello");
    for (let again = 0; again < 3; again++) await post(service, "a canary question", { token });
    const lines = toldOf(service);
    expect(lines).toMatchObject([
      {
        level: "warn",
        detail: {
          requestId: expect.any(String) as string,
          keyId: service.keyId,
          agentId: "acme-support",
          limit: "sessionMessagesPerHour",
          most: 1,
        },
      },
    ]);
    const shown = inspect(service.logged, { depth: Infinity });
    for (const hidden of ["canary", token, service.key]) expect(shown).not.toContain(hidden);
  });

  test("an address sends as many messages in any hour as its limit says, over all of its chats and no others", async () => {
    const clock = createManualClock();
    await using service = await startLimited({ addressMessagesPerHour: 3 }, { nodes, clock, ...trusting });
    const { token } = await ask(service, "one", from("203.0.113.9"));
    await ask(service, "two", { token, ...from("198.51.100.1, 203.0.113.9") });
    await ask(service, "three", from("203.0.113.9"));

    for (const forged of ["203.0.113.9", "1.2.3.4, 203.0.113.9", "127.0.0.1, 203.0.113.9"]) {
      const wait = await expectRefused(await post(service, "four", from(forged)), "address_messages_used_up");
      expect(wait).toBe(hourSeconds);
    }
    // Refused messages open no chat.
    expect(await listChats(service.storage)).toHaveLength(2);
    await ask(service, "hello", from("203.0.113.10"));

    const home = "2001:db8:1:2";
    for (const host of ["::1", "::2", "a:b:c:d"])
      await ask(service, "hello", from(`${home}:${host}`.replace(":::", "::")));
    await expectRefused(await post(service, "hello", from(`${home}::9`)), "address_messages_used_up");
    await ask(service, "hello", from("2001:db8:1:3::1"));

    clock.advance(hourSeconds * 1_000);
    expect((await ask(service, "four", from("203.0.113.9"))).response.status).toBe(200);
    expect(inspect(service.logged, { depth: Infinity })).not.toMatch(/203\.0|2001:db8|127\.0\.0\.1/);
  });

  test("an address asks for a person in 20 chats an hour, or as the agent's file says; in a chat that waits, any number of times", async () => {
    const asks = (service: TestService, address: string, token?: string) =>
      service.fetch("/chat-bot/handoff", {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...from(address).headers,
          ...(token !== undefined && { "X-Session-Token": token }),
        },
        body: "{}",
      });
    const clock = createManualClock();
    await using service = await startService({
      nodes,
      clock,
      rateLimit: 1_000,
      agent: { handoff: {} },
      ...trusting,
    });
    let token = "";
    for (let chats = 0; chats < 20; chats++) {
      const asked = await asks(service, "203.0.113.9");
      expect(asked.status).toBe(200);
      token = asked.headers.get("X-Session-Token") ?? "";
    }
    await expectRefused(await asks(service, "203.0.113.9"), "address_messages_used_up");
    expect((await asks(service, "203.0.113.9", token)).status).toBe(200);
    expect((await asks(service, "203.0.113.10")).status).toBe(200);
    clock.advance(hourSeconds * 1_000);
    expect((await asks(service, "203.0.113.9")).status).toBe(200);

    const limits = { addressHandoffsPerHour: 1 };
    await using strict = await startService({ nodes, agent: { handoff: {}, limits } });
    expect((await asks(strict, "203.0.113.9")).status).toBe(200);
    await expectRefused(await asks(strict, "203.0.113.10"), "address_messages_used_up");
  });

  test("without a trusted proxy the header is ignored: all of them have one address", async () => {
    await using service = await startLimited({ addressMessagesPerHour: 2 }, { nodes });
    for (const address of ["203.0.113.1", "203.0.113.2"]) await ask(service, "hello", from(address));
    await expectRefused(await post(service, "hello", from("203.0.113.3")), "address_messages_used_up");
  });

  test("a message that one limit refuses is not counted by the other", async () => {
    const clock = createManualClock();
    const limits = { sessionMessagesPerHour: 3, addressMessagesPerHour: 1 };
    await using service = await startLimited(limits, { nodes, clock, ...trusting });
    const { token } = await ask(service, "one", from("203.0.113.1"));
    for (let again = 0; again < 4; again++)
      await expectRefused(
        await post(service, "two", { token, ...from("203.0.113.1") }),
        "address_messages_used_up",
      );
    for (const address of ["203.0.113.2", "203.0.113.3"])
      expect((await ask(service, "again", { token, ...from(address) })).response.status).toBe(200);
    await expectRefused(
      await post(service, "again", { token, ...from("203.0.113.4") }),
      "session_messages_used_up",
    );
  });

  test("Promise 10: a repeated message counts once, and gets its stored answer when the limits are used up", async () => {
    await using service = await startLimited(
      { sessionMessagesPerHour: 2, addressMessagesPerHour: 2 },
      { nodes },
    );
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(service, "hello", { headers })));
    const [token = ""] = new Set(replies.map((reply) => reply.token));
    await ask(service, "second", { token });
    await expectRefused(await post(service, "third", { token }), "session_messages_used_up");
    const late = await ask(service, "hello", { headers });
    expect(late.response.headers.get("Idempotency-Replayed")).toBe("true");
    // A refused message is not remembered.
    const refused = { "Idempotency-Key": crypto.randomUUID() };
    for (let again = 0; again < 2; again++)
      await expectRefused(
        await post(service, "third", { token, headers: refused }),
        "session_messages_used_up",
      );
  });

  test("a message that is refused for another reason is not counted", async () => {
    const limits = { sessionMessagesPerHour: 2, dailyOutputTokens: 4_000 };
    const more = Promise.withResolvers<void>();
    await using service = await startLimited(limits, {
      nodes,
      clock: createManualClock(),
      script: () => ["Hello.", { until: more.promise }],
    });
    const first = await post(service, "one");
    const token = first.headers.get("X-Session-Token") ?? "";
    // The day's budget is enough for two replies of 2,000 tokens each.
    const other = await post(service, "elsewhere");
    for (let again = 0; again < 3; again++) {
      const busy = await post(service, "two", { token });
      expect(await busy.json()).toMatchObject({ code: "key_busy" });
    }
    more.resolve();
    await Promise.all([hear(first), hear(other)]);
    expect((await ask(service, "two", { token })).response.status).toBe(200);
  });

  test("a key has no more replies at once than its limit says, over all chats, and the next when one has ended", async () => {
    const more = Promise.withResolvers<void>();
    await using service = await startLimited(
      { concurrentReplies: 3 },
      { nodes, script: () => ["Hello.", { until: more.promise }] },
    );
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(service, "hello")));
    const taken = responses.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(3);
    for (const refused of responses.filter(({ status }) => status !== 200))
      expect(await expectRefused(refused, "key_busy")).toBe(5);
    expect(service.model.asked.length).toBeLessThanOrEqual(3);
    expect(await listChats(service.storage)).toHaveLength(3);
    const { key } = await service.createKey({ rateLimit: 100_000 });
    const others = await post(service, "hello", { headers: { Authorization: `Bearer ${key}` } });
    expect(others.status).toBe(200);
    // One line for each node that refused.
    expect(toldOf(service).length).toBeLessThanOrEqual(nodes);

    more.resolve();
    for (const response of [...taken, others])
      expect((await hear(response)).events.at(-1)?.event).toBe("done");
    await expect.poll(async () => (await post(service, "once more")).status).toBe(200);
  });

  test("a reply that waits for its turn in a chat occupies a slot too, and a stopped one does not", async () => {
    await using service = await startLimited(
      { concurrentReplies: 2 },
      { nodes, script: () => ["Hello.", { until: new Promise<void>(() => undefined) }] },
    );
    const first = await post(service, "one");
    const token = first.headers.get("X-Session-Token") ?? "";
    const second = await post(service, "two", { token });
    expect([first.status, second.status]).toEqual([200, 200]);
    await expectRefused(await post(service, "elsewhere"), "key_busy");
    await service.fetch("/chat-bot/stop", { method: "POST", headers: { "X-Session-Token": token } });
    await hear(first);
    await expect.poll(async () => (await post(service, "elsewhere")).status).toBe(200);
  });
});

test("windows of an hour survive a clean restart", async () => {
  const clock = createManualClock();
  await using before = await startLimited({ sessionMessagesPerHour: 1 }, { clock });
  const { token } = await ask(before, "one");
  await before.server.stop();
  clock.advance(60_000);
  await using after = await startLimited(
    { sessionMessagesPerHour: 1 },
    { clock, dataDirectory: before.dataDirectory },
  );
  expect(await expectRefused(await post(after, "two", { token }), "session_messages_used_up")).toBe(3_540);
});
