import type { History } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { longHistory } from "./fake-answers.ts";
import {
  accept,
  answering,
  done,
  events,
  halfSaid,
  lost,
  offline,
  refusal,
  replyText,
  restSaid,
  say,
  scriptChat,
  settled,
  silent,
  start,
} from "./script-chat.ts";

const told = (turns: number) => (): Promise<History> => Promise.resolve({ messages: longHistory(turns) });
const fail = () => Promise.reject(offline);

describe("an answer whose connection is dead without anybody knowing", () => {
  const cutOff = () => scriptChat({ post: [halfSaid], follow: [restSaid] });

  test("is followed from its exact position as soon as the network is back", async () => {
    const { chat, log, comeBack } = cutOff();
    await chat.start();
    chat.send("one");
    await settled();
    comeBack(true);
    await settled();
    expect(log).toEqual(["post", "wait 500", "follow 2"]);
    expect(replyText(chat)).toBe("Hello");
  });

  test("is followed when the page becomes visible after a long silence, and left alone after a short one", async () => {
    const { chat, log, clock, comeBack } = cutOff();
    await chat.start();
    chat.send("one");
    await settled();
    clock.now += 10_000;
    comeBack(false);
    await settled();
    expect(log).toEqual(["post"]);
    clock.now += 3_600_000;
    comeBack(false);
    await settled();
    expect(log).toEqual(["post", "wait 500", "follow 2"]);
    expect(replyText(chat)).toBe("Hello");
  });
});

test("an answer that was lost for long is followed, or read once it is over, and not requested again", async () => {
  const cut = () => Promise.reject(lost);
  const { chat, posted, log, ...heard } = scriptChat({
    post: [
      ({ options }) => {
        accept(options);
        say(options, [start]);
        return cut();
      },
    ],
    follow: [...Array.from({ length: 40 }, () => cut), () => Promise.resolve(false)],
    history: [told(1)],
  });
  await chat.start();
  chat.send("one");
  await settled();
  expect(log.at(-1)).toBe("history");
  expect(posted).toHaveLength(1);
  expect(chat.conversation.value.at(-1)).toMatchObject({ status: "complete" });
  expect(heard.told).toEqual(["message:sent", "message:received"]);
});

test("the network's return makes the chat retry at once, and its message about the loss disappears", async () => {
  const { chat, log } = scriptChat({
    post: [...Array.from({ length: 6 }, () => fail), answering("A")],
    cutShort: [false, false, false, false, false, true],
  });
  const kinds: (string | undefined)[] = [];
  chat.notice.subscribe((notice) => kinds.push(notice?.kind));
  await chat.start();
  chat.send("one");
  await settled();
  expect(log.filter((line) => line.startsWith("wait")).at(-1)).toBe("wait 15000");
  expect(kinds.at(-2)).toBe("offline");
  expect(chat.notice.value).toBeUndefined();
  expect(replyText(chat)).toBe("A");
});

