import { expect, test } from "vitest";
import type { ModelMessage } from "../src/index.ts";
import { askAgent, dataOf } from "./ask-agent.ts";
import { askModule } from "./ask-module.ts";
import { recording, startModelServer } from "./model-server.ts";
import type { ReceivedRequest } from "./model-server.ts";
import { messagesOf, saying } from "./scripted-model.ts";

const followUps = ["How long do refunds take?", "Can I return a gift?"];
const suggesting = (...questions: readonly unknown[]) => ({
  name: "suggest_follow_ups",
  arguments: { questions },
});
const search = { name: "search_knowledge", arguments: { query: "refunds" } };
const agent = { followUps: true };
const namesIn = ({ body }: ReceivedRequest) => JSON.stringify(body["tools"] ?? []);

const providers = [
  ["openai", "openai-follow-ups", "openai-text"],
  ["anthropic", "anthropic-follow-ups", "anthropic-text"],
  ["openai-responses", "responses-follow-ups", "responses-text"],
] as const;

test.each(providers)(
  "%s: suggestions below an answer end the reply, cost no additional round, and do not count as a use of a tool",
  async (provider, name) => {
    await using server = await startModelServer({ body: recording(name) });

    const { outcome, events, text, logged } = await askAgent({ url: server.url, provider, agent });

    expect(outcome).toMatchObject({ followUps, ending: null, outputTokens: 41 });
    expect(outcome.failure).toBeUndefined();
    expect(text).toBe("Send it back within 30 days.");
    expect(events.every(({ type }) => type === "text")).toBe(true);
    expect(server.requests).toHaveLength(1);
    expect(server.requests.map(namesIn)).toEqual([expect.stringContaining("suggest_follow_ups")]);
    expect(logged).toEqual([]);
  },
);

test.each(providers)(
  "%s: the continued conversation contains the answer, and no call without a result",
  async (provider, name, next) => {
    await using server = await startModelServer({ body: recording(name) }, { body: recording(next) });
    const first = await askAgent({ url: server.url, provider, agent });

    const messages: ModelMessage[] = [
      { role: "user", text: "How do returns work?" },
      ...first.outcome.transcript,
      { role: "user", text: "Can I return a gift?" },
    ];
    await askAgent({ url: server.url, provider, agent, messages });

    expect(kindsSent(server.requests[1])).toEqual(
      {
        openai: ["system", "user", "assistant", "user"],
        anthropic: ["user text", "assistant text", "user text"],
        "openai-responses": ["user", "assistant", "user"],
      }[provider],
    );
  },
);

/** The roles of what was sent, or the kinds of the items. */
function kindsSent(request: ReceivedRequest | undefined): readonly string[] {
  const { messages, input } = request?.body ?? {};
  return ((messages ?? input) as { role?: string; type?: string; content?: unknown }[]).map(
    ({ role, type, content }) =>
      Array.isArray(content)
        ? [role, ...content.map((block: { type: string }) => block.type)].join(" ")
        : (role ?? type ?? ""),
  );
}

/** How each provider ends an answer at the output limit. */
const atLimit = {
  openai: `data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n`,
  anthropic: `data: {"type":"message_delta","delta":{"stop_reason":"max_tokens"}}\n\ndata: {"type":"message_stop"}\n\n`,
  "openai-responses": `data: {"type":"response.incomplete","response":{"status":"incomplete"}}\n\n`,
};

test.each(providers)(
  "%s: an answer whose suggestions alone were cut by the output limit is whole, and offers none",
  async (provider, name) => {
    const events = recording(name).split("\n\n");
    const halfOfCall = events.slice(
      0,
      events.findIndex((event) => event.includes("s take?")),
    );
    await using server = await startModelServer({ body: [...halfOfCall, atLimit[provider]].join("\n\n") });

    const { outcome, text } = await askAgent({ url: server.url, provider, agent });

    expect(text).toBe("Send it back within 30 days.");
    expect(outcome).toMatchObject({ ending: null });
    expect(outcome).not.toHaveProperty("followUps");
    expect(outcome.failure).toBeUndefined();
    expect(server.requests).toHaveLength(1);
    // From an agent without suggestions, the same is an unfinished answer.
    expect((await askAgent({ url: server.url, provider })).outcome.ending).toBe("length");
  },
);

