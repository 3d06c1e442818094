import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeEvent,
  encodeEvent,
  eventId,
  failures,
  isTerminal,
  parseEventId,
  problemOf,
  ServiceError,
} from "../src/index.ts";
import type { StreamEvent } from "../src/index.ts";

const replyId = "rep_0198c5a0-1111-7222-8333-444455556666";

const row = fc.record({ title: fc.string(), url: fc.webUrl() });
const event: fc.Arbitrary<StreamEvent> = fc.oneof(
  fc.constantFrom<StreamEvent>({ type: "start", data: {} }, { type: "done", data: {} }),
  fc.string({ unit: "binary" }).map((data): StreamEvent => ({ type: "text", data })),
  fc.string({ unit: "grapheme" }).map((data): StreamEvent => ({ type: "progress", data })),
  fc
    .record({ id: fc.string(), name: fc.string(), title: fc.string() })
    .map((data): StreamEvent => ({ type: "tool_usage_start", data })),
  fc
    .record({ id: fc.string(), rows: fc.array(row) })
    .map((data): StreamEvent => ({ type: "tool_usage_progress", data })),
  fc.record({ questions: fc.array(fc.string()) }).map((data): StreamEvent => ({ type: "follow_ups", data })),
  fc
    .record({ message: fc.string(), retryable: fc.boolean(), code: fc.string() })
    .map((data): StreamEvent => ({ type: "error", data })),
);

describe("an event on the wire", () => {
  test("is one data line holding one JSON value, whatever the text says, and reads back as it was", () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const wire = events.map((each, index) => encodeEvent(each, eventId(replyId, index + 1))).join("");
        const heard: { type: string; data: string; id: string | undefined }[] = [];
        createParser({ onEvent: ({ event: type = "", data, id }) => heard.push({ type, data, id }) }).feed(
          wire,
        );

        expect(heard.map(({ type, data }) => decodeEvent(type, data))).toEqual(
          events.map((each) => JSON.parse(JSON.stringify(each)) as StreamEvent),
        );
        expect(heard.map(({ id }) => id)).toEqual(events.map((_, index) => `${replyId}.${index + 1}`));
      }),
    );
  });

  test("of a type from the future is undefined, never an error", () => {
    expect(decodeEvent("hologram", '{"beam":1}')).toBeUndefined();
    expect(decodeEvent("__proto__", "{}")).toBeUndefined();
  });

  test("with data that does not fit its type is undefined, so one broken event does not cost the rest", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("text", "progress", "image", "error", "tool_usage_stop"),
        fc.string(),
        (type, json) => {
          expect(() => decodeEvent(type, json)).not.toThrow();
        },
      ),
    );
    expect(decodeEvent("text", "{}")).toBeUndefined();
    expect(decodeEvent("text", "not json")).toBeUndefined();
    expect(decodeEvent("error", '{"message":"x"}')).toBeUndefined();
    for (const json of ["{}", "null", '{"questions":"x"}', '{"questions":["x",{}]}'])
      expect(decodeEvent("follow_ups", json)).toBeUndefined();
    expect(decodeEvent("ask_user_question", '{"id":"q","questions":[{"question":"x"}]}')).toBeUndefined();
    for (const confirm of ["true", "{}", '{"title":"x"}'])
      expect(
        decodeEvent("ask_user_question", `{"id":"q","questions":[],"confirm":${confirm}}`),
      ).toBeUndefined();
  });

  test("done and error are terminal, nothing else is", () => {
    expect(["start", "text", "done", "error", "tool_usage_stop"].filter(isTerminal)).toEqual([
      "done",
      "error",
    ]);
  });
});

describe("an event id", () => {
  test("is parsed; anything else is not an id", () => {
    expect(parseEventId(eventId(replyId, 12))).toEqual({ replyId, seq: 12 });
    expect(parseEventId(eventId(replyId, 0))).toEqual({ replyId, seq: 0 });
    for (const id of [
      "",
      "12",
      `${replyId}`,
      `${replyId}.`,
      `${replyId}.-1`,
      `${replyId}.01`,
      `${replyId}.1e3`,
      ` ${replyId}.1`,
    ]) {
      expect([id, parseEventId(id)]).toEqual([id, undefined]);
    }
  });
});

describe("a failure", () => {
  test("is a problem document with the public half only", () => {
    const error = new ServiceError("storage_unavailable", {
      cause: new Error("SECRET: disk at /var/x is full"),
    });
    const problem = problemOf(error, "request-1");
    expect(problem).toEqual({
      type: "#storage_unavailable",
      title: failures.storage_unavailable.title,
      status: 503,
      detail: failures.storage_unavailable.message,
      code: "storage_unavailable",
      retryable: true,
      requestId: "request-1",
    });
    expect(JSON.stringify(problem)).not.toContain("SECRET");
  });
});