describe("a chat that another tab has erased", () => {
  test("gets no message a second time whose stream was cut before its first event", async () => {
    const {
      chat,
      posted,
      token,
      told: heard,
    } = scriptChat({
      kept: "st_1",
      post: [
        ({ options }) => {
          accept(options);
          token.forget();
          return Promise.reject(lost);
        },
      ],
      history: [told(1), () => Promise.reject(refusal(404, "session_not_found"))],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(posted).toHaveLength(1);
    expect(chat.conversation.value).toEqual([]);
    expect(chat.state.value).toBe("ready");
    expect(heard).toEqual(["message:sent", "error"]);
  });

  test("is left for the one that the other tab has started, which is kept", async () => {
    const { chat, token } = scriptChat({
      kept: "st_1",
      post: [
        ({ options }) => {
          accept(options);
          say(options, [start]);
          token.write("st_2");
          return Promise.reject(lost);
        },
      ],
      follow: [() => Promise.reject(refusal(404, "session_not_found"))],
      history: [told(1), told(2)],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(token.read()).toBe("st_2");
    expect(chat.conversation.value).toHaveLength(4);
  });

  test("gets it again if its stream was cut before its first event and nothing was erased", async () => {
    const { chat, log, posted } = scriptChat({
      post: [
        ({ options }) => {
          accept(options);
          return Promise.reject(lost);
        },
        answering("A"),
      ],
      history: [told(0)],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(log).toEqual(["post", "wait 500", "history", "post"]);
    expect(new Set(posted.map(({ options }) => options.idempotencyKey))).toEqual(new Set(["key-1"]));
    expect(replyText(chat)).toBe("A");
  });
});

test("an answer is in progress once the service has accepted the message, whatever is lost then", async () => {
  const { chat } = scriptChat({
    post: [
      fail,
      ({ options }) => (accept(options), Promise.reject(lost)),
      ({ options }) => silent(options.signal),
    ],
    history: [told(0)],
  });
  const seen: unknown[] = [];
  chat.conversation.subscribe((conversation) => {
    const last = conversation.at(-1);
    if (last?.from === "agent") seen.push(last.status);
  });
  await chat.start();
  chat.send("one");
  expect(seen).toEqual(["waiting"]);
  await settled();
  expect(chat.notice.value).toEqual({ kind: "reconnecting" });
  expect(seen).toEqual(["waiting", "streaming"]);
});

describe("changes by another tab, requested without a network", () => {
  test("leave the screen unchanged until they can be read", async () => {
    const { promise, reject } = Promise.withResolvers<History>();
    const { chat } = scriptChat({
      kept: "st_1",
      history: [told(1), () => promise, ...Array.from({ length: 20 }, () => fail), told(2)],
    });
    await chat.start();
    const drawn = chat.conversation.value;
    const seen: unknown[] = [];
    chat.state.subscribe((state) => seen.push(state));
    chat.notice.subscribe((notice) => seen.push(notice));
    const looked = chat.refresh();
    await settled();
    expect(chat.conversation.value).toBe(drawn);
    reject(offline);
    await looked;
    expect(seen).toEqual(["ready", undefined]);
    expect(chat.conversation.value).toHaveLength(4);
  });

  test("do not disturb messages in the meantime, and are requested again afterwards", async () => {
    const { promise, resolve } = Promise.withResolvers<History>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { chat, log } = scriptChat({
      kept: "st_1",
      history: [told(1), () => promise, told(3)],
      post: [
        async ({ options }) => {
          accept(options);
          await answered;
          say(options, events(start, "A", done));
        },
      ],
    });
    await chat.start();
    void chat.refresh();
    chat.send("one");
    await settled();
    resolve({ messages: longHistory(2) });
    await settled();
    expect(chat.isAnswering.value).toBe(true);
    expect(chat.conversation.value).toHaveLength(4);
    answer();
    await settled();
    expect(log).toEqual(["history", "history", "post", "history"]);
    expect(chat.conversation.value).toHaveLength(6);
  });

  test("do not remove messages in the meantime if the chat is gone", async () => {
    const { promise, reject } = Promise.withResolvers<History>();
    const { chat, token } = scriptChat({
      kept: "st_1",
      history: [told(1), () => promise],
      post: [({ options }) => silent(options.signal)],
    });
    await chat.start();
    void chat.refresh();
    chat.send("one");
    await settled();
    reject(refusal(404, "session_not_found"));
    await settled();
    expect(chat.conversation.value).toHaveLength(4);
    expect(chat.isAnswering.value).toBe(true);
    expect(token.read()).toBe("st_1");
  });

  test("that the service cannot return leave the chat as it is, too", async () => {
    const { chat, told: heard } = scriptChat({
      kept: "st_1",
      history: [told(1), () => Promise.reject(refusal(500, "internal"))],
    });
    await chat.start();
    await chat.refresh();
    expect(chat.state.value).toBe("ready");
    expect(chat.conversation.value).toHaveLength(2);
    expect(heard).toEqual([]);
  });
});

test("a message from before the chat could be loaded is drawn, and sent once it has", async () => {
  const { chat, posted } = scriptChat({ agent: [fail, fail], post: [answering("A")] });
  chat.send("one");
  expect(chat.queued.value).toMatchObject([{ from: "visitor", text: "one" }]);
  await chat.start();
  await settled();
  expect(chat.queued.value).toEqual([]);
  expect(posted).toHaveLength(1);
  expect(chat.conversation.value[0]).toMatchObject({ text: "one" });
});
