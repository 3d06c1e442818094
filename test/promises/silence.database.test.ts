import { expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { inLivedTime } from "../support/lived-time.ts";
import { startService } from "../support/start-service.ts";
import { history, post } from "../support/visitor.ts";

const never = new Promise<void>(() => undefined);

onOneNode.concurrent("a model that has written nothing yet", (nodes) => {
  test("Promise 12: start arrives before the model has written anything", async () => {
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

  test("Promise 12: never more than 15 seconds of silence: a comment breaks it, and is not an event", async () => {
    await using service = await startService({ nodes, script: () => [{ until: never }] });
    const posted = await post(service, "hello");
    const token = posted.headers.get("X-Session-Token") ?? "";
    const followed = await service.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } });
    const hearing = Promise.all([posted, followed].map(hearUntilComment));
    for (const heard of await inLivedTime(hearing, 16_000))
      expect(heard).toMatch(/^event: start\n.+\n.+\n\n: hb\n\n$/);
  });
});

/** Everything that a stream sends until its first comment. */
async function hearUntilComment(response: Response): Promise<string> {
  let heard = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    heard += decoder.decode(chunk as Uint8Array, { stream: true });
    if (heard.includes(": hb")) break;
  }
  return heard;
}
