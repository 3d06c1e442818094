import type { ConfirmRequest } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { dataOf, textOf } from "./ask-agent.ts";
import { startModelServer } from "./model-server.ts";
import { notingTool, returnAction, runWithTools } from "./run-with-tools.ts";
import { messagesOf, saying } from "./scripted-model.ts";

const request = (orderId: string) => `POST https://shop.example/orders/${orderId}/returns`;
const wish = (orderId: string) => ({ name: "return_order", arguments: { orderId } });
const done = saying("Your return is R-7.");
const input = { orderId: "1042" };
const confirmed: ConfirmRequest = {
  title: "Requesting the return",
  request: request("1042"),
  body: JSON.stringify(input),
};

describe("a tool that asks first", () => {
  test("is not run: the reply ends with the question, which shows the exact request, and the call stays open", async () => {
    await using server = await startModelServer(saying("One moment.", wish("1042")));
    const tool = notingTool({ request });

    const { events, outcome } = await runWithTools({ url: server.url, tools: [tool] });

    expect(tool.runs).toEqual([]);
    expect(events.map(({ type }) => type)).toEqual([
      "text",
      "tool_usage_start",
      "ask_user_question",
      "tool_usage_stop",
    ]);
    const [asked] = dataOf(events, "ask_user_question");
    expect(asked).toEqual({
      id: expect.stringMatching(/^q_/),
      confirm: confirmed,
      questions: [
        {
          question: expect.stringContaining("Requesting the return"),
          header: "Confirm",
          options: [
            { label: "Confirm", description: `${request("1042")} {"orderId":"1042"}` },
            { label: "Cancel", description: "Nothing is sent." },
          ],
          multiSelect: false,
        },
      ],
    });
    expect(dataOf(events, "tool_usage_start")[0]).toMatchObject({ name: "AskUserQuestion" });
    const [said, ...more] = outcome.transcript;
    expect(more).toEqual([]);
    expect(said).toMatchObject({ toolCalls: [{ name: "return_order", input }] });
    expect(outcome.question).toMatchObject({ confirm: confirmed, id: asked?.id });
    expect(said?.role === "assistant" && said.toolCalls[0]?.id).toBe(outcome.question?.toolCallId);
    expect(server.requests).toHaveLength(1);
  });

  test("asks even when the agent may ask nothing else", async () => {
    await using server = await startModelServer(saying("", wish("1042")));
    const { outcome } = await runWithTools({ url: server.url, tools: [notingTool({ request })] });
    expect(outcome.question?.confirm).toEqual(confirmed);
  });

  test("several times in one round is one question; the model is told to repeat the other calls", async () => {
    await using server = await startModelServer(
      saying("", wish("1"), wish("2"), { name: "AskUserQuestion", arguments: { question: "Why?" } }),
    );
    const tool = notingTool({ request });

    const { events, outcome } = await runWithTools({ url: server.url, tools: [tool] });

    expect(tool.runs).toEqual([]);
    expect(dataOf(events, "ask_user_question")).toMatchObject([{ confirm: { request: request("1") } }]);
    const results = outcome.transcript.filter((entry) => entry.role === "tool");
    expect(results).toHaveLength(2);
    for (const { result, failed } of results)
      expect([result, failed]).toEqual([expect.stringContaining("Ask again"), true]);
  });

  test("does not keep the tools beside it from running", async () => {
    await using server = await startModelServer(
      saying("", wish("1042"), { name: "order_status", arguments: input }),
    );
    const [asking, reading] = [notingTool({ request }), notingTool({ name: "order_status" })];

    const { outcome } = await runWithTools({ url: server.url, tools: [asking, reading] });

    expect([asking.runs, reading.runs]).toEqual([[], [input]]);
    expect(outcome.question?.confirm?.request).toBe(request("1042"));
  });

  test("asks nothing once the reply was stopped: the transcript says so", async () => {
    const stopping = new AbortController();
    const beside = notingTool({
      name: "look_up_order",
      run: async () => (stopping.abort("stopped"), "It is blue."),
    });
    await using server = await startModelServer(
      saying("", wish("1042"), { name: "look_up_order", arguments: input }),
    );

    const { events, outcome } = await runWithTools({
      url: server.url,
      tools: [notingTool({ request }), beside],
      signal: stopping.signal,
    });

    expect(dataOf(events, "ask_user_question")).toEqual([]);
    expect(outcome.question).toBeUndefined();
    expect(outcome.transcript).toContainEqual(
      expect.objectContaining({
        role: "tool",
        name: "return_order",
        failed: true,
        result: "Not run: the reply was stopped before the visitor could be asked.",
      }),
    );
  });

  test("asks nothing about invalid input: the model gets the reason", async () => {
    await using server = await startModelServer(
      saying("", { name: "return_order", arguments: { orderId: 7, all: true } }),
      done,
    );
    const tool = notingTool({ request });

    const { events, outcome } = await runWithTools({ url: server.url, tools: [tool] });

    expect(tool.runs).toEqual([]);
    expect(dataOf(events, "ask_user_question")).toEqual([]);
    expect(outcome.transcript[1]).toMatchObject({
      failed: true,
      result: expect.stringContaining("Not run: "),
    });
  });

  test("and cannot say what it would send is not run", async () => {
    await using server = await startModelServer(saying("", wish("1042")), done);
    const tool = notingTool({
      request: () => {
        throw new Error("no variable SHOP_TOKEN");
      },
    });

    const { outcome, events } = await runWithTools({ url: server.url, tools: [tool] });

    expect(tool.runs).toEqual([]);
    expect(JSON.stringify({ outcome, events, sent: server.requests })).not.toContain("SHOP_TOKEN");
    expect(outcome.transcript[1]).toMatchObject({ failed: true });
  });

  test("shows what a screen would hide, since it would be sent", async () => {
    const hidden = "1042\u202E\u{E0041}";
    await using server = await startModelServer(saying("", wish(hidden)));

    const { events } = await runWithTools({ url: server.url, tools: [notingTool({ request })] });

    const [asked] = dataOf(events, "ask_user_question");
    expect(asked?.confirm?.body).toBe(String.raw`{"orderId":"1042\u202e\udb40\udc41"}`);
    expect(JSON.parse(asked?.confirm?.body ?? "")).toEqual({ orderId: hidden });
  });
});

