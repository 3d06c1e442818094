import { describe, expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import type { ModelAsk, ModelScript } from "../support/model-server.ts";
import { ask, hear, history } from "../support/visitor.ts";
import type { HeardReply } from "../support/visitor.ts";

const size = "Which size?";
const colours = "Which colours?";
const option = (label: string) => ({ label, description: `The ${label} one` });
const questions = [
  { question: size, header: "Size", options: [option("small"), option("large")], multiSelect: false },
  { question: colours, header: "Colours", options: [option("red"), option("blue")], multiSelect: true },
];

const hasResult = ({ messages }: ModelAsk) => messages.at(-1)?.role === "tool";

/** Asks first; thanks everybody who answers. */
const asking: ModelScript = (asked) =>
  hasResult(asked) ? ["Thank you."] : ["One moment.", { tool: "AskUserQuestion", input: { questions } }];

const start = (more: { dataDirectory?: string } = {}) =>
  startService({ script: asking, agent: { tools: ["AskUserQuestion"] }, ...more });

type Fetch = Pick<TestService, "fetch">;

function answer(service: Fetch, token: string, block: object): Promise<Response> {
  return service.fetch("/chat-bot/", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Session-Token": token },
    body: JSON.stringify({ messages: [{ type: "answer", block }] }),
  });
}

function questionOf({ events }: HeardReply): string {
  const asked = events.find(({ event }) => event === "ask_user_question")?.data as { id: string } | undefined;
  return asked?.id ?? "";
}

/** The result that the model last got from its tool. */
const lastResult = ({ model }: TestService) => model.asked.at(-1)?.messages.at(-1);

async function answerInHistory(service: Fetch, token: string): Promise<unknown> {
  const parts = (await history(service, token)).flatMap((message) => message.parts);
  return parts.find(({ type }) => type === "question")?.["answer"];
}

