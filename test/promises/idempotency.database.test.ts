import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createManualClock } from "../../packages/coordination/test/manual-clock.ts";
import { hashIdempotencyKey } from "../../packages/server/src/turn/idempotency.ts";
import { deriveKey } from "../../packages/server/src/derive-key.ts";
import { listChats } from "../support/list-chats.ts";
import { words } from "../support/model-server.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { testSecret } from "../support/start-node.ts";
import { startService } from "../support/start-service.ts";
import { ask, history, post } from "../support/visitor.ts";

onOneAndTwoNodes("Idempotency-Key", (nodes) => {
  test("Promise 10: the same key and body, in parallel or later, is one message, one reply, one session", async () => {
    await using service = await startService({
      nodes,
      script: () => [...words("only once"), { wait: 40 }, " indeed"],
    });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(service, "hello", { headers })));
    const late = await ask(service, "hello", { headers });

    const all = [...replies, late];
    expect(new Set(all.map(({ token }) => token)).size).toBe(1);
    expect(all.map(({ text }) => text)).toEqual(Array(21).fill("only once indeed"));
    expect(
      all.filter(({ response }) => response.headers.get("Idempotency-Replayed") === "true"),
    ).toHaveLength(20);
    expect(service.model.asked).toHaveLength(1);
    expect(await history(service, late.token)).toHaveLength(2);
  });

  test("the same key with a different body is 422 and has no effect", async () => {
    await using service = await startService({ nodes });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const { token } = await ask(service, "hello", { headers });
    const different = await post(service, "other", { headers });
    expect(different.status).toBe(422);
    expect(await different.json()).toMatchObject({ code: "idempotency_mismatch" });
    expect(await history(service, token)).toHaveLength(2);
  });

  test("after 24 hours, and after the chat was erased, the same key and body open a new chat", async () => {
    const clock = createManualClock();
    await using service = await startService({ nodes, clock });
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await ask(service, "hello", { headers });
    clock.advance(24 * 3_600_000);
    const second = await ask(service, "hello", { headers });
    expect(second.response.headers.get("Idempotency-Replayed")).toBeNull();
    await service.fetch("/chat-bot/session", {
      method: "DELETE",
      headers: { "X-Session-Token": second.token },
    });
    const third = await ask(service, "hello", { headers });

    expect(new Set([first.token, second.token, third.token]).size).toBe(3);
    for (const { token } of [first, third]) expect(await history(service, token)).toHaveLength(2);
    const gone = await service.fetch("/chat-bot/history", { headers: { "X-Session-Token": second.token } });
    expect(gone.status).toBe(404);
  });

  test("another visitor who sends the same key gets nothing of the first one's chat", async () => {
    await using service = await startService({ nodes });
    const { token } = await ask(service, "mine");
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    await ask(service, "secret", { token, headers });
    const stranger = await post(service, "secret", { headers });
    expect(stranger.status).toBe(422);
    expect(stranger.headers.get("X-Session-Token")).toBeNull();
  });

  test("a key with too few characters, or too few different ones, to be unguessable is 400", async () => {
    await using service = await startService({ nodes });
    const eight = "abcdefgh";
    const few = ["k".repeat(22), "00000000-0000-0000-0000-000000012345", eight.replace("h", "a").repeat(3)];
    for (const key of [
      "1",
      eight.repeat(3).slice(0, 21),
      eight.repeat(26).slice(0, 201),
      `${eight.repeat(3)} k`,
      ...few,
    ]) {
      const response = await post(service, "hello", { headers: { "Idempotency-Key": key } });
      expect([key, response.status]).toEqual([key, 400]);
      expect(await response.json()).toMatchObject({
        detail: expect.stringMatching(/^Idempotency-Key: .* at least 8 .* crypto\.randomUUID\(\)/) as string,
      });
    }
    for (const key of [eight.repeat(3).slice(0, 22), eight.repeat(25)])
      expect((await ask(service, "hello", { headers: { "Idempotency-Key": key } })).response.status).toBe(
        200,
      );
  });
});

test("a repeated request whose reply is being written where this node cannot receive it is told so, and gets no part of it", async () => {
  await using service = await startService();
  const { token } = await ask(service, "hello");
  const [session] = await listChats(service.storage);
  const body = JSON.stringify({ messages: [{ type: "text", block: { value: "and then?" } }] });
  const key = crypto.randomUUID();
  const replyId = `rep_${crypto.randomUUID()}`;
  await service.storage.conversations.acceptTurn({
    session: { id: session?.id ?? "" },
    messages: [{ id: `msg_${crypto.randomUUID()}`, content: "and then?", parts: [] }],
    replyId,
    node: "elsewhere",
    idempotency: {
      agentId: session?.agentId ?? "",
      key: hashIdempotencyKey(deriveKey(testSecret, "idempotency-key"), session?.agentId ?? "", key),
      bodyHash: createHash("sha256").update(body).digest("hex"),
      expiresAt: Date.now() + 60_000,
    },
    at: Date.now(),
  });

  const again = await service.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Session-Token": token, "Idempotency-Key": key },
    body,
  });

  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ code: "resume_unavailable" });
});
