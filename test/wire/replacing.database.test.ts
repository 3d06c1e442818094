import { describe, expect, test } from "vitest";
import { listChats } from "../support/list-chats.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { lastAsk, lastSaid, notReplaceable, refusal, replace, said } from "../support/replace.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const marked = async (service: TestService, token: string) =>
  (await history(service, token)).map(({ content, replaced }) =>
    replaced ? `${content} (replaced)` : content,
  );

onOneAndTwoNodes("a message that replaces the last one", (nodes) => {
  test("replaces its turn: the history keeps both, and the model gets only the new one", async () => {
    await using service = await startService({ nodes, script: (asked) => [`To: ${said(asked).at(-1)}`] });
    const { token } = await ask(service, "Hello");
    await ask(service, "Where is order 1042?", { token });
    const [, , before, reply] = await history(service, token);

    const answer = await replace(service, "Where is order 1043?", { token, replaces: before?.id });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("X-Session-Token")).toBe(token);
    const heard = await hear(answer);
    expect(heard.events.map(({ event }) => event)).toEqual(["start", "text", "done"]);
    expect(heard.text).toBe("To: Where is order 1043?");
    expect(JSON.stringify(lastAsk(service))).not.toContain("1042");

    const messages = await history(service, token);
    expect(messages).toHaveLength(6);
    expect(messages.slice(2, 4)).toEqual([
      { ...before, replaced: true },
      { ...reply, replaced: true },
    ]);
    expect(messages.filter((message) => "replaced" in message)).toHaveLength(2);

    const again = { token, replaces: messages[4]?.id };
    await hear(await replace(service, "Where is order 1044?", again));
    await ask(service, "Thank you", { token });
    expect(lastAsk(service).slice(1)).toEqual([
      "Hello",
      "To: Hello",
      "Where is order 1044?",
      "To: Where is order 1044?",
      "Thank you",
    ]);
    expect((await marked(service, token)).filter((each) => each.endsWith("(replaced)"))).toEqual([
      "Where is order 1042? (replaced)",
      "To: Where is order 1042? (replaced)",
      "Where is order 1043? (replaced)",
      "To: Where is order 1043? (replaced)",
    ]);
  });

  test("is one of several that are sent at once: the others are refused and leave nothing", async () => {
    await using service = await startService({ nodes });
    const { token } = await ask(service, "First");
    const replaces = await lastSaid(service, token);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((tab) => replace(service, `From tab ${tab}`, { token, replaces })),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(await Promise.all(refused.map(refusal))).toEqual(Array.from({ length: 3 }, () => notReplaceable));
    await Promise.all(taken.map((answer) => hear(answer)));
    expect((await history(service, token)).map(({ replaced }) => replaced)).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
  });

  test("is one turn when it is sent again, however often and wherever; replacing another message is another request", async () => {
    await using service = await startService({ nodes });
    const { token } = await ask(service, "First");
    const replaces = await lastSaid(service, token);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const sent = { token, replaces, headers };
    const twins = await Promise.all([1, 2, 3].map(() => replace(service, "Second", sent)));
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(twins.map((twin) => hear(twin)));
    const late = await replace(service, "Second", sent);
    expect(late.headers.get("Idempotency-Replayed")).toBe("true");
    await hear(late);
    expect(await history(service, token)).toHaveLength(4);

    for (const other of [undefined, await lastSaid(service, token)])
      expect(await refusal(await replace(service, "Second", { ...sent, replaces: other }))).toBe(
        "422 idempotency_mismatch",
      );
    expect(await history(service, token)).toHaveLength(4);
  });
});

describe("what cannot be replaced", () => {
  test("is refused in one way, creates no session and leaves the key of the request unused", async () => {
    await using service = await startService();
    const { token } = await ask(service, "First");
    await ask(service, "Second", { token });
    const foreign = await ask(service, "Somebody else's");
    const [first, , second, reply] = await history(service, token);
    const strange = "msg_0190b1a0-0000-7000-8000-000000000001";
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    for (const sent of [
      { token, replaces: first?.id },
      { token, replaces: reply?.id },
      { token, replaces: strange },
      { token, replaces: await lastSaid(service, foreign.token) },
      { token: `st_${"a".repeat(43)}`, replaces: second?.id },
      { replaces: second?.id },
    ]) {
      const answer = await replace(service, "Otherwise", { ...sent, headers });
      expect(answer.headers.get("X-Session-Token")).toBeNull();
      expect(await refusal(answer)).toBe(notReplaceable);
    }
    expect(await listChats(service.storage)).toHaveLength(2);
    expect(await marked(service, token)).toHaveLength(4);
    const answer = await replace(service, "Otherwise", { token, replaces: second?.id, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Idempotency-Replayed")).toBeNull();
    await hear(answer);
  });

  test.each(["", null, 7, {}, "rep_a", "msg_", "msg_a b"])(
    "%j is not an id: 400 that names the field",
    async (replaces) => {
      await using service = await startService();
      const { token } = await ask(service, "First");
      const answer = await replace(service, "Otherwise", { token, replaces });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: "malformed_request",
        detail: expect.stringMatching(/^replaces: /),
      });
    },
  );

  test("a turn that is being answered, waits, or follows such a one: it can be once all have ended", async () => {
    const go = Promise.withResolvers<void>();
    await using service = await startService({
      script: (asked) => (said(asked).at(-1) === "slow" ? ["one", { until: go.promise }, "two"] : ["fast"]),
    });
    const { token } = await ask(service, "Hello");
    const before = await lastSaid(service, token);
    const running = await post(service, "slow", { token });
    const waiting = await post(service, "next", { token });
    const ids = (await history(service, token)).filter(({ role }) => role === "user").map(({ id }) => id);
    expect(ids[0]).toBe(before);
    for (const replaces of ids)
      expect(await refusal(await replace(service, "No", { token, replaces }))).toBe(notReplaceable);
    const more = await Promise.all([1, 2].map((turn) => post(service, `more ${turn}`, { token })));
    const replaces = await lastSaid(service, token);
    expect(await refusal(await replace(service, "No", { token, replaces }))).toBe(notReplaceable);
    go.resolve();
    await Promise.all([running, waiting, ...more].map((answer) => hear(answer)));
    expect((await hear(await replace(service, "Now", { token, replaces }))).text).toBe("fast");
  });

  test("a stopped reply and a failed one do not prevent it", async () => {
    const never = new Promise<void>(() => undefined);
    await using service = await startService({
      script: (asked) => {
        const text = said(asked).at(-1);
        if (text === "stop me") return ["one", { until: never }];
        return text === "fail" ? { status: 400, body: "{}" } : ["Here."];
      },
    });
    const running = await post(service, "stop me");
    const token = running.headers.get("X-Session-Token") ?? "";
    const heard = hear(running, ({ event }) => {
      if (event === "text")
        void service.fetch("/chat-bot/stop", { method: "POST", headers: { "X-Session-Token": token } });
    });
    await heard;
    await hear(await replace(service, "fail", { token, replaces: await lastSaid(service, token) }));
    const last = await hear(
      await replace(service, "well", { token, replaces: await lastSaid(service, token) }),
    );
    expect(last.text).toBe("Here.");
    const statuses = (await history(service, token)).map(({ status, replaced }) => [
      status,
      replaced ?? false,
    ]);
    expect(statuses).toEqual([
      ["complete", true],
      ["stopped", true],
      ["complete", true],
      ["failed", true],
      ["complete", false],
      ["complete", false],
    ]);
  });
});
