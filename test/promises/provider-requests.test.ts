import type { Model, ModelMessage } from "@servicechat/agent";
import type { MessagePart, TranscriptEntry } from "@servicechat/contract";
import { agentFileSchema, type ModelDefinition } from "@servicechat/contract/agent-file";
import type { RecentTurn, StoredPart } from "@servicechat/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanJson } from "../../packages/agent/src/json.ts";
import { fitMessages } from "../../packages/agent/src/context/fit-messages.ts";
import { anthropicBody } from "../../packages/agent/src/models/anthropic.ts";
import { guardModel } from "../../packages/agent/src/models/guard-model.ts";
import { openAiBody, firstDialect } from "../../packages/agent/src/models/openai.ts";
import { responsesBody } from "../../packages/agent/src/models/responses.ts";
import { modelMessages } from "../../packages/server/src/reply/model-messages.ts";
import { brokenChat, brokenMessages, brokenResponses } from "../support/provider-rules.ts";

type Request = Parameters<Model["speak"]>[0];

const baseUrl = "https://models.example/v1";
const definitionOf = <Provider extends ModelDefinition["provider"]>(provider: Provider) =>
  agentFileSchema.parse({ id: "a", name: "A", model: { provider, baseUrl, name: "m" } }).model as Extract<
    ModelDefinition,
    { provider: Provider }
  >;

const chat = definitionOf("openai");
const responses = definitionOf("openai-responses");
const messagesApi = definitionOf("anthropic");

/** The request that a provider gets of a conversation. */
async function guarded(definition: ModelDefinition, messages: readonly ModelMessage[]): Promise<Request> {
  let sent: Request | undefined;
  const listening: Model = {
    async speak(request) {
      sent = request;
      return { toolCalls: [], finish: "stop", inputTokens: 0, outputTokens: 0 };
    },
  };
  const log = { warn: () => undefined, error: () => undefined };
  const model = guardModel(listening, { definition, baseDirectory: undefined, thoughts: new Map(), log });
  const { signal } = new AbortController();
  await model.speak(
    { instructions: "You are A.", messages, tools: [], maxOutputTokens: 100, signal },
    () => undefined,
  );
  if (!sent) throw new Error("nothing was sent");
  return sent;
}

/** The first rule that a provider would refuse the conversation for. */
async function refusalsOf(messages: readonly ModelMessage[]) {
  const dialect = firstDialect(new URL(baseUrl));
  return {
    chat: brokenChat(asSent(openAiBody(chat, await guarded(chat, messages), dialect))),
    responses: brokenResponses(asSent(responsesBody(responses, await guarded(responses, messages)))),
    messages: brokenMessages(asSent(anthropicBody(messagesApi, await guarded(messagesApi, messages)))),
  };
}

const asSent = (body: object): unknown => JSON.parse(cleanJson(body));

const none = { chat: undefined, responses: undefined, messages: undefined };

const said = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\n",
    "Hello",
    "Can I return it?",
    "\u27e6label\u27e7",
    "\u0000",
    "\ud800",
    "\u{e0041}",
    "\u202e ",
  ),
  fc.string({ maxLength: 200 }),
);
const name = fc.oneof(
  fc.constantFrom(
    "return_order",
    "search_knowledge",
    "AskUserQuestion",
    "functions.first",
    "",
    "a b",
    "x".repeat(200),
  ),
  fc.string({ maxLength: 8 }),
);
const input = fc.oneof(
  fc.constantFrom(undefined, null, [], "text", 7),
  fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
);
/** As the service makes them, and as none should be: several calls with one id. */
const id = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abcdefghij0123456789".split("")), minLength: 9, maxLength: 9 }),
  fc.constantFrom("aaaaaaaa1", "aaaaaaaa2"),
);
const call = fc.record({ id, name, input });

/** A round of a reply, of which results may be missing. */
const round = fc
  .record({
    text: said,
    toolCalls: fc.array(call, { maxLength: 3 }),
    results: fc.integer({ min: 0, max: 3 }),
    result: said,
  })
  .map(({ text, toolCalls, results, result }): readonly TranscriptEntry[] => [
    { role: "assistant", text, toolCalls },
    ...toolCalls.slice(0, results).map((made) => ({
      role: "tool" as const,
      callId: made.id,
      name: made.name,
      result,
      failed: false,
    })),
  ]);
const stray: fc.Arbitrary<readonly TranscriptEntry[]> = fc
  .record({ callId: id, name, result: said })
  .map((fields) => [{ role: "tool", ...fields, failed: true }]);

const questionId = fc.constantFrom("q_1", "q_2");
const options = [
  { label: "Confirm", description: "" },
  { label: "Cancel", description: "" },
];
const storedPart: fc.Arbitrary<StoredPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), start: fc.constant(0) }),
  fc.record({
    type: fc.constant("tool" as const),
    id: fc.constant("tool_1"),
    name: fc.constantFrom("return_order", "search_knowledge"),
    title: fc.constant("Returning"),
    status: fc.constantFrom("running" as const, "succeeded" as const, "failed" as const),
  }),
  fc.record({ id: questionId, isRequest: fc.boolean() }).map(({ id: asked, isRequest }): StoredPart => ({
    type: "question",
    id: asked,
    questions: [{ question: "May this be sent?", header: "Confirm", options, multiSelect: false }],
    ...(isRequest && { confirm: { title: "Returning", request: "POST https://shop.example/returns" } }),
  })),
);

