import { describe, expect, test } from "vitest";
import type { ModelAsk, ModelScript } from "../support/model-server.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import {
  actionBlock,
  answerBlock,
  answerTo,
  askedIn,
  postBlocks,
  sendBlocks,
  textBlock,
  unpairedCalls,
} from "../support/post-blocks.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";

const size = "Which size?";
const colours = "Which colours?";
const option = (label: string) => ({ label, description: "" });
const group = [
  { question: size, header: "Size", options: [option("small"), option("large")], multiSelect: false },
  { question: colours, header: "Colours", options: [option("red"), option("blue")], multiSelect: true },
];

const lastText = ({ messages }: ModelAsk) => String(messages.at(-1)?.content);

/** Asks everybody who wants a shirt, and thanks everybody else. */
const asking =
  (questions: readonly object[] = group): ModelScript =>
  (asked) =>
    lastText(asked).includes("a shirt")
      ? [{ tool: "AskUserQuestion", input: { questions } }]
      : ["Thank you."];

const agent = {
  tools: ["AskUserQuestion"],
  actions: [{ id: "hours", label: "Opening hours", kind: "prompt", prompt: "When are you open?" }],
};

/** A service whose visitor was asked. */
async function startAsked(questions?: readonly object[]) {
  const service = await startService({ script: asking(questions), agent });
  const reply = await ask(service, "I want a shirt");
  return { service, token: reply.token, asked: askedIn(reply) };
}

async function storedAnswer(service: Pick<TestService, "fetch">, token: string): Promise<unknown> {
  const parts = (await history(service, token)).flatMap((message) => message.parts);
  return parts.find(({ type }) => type === "question")?.["answer"];
}

const lastAsk = ({ model }: TestService) => model.asked.at(-1);
const newest = (service: TestService) => String(lastAsk(service)?.messages.at(-1)?.content);

describe("answers to a group of questions", () => {
  test("may be labels, free text, or both in a list; duplicate choices count once", async () => {
    const { service, token, asked } = await startAsked();
    await using _service = service;
    const answers = { [size]: "something in between", [colours]: ["red", "a dark green", "red"] };

    await sendBlocks(service, [answerBlock({ questionId: asked?.id, answers })], token);

    const kept = { [size]: "something in between", [colours]: ["red", "a dark green"] };
    expect(await storedAnswer(service, token)).toEqual({ answers: kept });
    expect(newest(service)).toContain(JSON.stringify({ answers: kept }));
  });

  test("may leave questions out; a blank answer is none", async () => {
    const { service, token, asked } = await startAsked();
    await using _service = service;
    const answers = { [size]: " \n", [colours]: ["", "blue"] };

    await sendBlocks(service, [answerBlock({ questionId: asked?.id, answers })], token);

    expect(await storedAnswer(service, token)).toEqual({ answers: { [colours]: ["blue"] } });
    expect((await history(service, token))[2]).toMatchObject({ role: "user", content: "blue" });
  });

  test.each([
    ["a blank text", { [size]: "  " }],
    ["an empty list", { [colours]: [] }],
    ["a list of blanks", { [colours]: ["", " "] }],
  ])("that contain only %s are refused", async (_name, answers) => {
    const { service, token, asked } = await startAsked();
    await using _service = service;
    const refused = await postBlocks(service, [answerBlock({ questionId: asked?.id, answers })], { token });
    expect(refused.status).toBe(400);
    expect(await storedAnswer(service, token)).toBeUndefined();
  });

  test("that were given before the rest was skipped are passed on too", async () => {
    const { service, token, asked } = await startAsked();
    await using _service = service;
    const block = { questionId: asked?.id, answers: { [size]: "large" }, skipped: true };

    await sendBlocks(service, [answerBlock(block)], token);

    expect(newest(service)).toContain(JSON.stringify({ skipped: true, answers: { [size]: "large" } }));
    expect(await storedAnswer(service, token)).toEqual({ answers: { [size]: "large" }, skipped: true });
  });

  test("match every question that was asked, however a model wrote it", async () => {
    const long = `${"Why? ".repeat(600)}`;
    const strange = "What\u0000 is \uD800 this?";
    const { service, token, asked } = await startAsked([
      { question: long, options: ["a", "a", "b"] },
      { question: strange, options: [] },
      { question: strange, options: ["twice"] },
    ]);
    await using _service = service;
    expect(asked?.questions).toHaveLength(2);
    const answers = Object.fromEntries((asked?.questions ?? []).map(({ question }) => [question, "because"]));

    const reply = await sendBlocks(service, [answerBlock({ questionId: asked?.id, answers })], token);

    expect(reply.text).toBe("Thank you.");
    expect(await storedAnswer(service, token)).toEqual({ answers });
  });
});

