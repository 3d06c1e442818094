import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { FailureCode } from "@servicechat/contract";
import { expectDiscreet, expectError, expectFailure, loggedReason } from "../support/expect-failure.ts";
import {
  changeModel,
  dataLine,
  delta,
  providerWords,
  raw,
  refusal,
  startFailing,
  steps,
  stream,
} from "../support/failing-provider.ts";
import type { ModelScript } from "../support/model-server.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { ask, history } from "../support/visitor.ts";

const recording = (name: string): ModelScript => {
  const file = new URL(`../../packages/agent/test/recordings/${name}.txt`, import.meta.url);
  return stream(readFileSync(file, "utf8"));
};

const never = new Promise<void>(() => undefined);
/** Follows a fault that ends the answer. */
const unheard = delta({ content: "unheard" });

onOneNode("Promise 15: every row of the provider table gives exactly its `retryable`", (nodes) => {
  type Row = [title: string, script: ModelScript, code: FailureCode, retryable: boolean, text?: string];
  const rows: Row[] = [];
  for (const status of [408, 409, 429, 500, 502, 503, 504, 529])
    rows.push([`status ${status}`, refusal(status), "model_unavailable", true]);
  for (const status of [400, 401, 402, 403, 404])
    rows.push([`status ${status}`, refusal(status), "model_refused", false]);
  rows.push(
    ["429 for the rate", refusal(429, { code: "rate_limit_exceeded" }), "model_unavailable", true],
    ["429 for the quota", refusal(429, { code: "insufficient_quota" }), "model_refused", false],
    [
      "429 for a spend limit",
      refusal(429, { message: `Your spend limit is reached. ${providerWords}` }),
      "model_refused",
      false,
    ],
    [
      "400 for a spent balance",
      refusal(400, { message: `Your credit balance is too low. ${providerWords}` }),
      "model_refused",
      false,
    ],
    ["a reset before any answer", steps({ cut: true }), "model_unavailable", true],
    [
      "a reset after text",
      steps("half ", "an answer", { wait: 60 }, { cut: true }),
      "reply_cut",
      true,
      "half an answer",
    ],
    ["an end without a finish marker", stream(dataLine(delta({}))), "reply_cut", true],
    [
      "an end without a finish marker after text",
      stream(dataLine(delta({ content: "half" }))),
      "reply_cut",
      true,
      "half",
    ],
    ["an empty stream", stream(""), "reply_cut", true],
    ["an answer that says nothing", raw(delta({}, "stop"), "[DONE]"), "reply_cut", true],
    ["a malformed chunk", raw('{"choices":[', unheard), "reply_cut", true],
    [
      "a malformed chunk after text",
      raw(delta({ content: "half" }), "{oops}", unheard),
      "reply_cut",
      true,
      "half",
    ],
    ["a chunk of the wrong type", raw("[1,2]", unheard), "reply_cut", true],
    [
      "a page in place of a stream",
      () => ({
        status: 200,
        body: `<title>${providerWords}</title>`,
        headers: { "Content-Type": "text/html" },
      }),
      "reply_cut",
      true,
    ],
    ["a line of just more than 1 MB", raw({ x: "x".repeat(2 ** 20) }, unheard), "reply_cut", true],
    [
      "a line that never ends",
      steps({ raw: `data: ${"x".repeat(2_000_000)}` }, { until: never }),
      "reply_cut",
      true,
    ],
    [
      "an overloaded_error in a 200 stream",
      raw({ error: { type: "overloaded_error", message: providerWords } }),
      "model_unavailable",
      true,
    ],
    [
      "an overloaded_error in a 200 stream after text",
      raw(delta({ content: "half" }), { error: { type: "overloaded_error", message: providerWords } }),
      "model_unavailable",
      true,
      "half",
    ],
    [
      "an authentication_error in a 200 stream",
      raw({ error: { type: "authentication_error", message: providerWords } }),
      "model_refused",
      false,
    ],
    [
      "an authentication_error in a 200 stream after text",
      raw(delta({ content: "half" }), { error: { type: "authentication_error", message: providerWords } }),
      "model_refused",
      false,
      "half",
    ],
    [
      "an error document with status 200",
      refusal(200, { type: "authentication_error" }),
      "model_refused",
      false,
    ],
    [
      "a refusal without text",
      raw(delta({ refusal: providerWords }, "stop"), "[DONE]"),
      "model_declined",
      false,
    ],
    ["a content filter without text", raw(delta({}, "content_filter"), "[DONE]"), "model_declined", false],
    ["413", refusal(413), "context_overflow", false],
    ["a context overflow", refusal(400, { code: "context_length_exceeded" }), "context_overflow", false],
  );

  test.for(rows)("%s", async ([, script, code, retryable, text = ""]) => {
    await using service = await startFailing(script, { nodes });
    const reply = await ask(service, "hello");
    const retries = retryable && text === "" ? 2 : 0;
    await expectFailure(service, reply, { code, retryable, text, retries });
    expect(service.model.asked).toHaveLength(retries + 1);
  });

  const recorded: [
    name: string,
    provider: "openai" | "openai-responses" | "anthropic",
    FailureCode,
    retryable: boolean,
    text: string,
  ][] = [
    ["anthropic-overloaded", "anthropic", "model_unavailable", true, ""],
    ["anthropic-overloaded-late", "anthropic", "model_unavailable", true, "Refunds take"],
    ["anthropic-invalid", "anthropic", "model_refused", false, ""],
    ["anthropic-refusal", "anthropic", "model_declined", false, ""],
    ["openrouter-error", "openai", "model_unavailable", true, "Returns"],
    ["responses-failed", "openai-responses", "model_unavailable", true, ""],
    ["responses-failed-late", "openai-responses", "model_unavailable", true, "The first half"],
    ["responses-error", "openai-responses", "model_unavailable", true, ""],
    ["responses-quota", "openai-responses", "model_refused", false, ""],
    ["responses-refusal", "openai-responses", "model_declined", false, ""],
    ["responses-filter", "openai-responses", "model_declined", false, ""],
    ["responses-cut", "openai-responses", "reply_cut", true, "The first half"],
    ["responses-silent", "openai-responses", "reply_cut", true, ""],
  ];

  test.for(recorded)("as recorded: %s", async ([name, provider, code, retryable, text]) => {
    await using service = await startFailing(recording(name), { nodes });
    await changeModel(service, { provider });
    const reply = await ask(service, "hello");
    await expectFailure(service, reply, {
      code,
      retryable,
      text,
      retries: retryable && text === "" ? 2 : 0,
    });
  });

  test("an operator's own mistake, a key that is not set, is reported to the operator, and calls no provider", async () => {
    await using service = await startFailing(steps("unheard"), { nodes, environment: {} });
    const reply = await ask(service, "hello");
    await expectFailure(service, reply, { code: "model_refused", retryable: false, retries: 0 });
    expect(loggedReason(service)).toContain("MODEL_KEY");
    expect(JSON.stringify(reply.events)).not.toContain("MODEL_KEY");
    expect(service.model.asked).toEqual([]);
  });

  test("the provider's message is not logged either, but its status is", async () => {
    await using service = await startFailing(refusal(401), { nodes });
    const reply = await ask(service, "hello");
    await expectFailure(service, reply, { code: "model_refused", retryable: false, retries: 0 });
    expect(loggedReason(service)).toContain("the provider reports a failure: status 401");
    expect(loggedReason(service)).not.toContain(providerWords);
  });
});