const visitorPart: fc.Arbitrary<MessagePart> = fc.oneof(
  said.map((text): MessagePart => ({ type: "text", text })),
  fc
    .record({ id: questionId, label: fc.constantFrom("Confirm", "Cancel", "Maybe"), skipped: fc.boolean() })
    .map(({ id: asked, label, skipped }): MessagePart => ({
      type: "answer",
      questionId: asked,
      answers: { "May this be sent?": label },
      ...(skipped && { skipped }),
    })),
  fc.constant<MessagePart>({ type: "action", actionId: "order", result: { id: 7 } }),
  fc.constant<MessagePart>({
    type: "file",
    uploadId: "file_1",
    name: "photo.png",
    mediaType: "image/png",
    size: 9,
  }),
);

const reply = fc.record({
  status: fc.constantFrom("complete", "stopped", "incomplete", "failed", "streaming"),
  content: said,
  parts: fc.array(storedPart, { maxLength: 3 }),
  transcript: fc
    .array(fc.oneof({ weight: 4, arbitrary: round }, stray), { maxLength: 3 })
    .map((each) => each.flat()),
  by: fc.constantFrom("agent", "agent", "agent", "person", "nobody"),
});

const turn = fc.record({ parts: fc.array(visitorPart, { maxLength: 3 }), content: said, reply });

/** A conversation as it may be stored, however its replies ended and whoever gave them. */
const turns = fc.array(turn, { minLength: 1, maxLength: 8 }).map((list) =>
  list.map(({ parts, content, reply: { by, ...told } }, index): RecentTurn => ({
    number: index + 1,
    messages: parts.map((part, place) => ({
      id: `msg_${index}_${place}`,
      content: part.type === "text" ? part.text : content,
      parts: [part],
      createdAt: 0,
    })),
    reply: {
      ...told,
      ...(by === "person" && { author: { kind: "person" as const, id: "p_1", name: "Ada" } }),
      ...(by === "nobody" && { author: { kind: "nobody" as const } }),
    },
  })),
);

const image = { kind: "image", name: "photo.png", mediaType: "image/png", bytes: new Uint8Array(9) } as const;

test("the rules refuse a conversation that nobody has put in order", () => {
  const { signal } = new AbortController();
  const request = { instructions: "You are A.", tools: [], maxOutputTokens: 100, signal };
  const call = { id: "aaaaaaaa1", name: "functions.first", input: {} };
  const user: ModelMessage = { role: "user", text: "Hello" };
  const calling: ModelMessage = { role: "assistant", text: "", toolCalls: [call] };
  const result: ModelMessage = { role: "tool", callId: call.id, name: call.name, result: "", failed: true };
  const dialect = firstDialect(new URL(baseUrl));
  for (const messages of [
    [user, user],
    [user, calling],
    [user, calling, result],
    [user, result],
  ]) {
    expect(brokenChat(openAiBody(chat, { ...request, messages }, dialect))).toBeTypeOf("string");
    expect(brokenResponses(responsesBody(responses, { ...request, messages }))).toBeTypeOf("string");
  }
  for (const messages of [
    [user, calling],
    [user, calling, result],
    [user, result],
  ])
    expect(brokenMessages(anthropicBody(messagesApi, { ...request, messages }))).toBeTypeOf("string");
  expect(
    brokenMessages(anthropicBody(messagesApi, { ...request, messages: [user, calling, result] })),
  ).toContain("functions.first");
});

describe("whatever is stored of a chat, its next message has a form that every provider accepts", () => {
  test("any turns, within any budget, in any round of the reply", async () => {
    await fc.assert(
      fc.asyncProperty(
        turns,
        fc.array(round, { maxLength: 2 }),
        fc.constantFrom(1, 10, 50, 200, 100_000),
        fc.boolean(),
        async (stored, rounds, tokens, hasFiles) => {
          const read = modelMessages(stored, () => (hasFiles ? [image] : []));
          const messages = fitMessages([...read, ...rounds.flat()], tokens);
          expect(await refusalsOf(messages)).toEqual(none);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("any order of messages at all", async () => {
    const message: fc.Arbitrary<readonly ModelMessage[]> = fc.oneof(
      said.map((text): readonly ModelMessage[] => [{ role: "user", text }]),
      round,
      stray,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (list) => {
        expect(await refusalsOf(list.flat())).toEqual(none);
      }),
      { numRuns: 500 },
    );
  });

  test("and nothing that a visitor or a person wrote is left out of it", async () => {
    const word = fc.string({ unit: fc.constantFrom(..."abcdefgh".split("")), minLength: 5, maxLength: 8 });
    const message = fc.oneof(
      word.map((text): ModelMessage => ({ role: "user", text })),
      word.map((text): ModelMessage => ({ role: "assistant", text, toolCalls: [] })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (messages) => {
        const sent = await guarded(chat, messages);
        const texts = sent.messages.flatMap((each) => ("text" in each ? each.text.split("\n\n") : []));
        const words = messages.map((each) => ("text" in each ? each.text : ""));
        expect(texts.filter((each) => words.includes(each))).toEqual(words);
      }),
    );
  });
});