test("an answer that is cut beside its suggestions is cut, and one that has not begun has failed", async () => {
  const cut = (...said: Parameters<typeof saying>) => ({
    body: [saying(...said).body ?? ""]
      .flat()
      .map((event) => String(event).replace('"finish_reason":"tool_calls"', '"finish_reason":"length"')),
  });
  const half = { name: "suggest_follow_ups", arguments: '{"questions": ["How lo' };
  for (const script of [cut("Let me look.", search, half), cut("Five days, and", suggesting(...followUps))]) {
    await using server = await startModelServer(script);
    expect((await askAgent({ url: server.url, agent })).outcome.ending).toBe("length");
  }
  await using server = await startModelServer(cut("", half));
  expect((await askAgent({ url: server.url, agent })).outcome).toMatchObject({
    ending: null,
    failure: "reply_cut",
  });
});

test("a model object of the AI SDK suggests as any other", async () => {
  const { outcome, events } = await askModule(
    `export default { specificationVersion: "v3", async doStream() {
      return { stream: ReadableStream.from([
        { type: "text-delta", id: "t", delta: "Within 30 days." },
        { type: "tool-call", toolCallId: "c", toolName: "suggest_follow_ups",
          input: ${JSON.stringify(JSON.stringify({ questions: followUps }))} },
        { type: "finish", finishReason: { unified: "tool-calls" }, usage: { outputTokens: { total: 30 } } },
      ]) };
    } };`,
    { agent },
  );
  expect(outcome).toMatchObject({ followUps, ending: null, outputTokens: 30 });
  expect(events).toEqual([{ type: "text", data: "Within 30 days." }]);

  const cut = await askModule(
    `export default { specificationVersion: "v3", async doStream() {
      return { stream: ReadableStream.from([
        { type: "text-delta", id: "t", delta: "Within 30 days." },
        { type: "tool-input-start", id: "c", toolName: "suggest_follow_ups" },
        { type: "tool-input-delta", id: "c", delta: "{" },
        { type: "finish", finishReason: { unified: "length" } },
      ]) };
    } };`,
    { agent },
  );
  expect(cut.outcome).toMatchObject({ ending: null });
});

test("other calls of the round run, the model continues, and its last suggestions count", async () => {
  await using server = await startModelServer(
    saying("Let me look.", suggesting("Too early?"), search),
    saying("Five days.", suggesting("Older?"), suggesting(...followUps)),
  );

  const { outcome, events } = await askAgent({ url: server.url, agent });

  expect(outcome.followUps).toEqual(followUps);
  expect(dataOf(events, "tool_usage_start").map(({ name }) => name)).toEqual(["search_knowledge"]);
  expect(server.requests).toHaveLength(2);
  const [said, ...results] = messagesOf(server.requests, 1).slice(-2);
  expect(said).toMatchObject({ role: "assistant", content: "Let me look." });
  expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(said?.tool_calls?.map(({ id }) => id));
});

test("what was suggested before a search still counts when nothing is suggested after it", async () => {
  await using server = await startModelServer(
    saying("", suggesting(...followUps), search),
    saying("Five days."),
  );
  expect((await askAgent({ url: server.url, agent })).outcome.followUps).toEqual(followUps);
});

test.each([
  ["", "Five days."],
  ["\n\n", "\n\nFive days."],
])(
  "a model that says %j and suggests is asked again, without that tool, and then answers",
  async (blank, said) => {
    await using server = await startModelServer(
      saying(blank, suggesting(...followUps)),
      saying("Five days."),
    );

    const { outcome, text } = await askAgent({ url: server.url, agent });

    expect(text).toBe(said);
    expect(messagesOf(server.requests, 1).map(({ role }) => role)).toEqual(["system", "user"]);
    expect(outcome.followUps).toEqual(followUps);
    expect(outcome.transcript).toEqual([{ role: "assistant", text: "Five days.", toolCalls: [] }]);
    const [first, second, ...more] = server.requests.map(namesIn);
    expect(first).toContain("suggest_follow_ups");
    expect(second).not.toContain("suggest_follow_ups");
    expect(second).toContain("search_knowledge");
    expect(more).toEqual([]);
  },
);