onOneNode("what is not a failure for the visitor", (nodes) => {
  test("a failure that passes within two silent retries is never reported", async () => {
    let asked = 0;
    await using service = await startFailing(
      () => (++asked < 3 ? { status: 529, body: providerWords } : ["fine"]),
      { nodes },
    );
    const reply = await ask(service, "hello");
    expect(reply.events.map(({ event }) => event)).toEqual(["start", "text", "done"]);
    expect(asked).toBe(3);
  });

  test("a refusal with text is a done that says so, and so does history", async () => {
    await using service = await startFailing(
      raw(delta({ content: "I'd rather not." }), delta({}, "content_filter"), "[DONE]"),
      { nodes },
    );
    const reply = await ask(service, "hello");
    expect(reply.events.at(-1)).toMatchObject({ event: "done", data: { ending: "filtered" } });
    expect((await history(service, reply.token))[1]).toMatchObject({
      content: "I'd rather not.",
      status: "complete",
      ending: "filtered",
    });
  });

  test("the output limit ends with done, and so does history", async () => {
    await using service = await startFailing(
      raw(delta({ content: "cut sho" }), delta({}, "length"), "[DONE]"),
      { nodes },
    );
    const reply = await ask(service, "hello");
    expect(reply.events.at(-1)).toMatchObject({ event: "done", data: { ending: "length" } });
    expect((await history(service, reply.token))[1]).toMatchObject({
      content: "cut sho",
      status: "complete",
      ending: "length",
      truncated: true,
    });
  });
});

onOneNode("a context overflow", (nodes) => {
  const overflow = refusal(400, { code: "context_length_exceeded" });
  const long = "old words ".repeat(300);

  test("drops the oldest turns and tries once more", async () => {
    await using service = await startFailing(steps("noted"), { nodes });
    const { token } = await ask(service, long);
    service.model.answer((asked) =>
      JSON.stringify(asked).includes(long) ? overflow(asked) : ["short enough"],
    );
    const reply = await ask(service, "and now?", { token });
    expect(reply.text).toBe("short enough");
    expect(reply.events.at(-1)?.event).toBe("done");
  });

  test("is reported if it remains after that, and the chat is unchanged", async () => {
    await using service = await startFailing(steps("noted"), { nodes });
    let token = "";
    for (let turn = 0; turn < 3; turn++)
      ({ token } = await ask(service, long, { ...(token !== "" && { token }) }));
    service.model.answer(overflow);
    const reply = await ask(service, "hello", { token });
    expectError(reply, "context_overflow", false);
    const [whole, shorter] = service.model.asked.slice(3).map(({ messages }) => messages.length);
    expect(service.model.asked).toHaveLength(5);
    expect(shorter).toBeLessThan(whole ?? 0);
    const turn = [
      { role: "user", content: long, status: "complete" },
      { role: "assistant", content: "noted", status: "complete" },
    ];
    const failed = [
      { role: "user", content: "hello", status: "complete" },
      { role: "assistant", content: "", status: "failed" },
    ];
    expect(await history(service, token)).toMatchObject([...turn, ...turn, ...turn, ...failed]);
    await expectDiscreet(service, reply);
  });
});
