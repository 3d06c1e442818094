import { describe, expect, test } from "vitest";
import { ClientError } from "@servicechat/client";
import { longHistory } from "./fake-answers.ts";
import {
  accept,
  answering,
  done,
  events,
  lost,
  offline,
  refusal,
  replyText,
  say,
  scriptChat,
  settled,
  silent,
  start,
} from "./script-chat.ts";

describe("a lost connection", () => {
  test("before anything arrived sends the same key again, with growing pauses", async () => {
    const fail = () => Promise.reject(offline);
    const { chat, posted, log } = scriptChat({ post: [fail, fail, answering("A")] });
    await chat.start();
    chat.send("one");
    await settled();
    expect(posted.map(({ options }) => options.idempotencyKey)).toEqual(["key-1", "key-1", "key-1"]);
    expect(log.filter((line) => line.startsWith("wait"))).toEqual(["wait 500", "wait 1000"]);
    expect(chat.conversation.value).toHaveLength(2);
    expect(replyText(chat)).toBe("A");
    expect(chat.notice.value).toBeUndefined();
  });

  test("of a chat that was left in the meantime is not reported in the next one", async () => {
    const cut = Promise.withResolvers<void>();
    const { chat, log } = scriptChat({
      post: [({ options }) => (accept(options), say(options, events(start, "Hel")), cut.promise)],
    });
    await chat.start();
    chat.send("one");
    await settled();
    cut.reject(lost);
    chat.startNew();
    await settled();
    expect(chat.notice.value).toBeUndefined();
    expect(log).toEqual(["post", "stop"]);
  });

  test("in the answer resumes after the last event received, and draws nothing twice", async () => {
    const { chat, log } = scriptChat({
      post: [
        ({ options }) => {
          accept(options);
          say(options, events(start, "Hel"));
          return Promise.reject(lost);
        },
      ],
      follow: [
        (options) => {
          say(options, events("lo", done), 3);
          return Promise.resolve(true);
        },
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(log).toEqual(["post", "wait 500", "follow 2"]);
    expect(replyText(chat)).toBe("Hello");
  });

  test.each([
    ["nothing runs any more", () => Promise.resolve(false)],
    ["the position is unknown", () => Promise.reject(refusal(409, "resume_unavailable"))],
  ])("after which %s reads the answer from history", async (_name, follow) => {
    const { chat, log } = scriptChat({
      post: [
        ({ options }) => {
          accept(options);
          say(options, events(start, "Hel"));
          return Promise.reject(lost);
        },
      ],
      follow: [follow],
      history: [() => Promise.resolve({ messages: longHistory(1) })],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(log.at(-1)).toBe("history");
    expect(chat.conversation.value.map((entry) => entry.key)).toEqual(["msg_u0", "msg_a0"]);
  });

  test("that lasts is waited for, and the same key is sent again, with pauses of no more than 15 seconds", async () => {
    const fail = () => Promise.reject(offline);
    const { chat, posted, told, log } = scriptChat({
      post: [...Array.from({ length: 40 }, () => fail), answering("A")],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(told).toEqual(["message:sent", "message:received"]);
    expect(new Set(posted.map(({ options }) => options.idempotencyKey))).toEqual(new Set(["key-1"]));
    expect(log.findLast((line) => line.startsWith("wait"))).toBe("wait 15000");
    expect(chat.conversation.value).toHaveLength(2);
    expect(replyText(chat)).toBe("A");
  });

  test("is reported as being offline if nothing got through for a while, but not because of a proxy's response", async () => {
    const away = new ClientError("502", { status: 502, code: "network", retryable: true });
    for (const [error, kinds] of [
      [offline, ["reconnecting", "offline"]],
      [away, ["reconnecting"]],
    ] as const) {
      const { chat } = scriptChat({
        post: [...Array.from({ length: 9 }, () => () => Promise.reject(error)), answering("A")],
      });
      const seen = new Set<string>();
      chat.notice.subscribe((notice) => notice && seen.add(notice.kind));
      await chat.start();
      chat.send("one");
      await settled();
      expect([...seen]).toEqual(kinds);
      expect(chat.notice.value).toBeUndefined();
    }
  });

  test("can be given up by the visitor, and then be tried again", async () => {
    const { chat, posted } = scriptChat({
      post: [
        () => Promise.reject(offline),
        ({ options }) => {
          chat.stop();
          return silent(options.signal);
        },
        answering("A"),
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(chat.conversation.value.at(-1)).toMatchObject({ status: "failed", error: { code: "stopped" } });
    chat.retry();
    await settled();
    expect(new Set(posted.map(({ options }) => options.idempotencyKey))).toEqual(new Set(["key-1"]));
    expect(replyText(chat)).toBe("A");
  });
});

describe("a refusal", () => {
  test("for the rate counts Retry-After down and then sends the same key again", async () => {
    const { chat, log, posted } = scriptChat({
      post: [() => Promise.reject(refusal(429, "rate_limited", 2)), answering("A")],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(log).toEqual(["post", "wait 1000", "wait 1000", "post"]);
    expect(posted[1]?.options.idempotencyKey).toBe("key-1");
  });

  test("by a service that is away for a moment counts Retry-After down, says so, and sends the same key again", async () => {
    const notices: unknown[] = [];
    const { chat, log, posted } = scriptChat({
      post: [() => Promise.reject(refusal(503, "shutting_down", 2)), answering("A")],
    });
    await chat.start();
    chat.notice.subscribe((notice) => notices.push(notice));
    chat.send("one");
    await settled();
    expect(log).toEqual(["post", "wait 1000", "wait 1000", "post"]);
    expect(notices).toEqual([
      undefined,
      { kind: "service_away", seconds: 2 },
      { kind: "service_away", seconds: 1 },
      undefined,
    ]);
    expect(posted.map(({ options }) => options.idempotencyKey)).toEqual(["key-1", "key-1"]);
    expect(replyText(chat)).toBe("A");
  });

  test.each([
    ["does not say when it is back", [refusal(503, "internal")]],
    ["stays away", Array.from({ length: 6 }, () => refusal(503, "storage_unavailable", 1))],
  ])("by a service that %s is reported, with the message kept", async (_name, refusals) => {
    const { chat, posted, told } = scriptChat({
      post: refusals.map((error) => () => Promise.reject(error)),
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(posted).toHaveLength(refusals.length);
    expect(chat.conversation.value.at(-1)).toMatchObject({ status: "failed" });
    expect(chat.notice.value).toBeUndefined();
    expect(told).toEqual(["message:sent", "error"]);
  });

  test("for the day is reported at once, however long the service asks to wait, and retrying is not offered", async () => {
    const message = "Please come back tomorrow.";
    const facts = { status: 429, code: "budget_used_up", retryable: false, retryAfter: 40_000 };
    const { chat, log, told } = scriptChat({ post: [() => Promise.reject(new ClientError(message, facts))] });
    await chat.start();
    chat.send("one");
    await settled();
    expect(log).toEqual(["post"]);
    expect(chat.conversation.value.at(-1)).toMatchObject({
      status: "failed",
      error: { code: "budget_used_up", retryable: false, message },
    });
    expect(chat.notice.value).toBeUndefined();
    expect(told).toEqual(["message:sent", "error"]);
  });

  test.each([
    [401, "key_rejected"],
    [403, "origin_not_allowed"],
  ])("with %i makes the chat unavailable", async (status, code) => {
    const { chat } = scriptChat({ post: [() => Promise.reject(refusal(status, code))] });
    await chat.start();
    chat.send("one");
    await settled();
    expect(chat.state.value).toBe("unavailable");
  });

  test("inside the stream keeps the message, and retry asks again as a new turn", async () => {
    const failing = answering({
      type: "error",
      data: { message: "No.", retryable: true, code: "reply_cut" },
    });
    const { chat, posted, told } = scriptChat({ post: [failing, answering("A")] });
    await chat.start();
    chat.send("one");
    await settled();
    expect(told).toEqual(["message:sent", "error"]);
    chat.retry();
    await settled();
    expect(posted.map(({ options }) => options.idempotencyKey)).toEqual(["key-1", "key-2"]);
    expect(posted[1]?.messages).toEqual(posted[0]?.messages);
  });
});
