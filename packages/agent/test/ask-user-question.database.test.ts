import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readQuestions } from "../src/tools/ask-user-question.ts";
import { askAgent, dataOf } from "./ask-agent.ts";
import { recording, startModelServer } from "./model-server.ts";
import { messagesOf, saying } from "./scripted-model.ts";

const plan = {
  question: "Which plan do you have?",
  header: "Plan",
  options: [
    { label: "Basic", description: "Up to 3 users" },
    { label: "Team", description: "More users" },
  ],
  multiSelect: false,
};
const asking = (...questions: readonly unknown[]) => ({ name: "AskUserQuestion", arguments: { questions } });

test("a question is announced as a tool, asked, and ends the reply with its call left open", async () => {
  await using server = await startModelServer({ body: recording("openai-question") });

  const { events, outcome } = await askAgent({ url: server.url });

  expect(events.map(({ type }) => type)).toEqual([
    "tool_usage_start",
    "ask_user_question",
    "tool_usage_stop",
  ]);
  const [start] = dataOf(events, "tool_usage_start");
  const [asked] = dataOf(events, "ask_user_question");
  expect(start?.name).toBe("AskUserQuestion");
  expect(asked).toEqual({ id: expect.stringMatching(/^q_[0-9a-f]{8}-[0-9a-f]{4}-7/), questions: [plan] });
  expect(dataOf(events, "tool_usage_stop")).toEqual([{ id: start?.id, status: "succeeded" }]);

  const [entry, ...rest] = outcome.transcript;
  const callId = entry?.role === "assistant" ? entry.toolCalls[0]?.id : undefined;
  expect(rest).toEqual([]);
  expect(outcome.question).toEqual({ id: asked?.id, toolCallId: callId, questions: [plan] });
  expect(start?.id).toBe(`tool_${callId}`);
  expect(outcome.failure).toBeUndefined();
  expect(server.requests).toHaveLength(1);
});

test("other tools of the same round run first, and only the question has no result", async () => {
  const search = { name: "search_knowledge", arguments: { query: "plans" } };
  await using server = await startModelServer(saying("One moment.", asking(plan), search, asking(plan)));

  const { events, outcome } = await askAgent({ url: server.url });

  expect(events.map(({ type }) => type)).toEqual([
    "text",
    "tool_usage_start",
    "tool_usage_progress",
    "tool_usage_stop",
    "tool_usage_start",
    "ask_user_question",
    "tool_usage_stop",
  ]);
  const [said, ...results] = outcome.transcript;
  const calls = said?.role === "assistant" ? said.toolCalls.map(({ id }) => id) : [];
  const answered = results.flatMap((entry) => (entry.role === "tool" ? [entry.callId] : []));
  expect(calls.filter((id) => !answered.includes(id))).toEqual([outcome.question?.toolCallId]);
  expect(results[1]).toMatchObject({ failed: true, result: expect.stringContaining("one call") });
});

test("a call without a question fails, and the model continues", async () => {
  await using server = await startModelServer(saying("", asking({ header: "Plan" })), saying("Then not."));

  const { events, outcome, text } = await askAgent({ url: server.url });

  expect(dataOf(events, "ask_user_question")).toEqual([]);
  expect(dataOf(events, "tool_usage_stop").map(({ status }) => status)).toEqual(["failed"]);
  expect(text).toBe("Then not.");
  expect(outcome.question).toBeUndefined();
});

test("the visitor's answer goes to the model as the result of the question's call", async () => {
  await using server = await startModelServer(saying("Noted."));

  await askAgent({
    url: server.url,
    messages: [
      { role: "user", text: "Help me" },
      { role: "assistant", text: "", toolCalls: [{ id: "q1", name: "AskUserQuestion", input: {} }] },
      {
        role: "tool",
        callId: "q1",
        name: "AskUserQuestion",
        result: '{"answers":{"Plan?":"Team"}}',
        failed: false,
      },
    ],
  });

  const sent = messagesOf(server.requests, 0);
  expect(sent.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  expect(sent.at(-1)).toMatchObject({ tool_call_id: "q1", content: expect.stringContaining('"Team"') });
});

describe("questions are read however a model writes them", () => {
  const bare = { question: "Which plan?", header: "Which plan", options: [], multiSelect: false };

  test.each([
    ["in full", { questions: [plan] }, [plan]],
    [
      "options as text",
      { questions: [{ ...plan, options: ["Basic"] }] },
      [{ ...plan, options: [{ label: "Basic", description: "" }] }],
    ],
    [
      "options without description",
      { questions: [{ ...plan, options: [{ label: "A" }] }] },
      [{ ...plan, options: [{ label: "A", description: "" }] }],
    ],
    [
      "`multiple`",
      { questions: [{ ...plan, multiSelect: undefined, multiple: true }] },
      [{ ...plan, multiSelect: true }],
    ],
    ["no header", { questions: [{ question: "Which plan?" }] }, [bare]],
    ["no list", { questions: { question: "Which plan?" } }, [bare]],
    ["only texts", { questions: ["Which plan?"] }, [bare]],
    ["one question alone", { question: "Which plan?" }, [bare]],
    ["the list as JSON text", { questions: JSON.stringify([plan]) }, [plan]],
    ["a question twice", { questions: [plan, plan] }, [plan]],
    ["nothing", {}, undefined],
    ["an empty list", { questions: [] }, undefined],
    ["broken JSON text", { questions: "[{" }, undefined],
    ["no object at all", undefined, undefined],
  ])("%s", (_name, input, expected) => {
    expect(readQuestions(input)).toEqual(expected);
  });

  test("never more than four questions of four distinct options, whatever comes", () => {
    const option = fc.oneof(fc.string(), fc.record({ label: fc.string() }), fc.anything());
    const question = fc.oneof(
      fc.anything(),
      fc.record({ question: fc.string(), options: fc.array(option, { maxLength: 8 }) }),
    );
    fc.assert(
      fc.property(fc.array(question, { maxLength: 8 }), (questions) => {
        const read = readQuestions({ questions }) ?? [];
        expect(read.length).toBeLessThanOrEqual(4);
        expect(new Set(read.map((each) => each.question)).size).toBe(read.length);
        for (const { question: text, header, options } of read) {
          expect(text).not.toBe("");
          expect(typeof header).toBe("string");
          expect(options.length).toBeLessThanOrEqual(4);
          expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
        }
      }),
    );
  });
});
