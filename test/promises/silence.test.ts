import { describe, expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import { history, post } from "../support/visitor.ts";

const never = new Promise<void>(() => undefined);

describe.concurrent("a model that says nothing yet", () => {
  test("Promise 12: start arrives before the model has said anything", async () => {
    await using service = await startService({ script: () => [{ until: never }] });
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
      await using service = await startService({ script: () => [{ until: never }] });
      const response = await post(service, "hello");
      let heard = "";
      const decoder = new TextDecoder();
      const reading = (async () => {
        for await (const chunk of response.body ?? []) {
          heard += decoder.decode(chunk as Uint8Array, { stream: true });
          if (heard.includes(": hb")) return;
        }
      })();
      await expect.poll(() => heard, { timeout: 2_000 }).toContain("event: start");
      await expect.poll(() => heard, { timeout: 16_000, interval: 100 }).toMatch(/\n\n: hb\n\n$/);
      await reading;
      expect(heard.match(/^event:/gm)).toEqual(["event:"]);
    },
  );
});
