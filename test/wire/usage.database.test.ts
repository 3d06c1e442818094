import { expect, test } from "vitest";
import { listChats } from "../support/list-chats.ts";
import type { ModelStep } from "../support/model-server.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, hear, post } from "../support/visitor.ts";

const always = { since: 0, until: Number.MAX_SAFE_INTEGER };

const counted = (read: number, written: number): ModelStep => {
  const usage = { prompt_tokens: read, completion_tokens: written };
  return { raw: `data: ${JSON.stringify({ choices: [], usage })}\n\n` };
};

const byKey = ({ storage }: TestService) => storage.usage.read({ by: "key", ...always });

onOneNode("what replies used", (nodes) => {
  test("tokens of all of a reply's requests are counted as soon as it is done, for its agent and key", async () => {
    await using service = await startService({
      nodes,
      agent: { tools: ["search_knowledge"] },
      script: ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? ["Nothing.", counted(300, 30)]
          : [{ tool: "search_knowledge", input: { query: "tents" } }, counted(100, 10)],
    });
    const other = await service.createKey();
    const { token } = await ask(service, "tents?");
    expect(await byKey(service)).toMatchObject([
      { of: service.keyId, replies: 1, inputTokens: 400, outputTokens: 40 },
    ]);

    await ask(service, "tents?", { headers: { Authorization: `Bearer ${other.key}` } });
    expect(await byKey(service)).toMatchObject(
      [service.keyId, other.id]
        .toSorted()
        .map((of) => ({ of, replies: 1, inputTokens: 400, outputTokens: 40 })),
    );
    expect(await service.storage.usage.read({ by: "agent", ...always })).toMatchObject([
      { of: "acme-support", replies: 2, inputTokens: 800, outputTokens: 80 },
    ]);

    await service.fetch("/chat-bot/session", { method: "DELETE", headers: { "X-Session-Token": token } });
    expect(await listChats(service.storage)).toHaveLength(1);
    expect(await byKey(service)).toHaveLength(2);
  });

  test("a reply that fails counts with what was reported until then, and one without a report with 0", async () => {
    let round = 0;
    const heard = Promise.withResolvers<void>();
    await using service = await startService({
      nodes,
      agent: { tools: ["search_knowledge"] },
      script: () => {
        round += 1;
        if (round === 1) return [{ tool: "search_knowledge", input: { query: "tents" } }, counted(100, 10)];
        return round === 2 ? ["Half a sen", { until: heard.promise }, { cut: true }] : ["Whole."];
      },
    });
    const failed = await hear(await post(service, "tents?"), ({ event }) => {
      if (event === "text") heard.resolve();
    });
    expect(failed.events.at(-1)?.event).toBe("error");
    expect(await byKey(service)).toMatchObject([{ replies: 1, inputTokens: 100, outputTokens: 10 }]);
    await ask(service, "hello");
    expect(await byKey(service)).toMatchObject([{ replies: 2, inputTokens: 100, outputTokens: 10 }]);
  });

  test("without a model behind the answers there are replies and no tokens", async () => {
    await using service = await startService({ nodes, agent: { model: { provider: "extractive" } } });
    await ask(service, "hello");
    expect(await byKey(service)).toMatchObject([{ replies: 1, inputTokens: 0, outputTokens: 0 }]);
  });
});
