import { expect, test } from "vitest";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startService } from "../support/start-service.ts";
import { history, post } from "../support/visitor.ts";

const never = new Promise<void>(() => undefined);

onOneAndTwoNodes.concurrent("a model that says nothing yet", (nodes) => {
  test("Promise 12: start arrives before the model has said anything", async () => {
    await using service = await startService({ nodes, script: () => [{ until: never }] });
    const response = await post(service, "hello");
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(first).toMatch(/^event: start\nid: rep_[0-9a-f-]{36}\.1\ndata: \{\}\n\n$/);
    expect((await history(service, response.headers.get("X-Session-Token") ?? ""))[1]).toMatchObject({
      status: "streaming",
      content: "",
    });
    await reader?.cancel();
  });

  test(
    "Promise 12: never more than 15 seconds of silence: a comment breaks it, and is no event",
    { timeout: 40_000 },
    async () => {
      await using service = await startService({ nodes, script: () => [{ until: never }] });
      const posted = await post(service, "hello");
      const token = posted.headers.get("X-Session-Token") ?? "";
      const followed = await service.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } });
      for (const { heard, ms } of await Promise.all([posted, followed].map(hearUntilComment))) {
        expect(heard).toMatch(/^event: start\n.+\n.+\n\n: hb\n\n$/);
        expect(ms).toBeLessThan(16_000);
      }
    },
  );
});

/** Everything that a stream says until its first comment, and how many milliseconds that took. */
async function hearUntilComment(response: Response): Promise<{ heard: string; ms: number }> {
  const began = performance.now();
  let heard = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    heard += decoder.decode(chunk as Uint8Array, { stream: true });
    if (heard.includes(": hb")) break;
  }
  return { heard, ms: performance.now() - began };
}