test("a model that says nothing but a suggestion and then nothing at all has not answered", async () => {
  await using server = await startModelServer(
    saying("\n\n", suggesting(...followUps)),
    saying(""),
    saying(""),
    saying(""),
  );
  const { outcome } = await askAgent({ url: server.url, agent });
  expect(outcome.failure).toBe("reply_cut");
  expect(outcome).not.toHaveProperty("followUps");
});

test("the last round may suggest, and uses no tool that it was not offered", async () => {
  const limits = { maxToolRounds: 1, replySeconds: 60 };
  await using server = await startModelServer(
    saying("Let me look.", search),
    saying("Five days.", search, suggesting(...followUps)),
  );
  const { outcome, events } = await askAgent({ url: server.url, agent: { ...agent, limits } });
  expect(namesIn(server.requests[1] as ReceivedRequest)).toContain("suggest_follow_ups");
  expect(namesIn(server.requests[1] as ReceivedRequest)).not.toContain("search_knowledge");
  expect(outcome).toMatchObject({ followUps, ending: null });
  expect(dataOf(events, "tool_usage_start")).toHaveLength(1);
  expect(server.requests).toHaveLength(2);

  await using stubborn = await startModelServer(saying("", search), saying("", search), saying("Five days."));
  const { text } = await askAgent({ url: stubborn.url, agent: { ...agent, limits } });
  expect(text).toBe("Five days.");
  expect(stubborn.requests.map(namesIn).at(-1)).toBe("[]");
});

test("a model that has no other tool and suggests at once is asked again without any", async () => {
  await using server = await startModelServer(saying("", suggesting(...followUps)), saying("Five days."));
  const { outcome, text } = await askAgent({ url: server.url, agent: { ...agent, tools: [] } });
  expect(text).toBe("Five days.");
  expect(outcome.followUps).toEqual(followUps);
  expect(server.requests.map(namesIn).at(-1)).toBe("[]");
});

test.each([
  ["no questions", { ideas: 1 }],
  ["no JSON", "{questions:"],
  ["nothing to read", { questions: ["", "\u200b", "?".repeat(50), "long ".repeat(50), 7, null] }],
])("a call with %s is passed over in silence: the reply is whole", async (_name, input) => {
  await using server = await startModelServer(
    saying("Five days.", { name: "suggest_follow_ups", arguments: input }),
  );

  const { outcome, events, logged } = await askAgent({ url: server.url, agent });

  expect(outcome).not.toHaveProperty("followUps");
  expect(outcome).toMatchObject({ ending: null });
  expect(outcome.failure).toBeUndefined();
  expect(events).toEqual([{ type: "text", data: "Five days." }]);
  expect(server.requests).toHaveLength(1);
  expect(logged).toEqual([]);
});

test("a reply that asks the visitor, and one that was cut, suggest nothing", async () => {
  const question = { name: "AskUserQuestion", arguments: { question: "Which plan?" } };
  await using asking = await startModelServer(saying("One thing:", suggesting(...followUps), question));
  const asked = await askAgent({ url: asking.url, agent });
  expect(asked.outcome.question).toBeDefined();
  expect(asked.outcome).not.toHaveProperty("followUps");

  await using cutting = await startModelServer(saying("", suggesting(...followUps), search), {
    body: recording("openai-length"),
  });
  const cut = await askAgent({ url: cutting.url, agent });
  expect(cut.outcome.ending).toBe("length");
  expect(cut.outcome).not.toHaveProperty("followUps");
});

test("the call counts as output, also where the provider does not count", async () => {
  await using plain = await startModelServer(saying("Five days."));
  await using more = await startModelServer(saying("Five days.", suggesting(...followUps)));
  const spent = async (url: string) => (await askAgent({ url, agent })).outcome.outputTokens;
  expect(await spent(more.url)).toBeGreaterThan((await spent(plain.url)) + 10);
});

test("an agent without follow-ups offers no such tool, and a call of it is none", async () => {
  await using server = await startModelServer(
    saying("Five days.", suggesting(...followUps)),
    saying("That is all."),
  );

  const { outcome, text } = await askAgent({ url: server.url });

  expect(namesIn(server.requests[0] as ReceivedRequest)).not.toContain("suggest_follow_ups");
  expect(messagesOf(server.requests, 0)[0]?.content).not.toContain("suggest_follow_ups");
  expect(text).toBe("Five days.\n\nThat is all.");
  expect(outcome).not.toHaveProperty("followUps");
});
