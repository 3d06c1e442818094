import type { ModelMessage } from "@servicechat/agent";
import type { MessagePart, TranscriptEntry } from "@servicechat/contract";
import type { ReplyRecord, StoredPart, TurnRecord } from "@servicechat/storage";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelMessages } from "../src/reply/model-messages.ts";

const confirm = { title: "Requesting the return", request: "POST https://shop.example/returns" };
const ask = "May this be sent?";
const options = [
  { label: "Confirm", description: "" },
  { label: "Cancel", description: "" },
];

const question = (id: string, more: { confirm?: typeof confirm } = { confirm }): StoredPart => ({
  type: "question",
  id,
  questions: [{ question: ask, header: "Confirm", options, multiSelect: false }],
  ...more,
});
const calling = (id: string): TranscriptEntry => ({
  role: "assistant",
  text: "",
  toolCalls: [{ id, name: "return_order", input: { orderId: "7" } }],
});
const resultOf = (callId: string): TranscriptEntry => ({
  role: "tool",
  callId,
  name: "return_order",
  result: "R-7",
  failed: false,
});
const text = (value: string): MessagePart => ({ type: "text", text: value });
const answer = (questionId: string, label: string): MessagePart => ({
  type: "answer",
  questionId,
  answers: { [ask]: label },
});

interface Spoken {
  readonly said: readonly MessagePart[];
  readonly reply?: Partial<Pick<ReplyRecord, "status" | "content" | "parts" | "transcript">>;
}

const contentOf = (part: MessagePart) => (part.type === "text" ? part.text : "Confirm");

/** A conversation; a turn without a reply is the one that is being answered. */
function turnsOf(...spoken: readonly Spoken[]): TurnRecord[] {
  return spoken.map(({ said, reply }, index) => ({
    number: index + 1,
    messages: said.map((part, position) => ({
      id: `msg_${index}_${position}`,
      content: contentOf(part),
      parts: [part],
      createdAt: 0,
    })),
    reply: {
      id: `rep_${index}`,
      sessionId: "ses_1",
      turn: index + 1,
      status: reply ? "complete" : "streaming",
      content: "",
      parts: [],
      transcript: [],
      failure: null,
      feedback: null,
      ratedAt: null,
      ending: null,
      createdAt: 0,
      ...reply,
    },
    replaced: false,
  }));
}

/** As a model reads it, without files. */
const asRead = (turns: Parameters<typeof modelMessages>[0]) => modelMessages(turns, () => []);

const asked: Spoken = {
  said: [text("Return it")],
  reply: { parts: [question("q")], transcript: [calling("a")] },
};
const confirmed = { said: [answer("q", "Confirm")] };

