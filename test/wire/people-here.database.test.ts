import { agentViewSchema } from "@servicechat/contract/schemas";
import { expect, test } from "vitest";
import { startHandoff as start } from "../support/handoff.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";

onOneAndTwoNodes("people who are there", (nodes) => {
  test("are named to visitors once they have chosen a name for them, as long as they are available", async () => {
    const wallMs = { now: Date.now() };
    await using console = await start(nodes, {
      clock: { wallMs: () => wallMs.now, monotonicMs: () => performance.now() },
    });
    const people = async () => {
      wallMs.now += 16_000;
      const response = await console.fetch("/chat-bot/agent");
      return agentViewSchema.parse(await response.json()).handoff?.people;
    };
    const { cookie } = await console.signIn("responder");
    expect(await people()).toBeUndefined();
    const body = { displayName: "Maren" };
    await console.ask("PUT", "/console/api/me/display-name", { cookie, body });
    await expect.poll(people).toEqual(["Maren"]);
    await console.ask("PUT", "/console/api/me/availability", { cookie, body: { available: false } });
    await expect.poll(people).toBeUndefined();
  });
});