describe("AskUserQuestion", () => {
  test("is announced as a tool, asks, and ends the reply with done", async () => {
    await using service = await start();
    const reply = await ask(service, "I want a shirt");
    expect(reply.events.map(({ event }) => event)).toEqual([
      "start",
      "text",
      "tool_usage_start",
      "ask_user_question",
      "tool_usage_stop",
      "done",
    ]);
    const [, , began, asked, stopped] = reply.events.map(({ data }) => data as { id?: string });
    expect(began).toMatchObject({ name: "AskUserQuestion" });
    expect(asked).toEqual({ id: questionOf(reply), questions });
    expect(stopped).toMatchObject({ status: "succeeded", id: began?.id });
    expect(await answerInHistory(service, reply.token)).toBeUndefined();
    expect(service.model.asked).toHaveLength(1);
  });

  test("the answer block is the tool's result, and history shows the question answered", async () => {
    await using service = await start();
    const asked = await ask(service, "I want a shirt");
    const answers = { [size]: "large", [colours]: ["red", "blue"] };

    const reply = await hear(await answer(service, asked.token, { questionId: questionOf(asked), answers }));

    expect(reply.text).toBe("Thank you.");
    expect(lastResult(service)).toMatchObject({
      role: "tool",
      content: expect.stringContaining(JSON.stringify({ answers })),
    });
    expect(await answerInHistory(service, asked.token)).toEqual({ answers });
    const messages = await history(service, asked.token);
    expect(messages[2]).toMatchObject({ role: "user", content: "large\nred, blue" });
  });

  test("plain text counts as the answer in the visitor's own words", async () => {
    await using service = await start();
    const { token } = await ask(service, "I want a shirt");

    expect((await ask(service, "the biggest you have", { token })).text).toBe("Thank you.");

    expect(lastResult(service)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("the biggest you have"),
    });
    expect(await answerInHistory(service, token)).toEqual({
      answers: { [size]: "the biggest you have" },
      plainText: true,
    });
  });

  test("plain text may be about something else: the model is told so, and the form can still be sent, once", async () => {
    await using service = await start();
    const asked = await ask(service, "I want a shirt");
    const { token } = asked;
    await ask(service, "What is the difference between them?", { token });
    expect(lastResult(service)).toMatchObject({
      role: "tool",
      content: expect.stringContaining("instead of choosing an option"),
    });
    const block = { questionId: questionOf(asked), answers: { [size]: "large" } };

    expect((await hear(await answer(service, token, block))).text).not.toBe("");

    expect(lastResult(service)).toMatchObject({
      role: "user",
      content: expect.stringContaining(`${size} large`),
    });
    expect(await answerInHistory(service, token)).toEqual({ answers: { [size]: "large" } });
    expect((await answer(service, token, block)).status).toBe(400);
    expect(await history(service, token)).toHaveLength(6);
  });

  test("a question may be skipped", async () => {
    await using service = await start();
    const asked = await ask(service, "I want a shirt");
    const block = { questionId: questionOf(asked), answers: {}, skipped: true };
    expect((await hear(await answer(service, asked.token, block))).text).toBe("Thank you.");
    expect(lastResult(service)).toMatchObject({ content: expect.stringContaining('{"skipped":true}') });
    expect(await answerInHistory(service, asked.token)).toEqual({ answers: {}, skipped: true });
  });

  test("nothing waits in memory: the answer may come after a restart", async () => {
    const before = await start();
    const asked = await ask(before, "I want a shirt");
    await before.server.stop();
    await using after = await start({ dataDirectory: before.dataDirectory });
    const withOldKey: Fetch = {
      fetch: (path, init = {}) =>
        after.fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${before.key}` } }),
    };
    const block = { questionId: questionOf(asked), answers: { [size]: "small" } };

    expect((await hear(await answer(withOldKey, asked.token, block))).text).toBe("Thank you.");

    expect(lastResult(after)).toMatchObject({
      role: "tool",
      content: expect.stringContaining(JSON.stringify({ answers: block.answers })),
    });
    expect(await answerInHistory(withOldKey, asked.token)).toEqual({ answers: block.answers });
    await before[Symbol.asyncDispose]();
  });
});

describe("an answer that is refused", () => {
  test("names the field, calls no model, and leaves the question open", async () => {
    await using service = await start();
    const mine = await ask(service, "I want a shirt");
    const theirs = await ask(service, "I want a hat");
    const questionId = questionOf(mine);
    const answers = { [size]: "small" };
    const cases: readonly (readonly [object, string])[] = [
      [{ questionId: "q_unknown", answers }, "questionId"],
      [{ questionId: questionOf(theirs), answers }, "questionId"],
      [{ questionId, answers: { "Which shape?": "round" } }, "answers"],
      [{ questionId, answers: { [size]: ["small", "large"] } }, "answers"],
      [{ questionId, answers: {} }, "answers"],
    ];
    for (const [block, field] of cases) {
      const response = await answer(service, mine.token, block);
      expect([block, response.status]).toEqual([block, 400]);
      expect(await response.json()).toMatchObject({
        code: "malformed_request",
        detail: expect.stringContaining(`messages[0].block.${field}`),
      });
    }
    expect(service.model.asked).toHaveLength(2);
    expect(await history(service, mine.token)).toHaveLength(2);
    expect(await answerInHistory(service, mine.token)).toBeUndefined();
  });

  test("a second answer to the same question is 400, and following text answers nothing", async () => {
    await using service = await start();
    const asked = await ask(service, "I want a shirt");
    const block = { questionId: questionOf(asked), answers: { [size]: "small" } };
    await hear(await answer(service, asked.token, block));

    const again = await answer(service, asked.token, { ...block, answers: { [size]: "large" } });

    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({
      detail: expect.stringContaining("messages[0].block.questionId"),
    });
    await ask(service, "large, please", { token: asked.token });
    expect(await answerInHistory(service, asked.token)).toEqual({ answers: { [size]: "small" } });
  });

  test("a question that is answered twice in one request is 400, and stays open", async () => {
    await using service = await start();
    const asked = await ask(service, "I want a shirt");
    const block = { questionId: questionOf(asked), answers: { [size]: "small" } };
    const twice = await service.fetch("/chat-bot/", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Session-Token": asked.token },
      body: JSON.stringify({
        messages: [
          { type: "answer", block },
          { type: "answer", block },
        ],
      }),
    });
    expect(twice.status).toBe(400);
    expect(await twice.json()).toMatchObject({
      detail: expect.stringContaining("messages[1].block.questionId"),
    });
    expect(await answerInHistory(service, asked.token)).toBeUndefined();
    expect(await history(service, asked.token)).toHaveLength(2);
  });

  test("two simultaneous answers are one answer", async () => {
    await using service = await start();
    const asked = await ask(service, "I want a shirt");
    const questionId = questionOf(asked);
    const responses = await Promise.all(
      ["small", "large"].map((label) =>
        answer(service, asked.token, { questionId, answers: { [size]: label } }),
      ),
    );
    await Promise.all(responses.map((response) => response.text()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });
});
