import { describe, expect, test } from "vitest";
import { ClientError, type Client, type FollowOptions, type PostOptions } from "@servicechat/client";
import type { History, PostedMessage, StreamEvent } from "@servicechat/contract";
import { createChat } from "../src/conversation/create-chat.ts";
import { textOf } from "../src/conversation/conversation.ts";
import { createKeeper } from "../src/session/create-keeper.ts";
import { memoryPlace } from "../src/session/places.ts";
import { longHistory } from "./fake-answers.ts";

const replyId = "rep_0190b1a0-0000-7000-8000-000000000001";
const lost = new ClientError("lost", { status: 0, code: "stream_cut", retryable: true });
const offline = new ClientError("offline", { status: 0, code: "network", retryable: true });
const refusal = (status: number, code: string, retryAfter?: number): ClientError =>
  new ClientError(code, { status, code, retryable: status === 429, retryAfter });

interface Posted {
  readonly messages: readonly PostedMessage[];
  readonly options: PostOptions;
}

/** A chat over a client whose answers a test scripts; waiting takes no time and is written down. */
function set(script: {
  post?: ((posted: Posted) => Promise<void>)[];
  follow?: ((options: FollowOptions) => Promise<boolean>)[];
  history?: (() => Promise<History>)[];
  kept?: string;
}) {
  const log: string[] = [];
  const posted: Posted[] = [];
  const told: string[] = [];
  const unexpected = (name: string) => () => Promise.reject(new Error(`unexpected ${name}`));
  const client: Client = {
    config: unexpected("config"),
    agent: () => Promise.resolve({ id: "a", name: "A", actions: [], starters: ["S"] }),
    history: () => (log.push("history"), (script.history?.shift() ?? unexpected("history"))()),
    async post(messages, options) {
      log.push("post");
      const call = { messages, options };
      posted.push(call);
      await (script.post?.shift() ?? unexpected("post"))(call);
      return { token: "st_1", replayed: false };
    },
    follow(options) {
      log.push(`follow ${options.lastEventId?.split(".")[1] ?? "start"}`);
      return (script.follow?.shift() ?? unexpected("follow"))(options);
    },
    stop: () => (log.push("stop"), Promise.resolve()),
    erase: unexpected("erase"),
    image: unexpected("image"),
  };
  const token = createKeeper("token", [memoryPlace()]);
  token.write(script.kept ?? "");
  let keys = 0;
  const chat = createChat({
    client,
    token,
    actions: false,
    newKey: () => `key-${++keys}`,
    wait: (milliseconds) => (log.push(`wait ${milliseconds}`), Promise.resolve()),
    soon: (run) => queueMicrotask(run),
    tell: (name) => told.push(name),
  });
  return { chat, log, posted, told, token };
}

const events = (...types: (StreamEvent | string)[]): StreamEvent[] =>
  types.map((event) => (typeof event === "string" ? { type: "text", data: event } : event));
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };

function say(options: Pick<PostOptions, "onEvent">, list: readonly StreamEvent[], from = 1): void {
  list.forEach((event, n) => options.onEvent(event, `${replyId}.${n + from}`));
}

