import { createOutbound } from "@servicechat/outbound";
import { expect, test } from "vitest";
import { chatOf, chats, isHolder, names, readHistory, startHandoff } from "../support/handoff.ts";
import { listenIdle } from "../support/listen-idle.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { answerTo, askedIn, sendBlocks } from "../support/post-blocks.ts";
import { startRecordingApi } from "../support/recording-api.ts";
import { returning, returnTools, shopToken } from "../support/return-desk.ts";
import { ask } from "../support/visitor.ts";

const cutOff = { title: "It was stopped", detail: "It may have taken effect", status: "failed" };

onOneAndTwoNodes("Tools of a chat that a person takes", (nodes) => {
  test("a request in progress when a person comes is cut off, and its outcome is reported as unknown", async () => {
    await using stack = new AsyncDisposableStack();
    // It receives the request, and never responds.
    const api = stack.use(await startRecordingApi(() => undefined));
    const console = stack.use(
      await startHandoff(nodes, {
        script: returning,
        environment: { SHOP_TOKEN: shopToken },
        outbound: stack.use(createOutbound({ allowedNetworks: ["127.0.0.0/8"] })),
        agent: { tools: returnTools(api.url) },
      }),
    );
    const asking = await ask(console, "Please return 1042");
    const { token } = asking;
    await using idle = await listenIdle(console, token);
    const confirming = sendBlocks(console, [answerTo(askedIn(asking), "Confirm")], token);
    await api.hasHeard(1);

    const { cookie, me } = await console.signIn("responder");
    const { id } = await chatOf(console, cookie);
    expect((await console.ask("POST", `${chats}/${id}/take`, { cookie })).status).toBe(200);
    const { events } = await confirming;
    expect(names(events).filter((name) => name !== "tool_usage_progress")).toEqual([
      "start",
      "tool_usage_start",
      "tool_usage_stop",
      "person",
      "done",
    ]);
    expect(events.find(({ event }) => event === "tool_usage_stop")?.data).toMatchObject({
      status: "failed",
      rows: [cutOff],
    });
    await idle.until(isHolder("person"));
    await idle.until(({ event }) => event === "done");
    expect(names(idle.events).slice(-3)).toEqual(["tool_usage_stop", "person", "done"]);
    expect((await readHistory(console, token)).messages.at(-1)?.parts).toMatchObject([
      { type: "tool", name: "return_order", status: "failed", rows: [cutOff] },
    ]);

    await console.ask("POST", `${chats}/${id}/hand-back`, { cookie });
    await ask(console, "Was it returned?", { token });
    const told = JSON.stringify(console.model.asked.at(-1)?.messages);
    expect(told).toContain("return_order was under way, whether it took effect is unknown");
    expect(told).toContain("its result is unknown");
    expect(told).not.toContain("Not run");
    expect(told).not.toContain(me.id);
    expect(api.lines()).toEqual(["POST /orders/1042/returns"]);
  });
});