describe("a question that is asked again, as a model reads it", () => {
  const asks: Spoken = { said: [text("Do you ship to Norway?")] };
  const failed = { status: "incomplete" } as const;
  const heard = { role: "user", text: "Do you ship to Norway?" };

  test("is heard once when nothing had come of it, however often it was tried", () => {
    const nothing = { ...asks, reply: failed };
    expect(asRead(turnsOf(nothing, nothing, asks))).toEqual([heard]);
  });

  test("is heard again after an answer that was cut off", () => {
    const begun = { ...asks, reply: { ...failed, content: "Yes, to" } };
    const cutOff = { role: "assistant", text: "Yes, to", toolCalls: [] };
    expect(asRead(turnsOf(begun, asks))).toEqual([heard, cutOff, heard]);
  });

  test("is another one when it says something else", () => {
    const other: Spoken = { said: [text("Do you ship to Sweden?")] };
    const read = asRead(turnsOf({ ...asks, reply: failed }, other));
    expect(read.map(({ role }) => role)).toEqual(["user", "user"]);
  });

  test("still answers what the agent had asked before", () => {
    const asking = {
      said: [text("Return it")],
      reply: { parts: [question("q", {})], transcript: [calling("a")] },
    };
    const reply: Spoken = { said: [text("The large one")] };
    const read = asRead(turnsOf(asking, { ...reply, reply: failed }, reply));
    expect(read.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(read.at(-1)).toMatchObject({
      callId: "a",
      result: expect.stringContaining('{"text":"The large one",'),
    });
  });
});

describe("a confirmed call, as a model reads it", () => {
  test("is under way while it is being answered, and has its result afterwards", () => {
    const made = { transcript: [calling("b"), resultOf("b")] };
    expect(asRead(turnsOf(asked, confirmed)).at(-1)).toMatchObject({
      role: "tool",
      callId: "a",
      failed: false,
      result: expect.stringContaining("confirmed"),
    });
    expect(asRead(turnsOf(asked, { ...confirmed, reply: made })).slice(-2)).toEqual(made.transcript);
  });

  test("has an unknown outcome when a crash cut it off, and was not run when its reply ended before", () => {
    const outcome = (status: ReplyRecord["status"]) =>
      asRead(turnsOf(asked, { ...confirmed, reply: { status } })).at(-1);
    expect(outcome("incomplete")).toMatchObject({
      failed: true,
      result: expect.stringContaining("may have been made or not"),
    });
    for (const status of ["stopped", "failed"] as const)
      expect(outcome(status)).toMatchObject({ failed: true, result: expect.stringContaining("Not run") });
  });

  test("whose question was cut off by a crash is no longer a call: the answer is in words", () => {
    const cut: Spoken = { said: asked.said, reply: { status: "incomplete", parts: [question("q")] } };
    expect(asRead(turnsOf(cut, confirmed))).toEqual([
      { role: "user", text: "Return it" },
      { role: "user", text: `⟦Answer to an earlier question⟧ ${ask} Confirm` },
    ]);
  });

  test("whose question is before the part that is read is in words", () => {
    const [, second] = turnsOf(asked, confirmed);
    expect(asRead(second ? [second] : [])).toEqual([
      { role: "user", text: `⟦Answer to an earlier question⟧ ${ask} Confirm` },
    ]);
  });
});

describe("whatever was said, answered, stopped or lost", () => {
  const part = fc.oneof(
    fc.string({ minLength: 1 }).map(text),
    fc
      .record({
        id: fc.constantFrom("q0", "q1", "q2", "q3"),
        label: fc.constantFrom("Confirm", "Cancel", "no"),
      })
      .map(({ id, label }) => answer(id, label)),
    fc.constantFrom<MessagePart>(
      { type: "action", actionId: "a" },
      { type: "action", actionId: "a", result: { b: 1 } },
      { type: "answer", questionId: "q0", answers: {}, skipped: true },
    ),
  );
  const reply = fc.record({
    status: fc.constantFrom<ReplyRecord["status"]>("complete", "stopped", "incomplete", "failed"),
    content: fc.constantFrom("", "Well."),
    calls: fc.array(fc.boolean(), { maxLength: 3 }),
    asks: fc.constantFrom("nothing", "plain", "confirm"),
  });
  const spoken = fc.record({ said: fc.array(part, { minLength: 1, maxLength: 3 }), reply });

  test("every call has its result right after it, and no result is without its call", () => {
    fc.assert(
      fc.property(
        fc.array(spoken, { maxLength: 5 }),
        fc.array(part, { minLength: 1, maxLength: 3 }),
        (list, last) => {
          const told = list.map(({ said, reply: { status, content, calls, asks } }, index): Spoken => {
            const transcript = calls.flatMap((hasResult, position) => {
              const id = `c${index}_${position}`;
              // Only the last call of a reply may lack its result.
              return hasResult || position < calls.length - 1 ? [calling(id), resultOf(id)] : [calling(id)];
            });
            const parts =
              asks === "nothing" ? [] : [question(`q${index}`, asks === "plain" ? {} : { confirm })];
            return { said, reply: { status, content, transcript, parts } };
          });
          expect(unpaired(asRead(turnsOf(...told, { said: last })))).toEqual([]);
        },
      ),
    );
  });
});

function unpaired(messages: readonly ModelMessage[]): string[] {
  const wrong: string[] = [];
  let waiting = new Set<string>();
  for (const message of messages) {
    if (message.role === "tool") {
      if (!waiting.delete(message.callId)) wrong.push(message.callId);
      continue;
    }
    wrong.push(...waiting);
    waiting = new Set(message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : []);
  }
  return [...wrong, ...waiting];
}