/** Lets everything that waits for nothing but promises happen. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

const accept = (options: PostOptions): void => options.onOpen?.({ token: "st_1", replayed: false });
const answering =
  (...list: (StreamEvent | string)[]) =>
  ({ options }: Posted): Promise<void> => {
    accept(options);
    say(options, events(start, ...list, done));
    return Promise.resolve();
  };

function replyText(chat: ReturnType<typeof set>["chat"]): string {
  const last = chat.conversation.value.at(-1);
  return last?.from === "agent" ? textOf(last) : "";
}

describe("a message", () => {
  test("is sent without a token first, and with the issued one from then on", async () => {
    const { chat, posted, told, token } = set({ post: [answering("A"), answering("B")] });
    await chat.start();
    chat.send("one");
    await settled();
    chat.send("two");
    await settled();
    expect(posted.map(({ options }) => [options.token, options.idempotencyKey])).toEqual([
      [undefined, "key-1"],
      ["st_1", "key-2"],
    ]);
    expect(token.read()).toBe("st_1");
    expect(told).toEqual(["message:sent", "message:received", "message:sent", "message:received"]);
  });

  test("waits its turn while the chat is loading or an answer is running", async () => {
    const { chat, posted } = set({ post: [answering("A"), answering("B")] });
    chat.send("one");
    chat.send("two");
    expect(posted).toHaveLength(0);
    await chat.start();
    await settled();
    expect(posted.map(({ messages }) => messages)).toEqual([
      [{ type: "text", block: { value: "one" } }],
      [{ type: "text", block: { value: "two" } }],
    ]);
  });
});

describe("a lost connection", () => {
  test("before anything was heard sends the same key again, with growing pauses", async () => {
    const fail = () => Promise.reject(offline);
    const { chat, posted, log } = set({ post: [fail, fail, answering("A")] });
    await chat.start();
    chat.send("one");
    await settled();
    expect(posted.map(({ options }) => options.idempotencyKey)).toEqual(["key-1", "key-1", "key-1"]);
    expect(log.filter((line) => line.startsWith("wait"))).toEqual(["wait 500", "wait 1000"]);
    expect(chat.conversation.value).toHaveLength(2);
    expect(replyText(chat)).toBe("A");
    expect(chat.notice.value).toBeUndefined();
  });

  test("in the answer resumes after the last event heard, and draws nothing twice", async () => {
    const { chat, log } = set({
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
  ])("after which %s takes the answer from history", async (_name, follow) => {
    const { chat, log } = set({
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

  test("that does not come back is told, and retry sends the same key again", async () => {
    const fail = () => Promise.reject(offline);
    const { chat, posted, told } = set({ post: [...Array.from({ length: 9 }, () => fail), answering("A")] });
    await chat.start();
    chat.send("one");
    await settled();
    expect(chat.conversation.value.at(-1)).toMatchObject({ status: "failed", error: { code: "network" } });
    expect(told).toEqual(["message:sent", "error"]);
    chat.retry();
    await settled();
    expect(new Set(posted.map(({ options }) => options.idempotencyKey))).toEqual(new Set(["key-1"]));
    expect(chat.conversation.value).toHaveLength(2);
    expect(replyText(chat)).toBe("A");
  });
});

describe("a refusal", () => {
  test("for the rate counts Retry-After down and then sends the same key again", async () => {
    const { chat, log, posted } = set({
      post: [() => Promise.reject(refusal(429, "rate_limited", 2)), answering("A")],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(log).toEqual(["post", "wait 1000", "wait 1000", "post"]);
    expect(posted[1]?.options.idempotencyKey).toBe("key-1");
  });

  test.each([
    [401, "key_rejected"],
    [403, "origin_not_allowed"],
  ])("with %i makes the chat unavailable", async (status, code) => {
    const { chat } = set({ post: [() => Promise.reject(refusal(status, code))] });
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
    const { chat, posted, told } = set({ post: [failing, answering("A")] });
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

describe("coming back", () => {
  test("with a token draws the history and follows the reply that still runs", async () => {
    const [asked, answer] = longHistory(1);
    if (!asked || !answer) throw new Error("no history");
    const running = { ...answer, id: replyId.replace("rep", "msg"), status: "streaming" } as const;
    const { chat, log } = set({
      kept: "st_1",
      history: [() => Promise.resolve({ messages: [asked, running] })],
      follow: [
        (options) => {
          say(options, events(start, "Whole", done));
          return Promise.resolve(true);
        },
      ],
    });
    await chat.start();
    expect(log).toEqual(["history", "follow start"]);
    expect(replyText(chat)).toBe("Whole");
    expect(chat.conversation.value).toHaveLength(2);
  });

  test("to a session that is gone forgets its token and begins anew", async () => {
    const { chat, token } = set({
      kept: "st_old",
      history: [() => Promise.reject(refusal(404, "session_not_found"))],
    });
    await chat.start();
    expect(token.read()).toBeUndefined();
    expect(chat.state.value).toBe("ready");
    expect(chat.conversation.value).toEqual([]);
    expect(chat.agent.value?.starters).toEqual(["S"]);
  });

  test("without a network says so, and can be tried again", async () => {
    const fail = () => Promise.reject(offline);
    const { chat } = set({
      kept: "st_1",
      history: [
        ...Array.from({ length: 9 }, () => fail),
        () => Promise.resolve({ messages: longHistory(1) }),
      ],
    });
    await chat.start();
    expect(chat.state.value).toBe("failed");
    await chat.start();
    expect(chat.state.value).toBe("ready");
    expect(chat.conversation.value).toHaveLength(2);
  });
});

describe("the visitor's controls", () => {
  test("stop ends the answer at the service and keeps its text", async () => {
    let end: (() => void) | undefined;
    const { chat, log } = set({
      post: [
        ({ options }) => {
          accept(options);
          say(options, events(start, "half"));
          return new Promise((resolve) => {
            end = () => {
              say(options, [done], 3);
              resolve();
            };
          });
        },
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    chat.stop();
    end?.();
    await settled();
    expect(log).toContain("stop");
    expect(chat.conversation.value.at(-1)).toMatchObject({ status: "stopped" });
    expect(replyText(chat)).toBe("half");
  });

  test("a new chat forgets the token; what the old one still says is not drawn", async () => {
    let late: (() => void) | undefined;
    const { chat, token } = set({
      post: [
        ({ options }) => {
          accept(options);
          late = () => say(options, events(start, "late", done));
          return new Promise(() => undefined);
        },
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    chat.startNew();
    late?.();
    await settled();
    expect(token.read()).toBeUndefined();
    expect(chat.conversation.value).toEqual([]);
  });
});
