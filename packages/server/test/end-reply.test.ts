import type { StreamEvent } from "@servicechat/contract";
import type { ConversationStore } from "@servicechat/storage";
import { expect, test } from "vitest";
import { createReplyComposer, createFencedOutlet } from "../src/reply/reply-outlet.ts";
import { createReplyEnder } from "../src/reply/end-reply.ts";
import { createReplyWriter } from "../src/reply/write-replies.ts";
import { observeReply } from "../src/reply/observe-reply.ts";
import { createMetrics } from "../src/telemetry/metrics.ts";

const replyId = "rep_1";
const log = { debug() {}, info() {}, warn() {}, error() {} };

/** What readers get of a reply whose text waits to be stored when it ends, and how it is counted. */
async function endWith(endReply: ConversationStore["endReply"]) {
  const told: StreamEvent[] = [];
  const live = { write: (event: StreamEvent) => void told.push(event), close() {} };
  const conversations = {
    endReply,
    saveProgress: async () => [{ replyId, why: "passed_over" }],
  };
  const writer = createReplyWriter({ conversations: conversations as never, log });
  const metrics = createMetrics();
  const composer = createReplyComposer();
  const outlet = createFencedOutlet({ replyId, live: live as never, composer, writer }, async () => false);
  outlet.send({ type: "text", data: "Of this nothing is kept." });
  const agent = {
    id: "shop",
    version: 0,
    definition: { model: { provider: "anthropic", name: "m" }, limits: {} },
  };
  await createReplyEnder({ countHits: async () => undefined, writer, log, metrics })(
    { replyId, agent, keyId: "shop1", live } as never,
    composer,
    {
      outcome: { transcript: [], ending: null, outputTokens: 0, followUps: ["And then?"] },
      signal: new AbortController().signal,
      observed: observeReply(() => 0),
      span: undefined,
      outlet,
    },
  );
  return { told: told.map(({ type }) => type), metrics: metrics.replies };
}

test("for a reply that is not in the history when it ends only its end is sent", async () => {
  const { told, metrics } = await endWith(async () => "gone");
  expect(told).toEqual(["done"]);
  expect(metrics).toMatchObject({ stopped: 1, complete: 0 });
});

test("for a reply that is stored as it ended everything is sent", async () => {
  const { told, metrics } = await endWith(async () => undefined);
  expect(told).toEqual(["text", "follow_ups", "done"]);
  expect(metrics).toMatchObject({ stopped: 0, complete: 1 });
});
