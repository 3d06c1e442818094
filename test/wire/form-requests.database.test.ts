import { describe, expect, test } from "vitest";
import {
  actionBlock,
  answerTo,
  askedIn,
  postBlocks,
  sendBlocks,
  unpairedCalls,
} from "../support/post-blocks.ts";
import { returnForm } from "../support/return-desk.ts";
import { change, startAsked } from "../support/start-asked.ts";
import { hear, history } from "../support/visitor.ts";

describe("a form whose request the service makes", () => {
  const fill = (orderId: string) => [actionBlock({ actionId: "return", input: { orderId } })];

  test("starts the reply with it, with the action's label as a title, and the agent comments on its result", async () => {
    await using desk = await startAsked();
    const { api, service } = desk;

    const reply = await sendBlocks(service, fill("7"));

    expect(api.heard).toMatchObject([{ line: "POST /orders/7/returns", body: '{"by":"form"}' }]);
    expect(reply.events[1]).toMatchObject({ event: "tool_usage_start", data: { title: "Return an order" } });
    expect(reply.text).toContain("R-7");
    const [user, answer] = await history(service, reply.token);
    expect(user).toMatchObject({
      content: "Return an order",
      parts: [{ type: "action", actionId: "return" }],
    });
    expect(answer?.parts[0]).toMatchObject({ type: "tool", title: "Return an order", status: "succeeded" });
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
    const offered = JSON.stringify(service.model.asked.at(-1)?.tools);
    expect(offered).not.toContain("Return an order");
  });

  test("asks first if it must be confirmed; if hidden in the meantime, it is no longer made", async () => {
    await using desk = await startAsked();
    const { api, service } = desk;
    await change(service, { actions: [returnForm(api.url, { confirm: true })] });
    const [first, second] = [await sendBlocks(service, fill("7")), await sendBlocks(service, fill("8"))];
    expect(askedIn(first)?.confirm).toMatchObject({
      title: "Return an order",
      request: "POST /orders/7/returns",
      fields: [{ label: "Order id", value: "7" }],
      body: '{"by":"form"}',
    });
    expect(api.heard).toEqual([]);
    expect(service.model.asked).toHaveLength(1);

    const made = await sendBlocks(service, [answerTo(askedIn(first), "Confirm")], first.token);
    await change(service, { actions: [returnForm(api.url, { confirm: true, hideInChat: true })] });
    const hidden = await sendBlocks(service, [answerTo(askedIn(second), "Confirm")], second.token);

    expect(made.text).toContain("R-7");
    expect(hidden.text).toContain("no longer offered");
    expect(api.lines()).toEqual(["POST /orders/7/returns"]);
  });

  test("causes one request per turn: two are refused", async () => {
    await using desk = await startAsked();
    const { api, service, asked, token } = desk;
    for (const twice of [
      [...fill("7"), ...fill("8")],
      [answerTo(asked, "Confirm"), ...fill("7")],
    ]) {
      const response = await postBlocks(service, twice, { token });
      expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
        400,
        expect.stringContaining("messages[1]"),
      ]);
    }
    expect(api.heard).toEqual([]);
    expect((await hear(await postBlocks(service, [answerTo(asked, "Confirm")], { token }))).text).toContain(
      "R-7",
    );
  });

  test("is also commented on by an agent without a model", async () => {
    await using desk = await startAsked();
    const { api, service } = desk;
    await change(service, { model: { provider: "extractive" } });
    const reply = await sendBlocks(service, fill("7"));
    expect(api.lines()).toEqual(["POST /orders/7/returns"]);
    expect(reply.text).toContain("Return id: R-7");
  });
});