describe("what a turn contains besides an answer", () => {
  test("reaches the model after it", async () => {
    const { service, token, asked } = await startAsked();
    await using _service = service;

    await sendBlocks(service, [answerTo(asked, "large"), textBlock("And please be quick.")], token);

    const messages = lastAsk(service)?.messages ?? [];
    expect(messages.slice(-3)).toMatchObject([
      { role: "tool", content: expect.stringContaining("large") },
      // Some servers refuse a visitor's message directly after a result.
      { role: "assistant", content: "⟦Nothing was written here⟧" },
      { role: "user", content: "And please be quick." },
    ]);
    expect(unpairedCalls(lastAsk(service))).toEqual([]);
  });

  test("without an answer leaves the question open: an action is not an answer", async () => {
    const { service, token, asked } = await startAsked();
    await using _service = service;

    await sendBlocks(service, [actionBlock({ actionId: "hours" })], token);

    expect(lastAsk(service)?.messages.slice(-3)).toMatchObject([
      { role: "tool", content: expect.stringContaining("unanswered") },
      { role: "assistant" },
      { role: "user", content: "When are you open?" },
    ]);
    expect(unpairedCalls(lastAsk(service))).toEqual([]);
    expect(await storedAnswer(service, token)).toBeUndefined();
    expect((await sendBlocks(service, [answerTo(asked, "small")], token)).text).toBe("Thank you.");
  });
});

describe("a late answer", () => {
  test("many turns later is passed on with its question, and leaves no call without its result", async () => {
    const { service, token, asked } = await startAsked();
    await using _service = service;
    await sendBlocks(service, [actionBlock({ actionId: "hours" })], token);
    for (let turn = 0; turn < 25; turn++) await ask(service, `Thing ${turn}`, { token });
    expect(await storedAnswer(service, token)).toBeUndefined();

    await sendBlocks(service, [answerTo(asked, "large")], token);

    expect(newest(service)).toContain(`${size} large`);
    expect(service.model.asked.flatMap(unpairedCalls)).toEqual([]);
    expect(await storedAnswer(service, token)).toEqual({ answers: { [size]: "large" } });
    const again = await postBlocks(service, [answerTo(asked, "small")], { token });
    expect(again.status).toBe(400);
  });

  test("in plain words answers the newest question only", async () => {
    const { service, token, asked: first } = await startAsked();
    await using _service = service;
    await sendBlocks(service, [actionBlock({ actionId: "hours" })], token);
    const second = askedIn(await ask(service, "And a shirt for my son", { token }));

    await ask(service, "large for him", { token });

    const parts = (await history(service, token)).flatMap((message) => message.parts);
    const kept = parts.flatMap((part) => (part["type"] === "question" ? [[part["id"], part["answer"]]] : []));
    expect(kept).toEqual([
      [first?.id, undefined],
      [second?.id, { answers: { [size]: "large for him" }, plainText: true }],
    ]);
    expect((await sendBlocks(service, [answerTo(first, "small")], token)).text).toBe("Thank you.");
  });
});

onOneAndTwoNodes("an answer sent several times at once", (nodes) => {
  test("counts once", async () => {
    await using service = await startService({ script: asking(), agent, nodes });
    const reply = await ask(service, "I want a shirt");
    const labels = ["small", "large", "small", "huge"];

    const responses = await Promise.all(
      labels.map((label) => postBlocks(service, [answerTo(askedIn(reply), label)], { token: reply.token })),
    );
    await Promise.all(responses.map((response) => response.text()));

    expect(responses.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(service.model.asked).toHaveLength(2);
    const kept = labels[responses.findIndex(({ status }) => status === 200)];
    expect(await storedAnswer(service, reply.token)).toEqual({ answers: { [size]: kept } });
    expect(await history(service, reply.token)).toHaveLength(4);
  });
});
