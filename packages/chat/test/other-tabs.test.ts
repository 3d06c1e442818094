import type { History } from "@servicechat/contract";
import { describe, expect, test, vi } from "vitest";
import { messageIdOf } from "../src/conversation/conversation.ts";
import { createSessionLock } from "../src/menu-and-tabs/session-lock.ts";
import { createPersistedValue } from "../src/session/persisted-value.ts";
import { memoryArea } from "../src/session/storage-areas.ts";
import { longHistory } from "./fake-answers.ts";
import {
  accept,
  answering,
  done,
  events,
  refusal,
  replyId,
  replyText,
  say,
  scriptChat,
  settled,
  start,
} from "./script-chat.ts";

const told = (turns: number) => (): Promise<History> => Promise.resolve({ messages: longHistory(turns) });

describe("a tab that is notified by another", () => {
  test("draws the other's message, follows the answer, and tells the page when that has ended", async () => {
    const [asked, answer] = longHistory(1);
    if (!asked || !answer) throw new Error("no history");
    const running = { ...answer, id: replyId.replace("rep", "msg"), status: "streaming" } as const;
    const tab = scriptChat({
      history: [() => Promise.resolve({ messages: [asked, running] })],
      follow: [
        (options) => {
          say(options, events(start, "Whole", done));
          return Promise.resolve(true);
        },
      ],
    });
    await tab.chat.start();
    tab.token.write("st_other");
    await tab.chat.refresh();
    expect(tab.log).toEqual(["history", "follow start"]);
    expect(replyText(tab.chat)).toBe("Whole");
    expect(tab.told).toEqual(["message:received"]);
    expect(tab.expected.forgotten).toBe(0);
  });

  test("sends waiting messages to the chat they were written in, whichever is stored by then", async () => {
    const { chat, token, posted } = scriptChat({
      kept: "st_1",
      history: [told(1), told(1)],
      post: [
        () => {
          token.write("st_past");
          return Promise.reject(refusal(429, "session_busy", 1));
        },
        answering("Here."),
      ],
    });
    await chat.start();
    chat.send("written in the first");
    await settled();
    expect(posted.map(({ options }) => options.token)).toEqual(["st_1", "st_1"]);
    expect(new Set(posted.map(({ options }) => options.idempotencyKey)).size).toBe(1);
    expect(token.read()).toBe("st_past");
  });

  test("leaves a chat that the other one has left, at once, even if an answer is in progress", async () => {
    const { chat, token, log, expected } = scriptChat({
      post: [
        ({ options }) => {
          accept(options);
          return new Promise(() => undefined);
        },
      ],
      history: [told(2)],
    });
    await chat.start();
    chat.send("one");
    await settled();
    token.forget();
    await chat.refresh();
    expect(chat.conversation.value).toEqual([]);
    expect(chat.state.value).toBe("ready");
    expect(expected.forgotten).toBe(1);
    token.write("st_other");
    await chat.refresh();
    expect(chat.conversation.value).toHaveLength(4);
    // The tab that left it has handled the answer.
    expect(log).toEqual(["post", "history"]);
  });

  test("completes its own message first, and then draws what was missed", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { chat, log } = scriptChat({
      post: [
        async ({ options }) => {
          accept(options);
          await answered;
          say(options, events(start, "mine", done));
        },
      ],
      history: [told(3)],
    });
    await chat.start();
    chat.send("one");
    await settled();
    await chat.refresh();
    expect(log).toEqual(["post"]);
    answer();
    await settled();
    expect(log).toEqual(["post", "history"]);
    expect(chat.conversation.value).toHaveLength(6);
  });

  test("keeps a message that could not be sent on screen, until it is sent or the chat is left", async () => {
    const { chat, token, posted } = scriptChat({
      post: [() => Promise.reject(refusal(503, "internal")), answering("A")],
      history: [told(2)],
    });
    await chat.start();
    chat.send("one");
    await settled();
    token.write("st_other");
    await chat.refresh();
    expect(chat.conversation.value[0]).toMatchObject({ text: "one" });
    chat.retry();
    await settled();
    expect(posted.at(-1)?.options.token).toBe("st_other");
    expect(chat.conversation.value).toHaveLength(4);
  });

  test("keeps its own entries' keys when reading the history, and uses ids for those of the other one", async () => {
    const [asked, answer, askedThere, answerThere] = longHistory(2);
    if (!asked || !answer || !askedThere || !answerThere) throw new Error("no history");
    const mine = { ...answer, id: replyId.replace("rep", "msg") };
    const { chat, token } = scriptChat({
      post: [answering("A")],
      history: [() => Promise.resolve({ messages: [asked, mine, askedThere, answerThere] })],
    });
    await chat.start();
    chat.send("one");
    await settled();
    const keys = () => chat.conversation.value.map(({ key }) => key);
    const before = keys();
    expect(token.read()).toBe("st_1");
    await chat.refresh();
    expect(keys()).toEqual([...before, askedThere.id, answerThere.id]);
    const reply = chat.conversation.value[1];
    expect(reply?.from === "agent" && messageIdOf(reply)).toBe(mine.id);
    expect(chat.conversation.value[0]).toMatchObject({ text: asked.content });
  });

  test("does not bring back a chat that was left while its message was on the way", async () => {
    const { chat, token } = scriptChat({
      kept: "st_1",
      history: [told(1)],
      post: [
        ({ options }) => {
          token.forget();
          accept(options);
          say(options, events(start, "late", done));
          return Promise.resolve();
        },
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(token.read()).toBeUndefined();
    expect(chat.conversation.value).toEqual([]);
  });
});

describe("two tabs that start at once", () => {
  test("open one session: the second one waits for the first, and uses its token", async () => {
    const { promise: free, resolve: letIn } = Promise.withResolvers<void>();
    const first = scriptChat({ post: [answering("A")] });
    let released = 0;
    const second = scriptChat({
      alone: async () => {
        await free;
        return () => (released += 1);
      },
      post: [answering("B")],
    });
    await first.chat.start();
    await second.chat.start();
    second.chat.send("two");
    await settled();
    expect(second.posted).toEqual([]);
    first.chat.send("one");
    await settled();
    second.token.write(first.token.read() ?? "");
    letIn();
    await settled();
    expect(second.posted[0]?.options.token).toBe("st_1");
    expect(released).toBe(1);
  });

  test("wait for each other with a note, and ignore one that was left behind", async () => {
    const area = memoryArea();
    const page = new EventTarget();
    const clock = { now: 1_000_000 };
    const lockOf = () =>
      createSessionLock({
        stored: createPersistedValue("opening", [area]),
        now: () => clock.now,
        wait: () => settled().then(() => undefined),
        page,
      });
    const order: string[] = [];
    const end = await lockOf()();
    const second = lockOf()().then((letGo) => (order.push("second"), letGo));
    await settled();
    await settled();
    expect(order).toEqual([]);
    order.push("end");
    end();
    (await second)();
    expect(order).toEqual(["end", "second"]);

    createPersistedValue("opening", [area]).write(String(clock.now));
    const third = lockOf()();
    await settled();
    clock.now += 10_000;
    await third;
    page.dispatchEvent(new Event("pagehide"));
    expect(createPersistedValue("opening", [area]).read()).toBeUndefined();
  });

  test("wait however long the first one takes, as long as it gives signs of life", async () => {
    vi.useFakeTimers();
    try {
      const lock = createSessionLock({
        stored: createPersistedValue("opening", [memoryArea()]),
        now: Date.now,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        page: new EventTarget(),
      });
      let isIn = false;
      const end = await lock();
      const second = lock().then((letGo) => ((isIn = true), letGo));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(isIn).toBe(false);
      end();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(isIn).toBe(true);
      (await second)();
    } finally {
      vi.useRealTimers();
    }
  });
});