describe("a call that the visitor confirmed", () => {
  const call = { name: "return_order", input };

  test("is run first, once, and is shown; then the model speaks about its result", async () => {
    await using server = await startModelServer(done);
    const tool = notingTool({ request });

    const { events, outcome } = await runWithTools({
      url: server.url,
      tools: [tool],
      decided: { call, confirmed },
    });

    expect(tool.runs).toEqual([input]);
    expect(events.map(({ type }) => type)).toEqual(["tool_usage_start", "tool_usage_stop", "text"]);
    expect(dataOf(events, "tool_usage_start")[0]).toMatchObject({ name: "return_order", input });
    expect(textOf(events)).toBe("Your return is R-7.");
    const sent = messagesOf(server.requests, 0);
    expect(sent.at(-1)?.content).toContain("Return R-7 was made.");
    expect(sent.at(-1)?.tool_call_id).toBe(sent.at(-2)?.tool_calls?.[0]?.id);
    expect(outcome.transcript.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
  });

  test("but would now make another request is not run: the visitor is asked again", async () => {
    await using server = await startModelServer(done);
    const moved = (orderId: string) => `DELETE https://shop.example/orders/${orderId}`;
    const tool = notingTool({ request: moved });

    const { events, outcome } = await runWithTools({
      url: server.url,
      tools: [tool],
      decided: { call, confirmed },
    });

    expect(tool.runs).toEqual([]);
    expect(dataOf(events, "ask_user_question")).toMatchObject([{ confirm: { request: moved("1042") } }]);
    expect(outcome.question?.confirm?.request).toBe(moved("1042"));
    expect(outcome.transcript).toMatchObject([{ toolCalls: [call] }]);
    expect(server.requests).toEqual([]);
  });

  test("of a tool that no longer exists, or whose input has become invalid, is not run, and the model is told", async () => {
    await using server = await startModelServer(done, done);
    const tool = notingTool({ request });

    const gone = await runWithTools({ url: server.url, decided: { call, confirmed } });
    const unfit = await runWithTools({
      url: server.url,
      tools: [tool],
      decided: { call: { ...call, input: { order: 1 } }, confirmed },
    });

    expect(tool.runs).toEqual([]);
    for (const { outcome } of [gone, unfit]) {
      expect(outcome.question).toBeUndefined();
      expect(outcome.transcript[1]).toMatchObject({ role: "tool", failed: true });
    }
  });

  test("does not confirm the model's next one, not even the same", async () => {
    await using server = await startModelServer(saying("", wish("1042")));
    const tool = notingTool({ request });

    const { outcome } = await runWithTools({ url: server.url, tools: [tool], decided: { call, confirmed } });

    expect(tool.runs).toEqual([input]);
    expect(outcome.question?.confirm).toEqual(confirmed);
  });

  test("and stopped halfway may have taken effect, which the model is told", async () => {
    await using server = await startModelServer(done);
    const controller = new AbortController();
    const tool = notingTool({
      request,
      run: () => (controller.abort("stopped"), new Promise(() => undefined)),
    });
    const { outcome } = await runWithTools({
      url: server.url,
      tools: [tool],
      decided: { call, confirmed },
      signal: controller.signal,
    });
    expect(outcome.transcript[1]).toMatchObject({
      failed: true,
      result: expect.stringContaining("may have taken effect"),
    });
  });
});

describe("a form whose request the service makes", () => {
  const call = { name: "return", input, action: "return" };

  test("is run first, and no model can call it", async () => {
    await using server = await startModelServer(saying("", { name: "return", arguments: input }), done);
    const actionTool = notingTool({ name: "return" });

    const { outcome } = await runWithTools({
      url: server.url,
      actionTool,
      decided: { call, action: returnAction },
    });

    expect(actionTool.runs).toEqual([input]);
    expect(outcome.transcript[3]).toMatchObject({
      failed: true,
      result: expect.stringContaining("no such tool"),
    });
    const told = server.requests[0]?.body["tools"] as { function: { name: string } }[];
    expect(told.map((each) => each.function.name)).toEqual(["AskUserQuestion"]);
  });

  test("asks first when it is to be confirmed, and the open call says whose it is", async () => {
    await using server = await startModelServer(done);
    const actionTool = notingTool({ name: "return", request });

    const { outcome } = await runWithTools({
      url: server.url,
      actionTool,
      decided: { call, action: returnAction },
    });

    expect(actionTool.runs).toEqual([]);
    expect(server.requests).toEqual([]);
    expect(outcome.question?.confirm).toEqual(confirmed);
    expect(outcome.transcript).toMatchObject([{ toolCalls: [call] }]);
  });

  test("that is no longer offered is not run, even if a tool has its name", async () => {
    await using server = await startModelServer(done);
    const tool = notingTool({ name: "return" });

    const { outcome } = await runWithTools({ url: server.url, tools: [tool], decided: { call } });

    expect(tool.runs).toEqual([]);
    expect(outcome.transcript[1]).toMatchObject({ failed: true });
  });
});
