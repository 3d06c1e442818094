import type { History } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { longHistory } from "./fake-answers.ts";
import {
  accept,
  agent,
  answering,
  done,
  events,
  offline,
  refusal,
  replyId,
  replyText,
  say,
  scriptChat,
  settled,
  silent,
  start,
} from "./script-chat.ts";

describe("a message", () => {
  test("is sent without a token first, and with the issued one from then on", async () => {
    const { chat, posted, told, token } = scriptChat({ post: [answering("A"), answering("B")] });
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

  test("waits its turn while the chat is loading or an answer is in progress", async () => {
    const { chat, posted } = scriptChat({ post: [answering("A"), answering("B")] });
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

describe("coming back", () => {
  test("with a token draws the history and follows the reply in progress", async () => {
    const [asked, answer] = longHistory(1);
    if (!asked || !answer) throw new Error("no history");
    const running = { ...answer, id: replyId.replace("rep", "msg"), status: "streaming" } as const;
    const { chat, log } = scriptChat({
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

  test("to a session that no longer exists forgets its token and starts again", async () => {
    const { chat, token } = scriptChat({
      kept: "st_old",
      history: [() => Promise.reject(refusal(404, "session_not_found"))],
    });
    await chat.start();
    expect(token.read()).toBeUndefined();
    expect(chat.state.value).toBe("ready");
    expect(chat.conversation.value).toEqual([]);
    expect(chat.agent.value?.starters).toEqual(["S"]);
  });

  test("to a session that no longer exists keeps waiting messages, and sends them to the new one", async () => {
    const { chat, posted } = scriptChat({
      kept: "st_old",
      history: [() => Promise.reject(refusal(404, "session_not_found"))],
      post: [answering("A"), answering("B")],
    });
    chat.send("one");
    chat.send("two");
    await chat.start();
    await settled();
    expect(posted.map(({ options }) => options.token)).toEqual([undefined, "st_1"]);
  });

  test("reads the token under the agent's id, once that is known", async () => {
    const { chat, log } = scriptChat({
      kept: "st_1",
      agent: [() => Promise.resolve({ ...agent, id: "another" })],
    });
    await chat.start();
    expect(log).toEqual([]);
    expect(chat.state.value).toBe("ready");
  });

  test("expects an answer to draw before the history has arrived, but without a token none", async () => {
    const { promise: history, resolve: arrive } = Promise.withResolvers<History>();
    const { chat, expected } = scriptChat({ kept: "st_1", history: [() => history] });
    const started = chat.start();
    await settled();
    expect(expected.count).toBe(1);
    arrive({ messages: [] });
    await started;

    const unknown = scriptChat({ post: [answering("A")] });
    await unknown.chat.start();
    expect(unknown.expected.count).toBe(0);
    unknown.chat.send("one");
    expect(unknown.expected.count).toBe(1);
  });

  test("without the agent's view waits for a retry, and then sends messages from the meantime in order", async () => {
    const { chat, posted } = scriptChat({
      agent: [() => Promise.reject(refusal(500, "internal"))],
      post: [answering("A"), answering("B")],
    });
    chat.send("one");
    await chat.start();
    expect(chat.state.value).toBe("failed");
    chat.send("two");
    await settled();
    expect(posted).toEqual([]);
    await chat.start();
    await settled();
    expect(posted.map(({ messages }) => messages[0]?.block)).toEqual([{ value: "one" }, { value: "two" }]);
  });

  test.each([401, 403])("to a key that is refused with %i is unavailable", async (status) => {
    const { chat } = scriptChat({ agent: [() => Promise.reject(refusal(status, "refused"))] });
    await chat.start();
    expect(chat.state.value).toBe("unavailable");
  });

  test("without a network waits for it, however long, says so, and then draws the chat", async () => {
    const fail = () => Promise.reject(offline);
    const { chat } = scriptChat({
      kept: "st_1",
      agent: Array.from({ length: 30 }, () => fail),
      history: [
        ...Array.from({ length: 30 }, () => fail),
        () => Promise.resolve({ messages: longHistory(1) }),
      ],
    });
    const seen = new Set<string>();
    chat.state.subscribe((state) => seen.add(state));
    chat.notice.subscribe((notice) => seen.add(String(notice?.kind)));
    await chat.start();
    expect(seen).toEqual(new Set(["loading", "undefined", "reconnecting", "offline", "ready"]));
    expect(chat.notice.value).toBeUndefined();
    expect(chat.conversation.value).toHaveLength(2);
  });
});

describe("the visitor's controls", () => {
  test("stop ends the answer at the service and keeps its text", async () => {
    let end: (() => void) | undefined;
    const { chat, log } = scriptChat({
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

  test.each(["agent", "history"] as const)(
    "a new chat, requested before the %s has arrived, is not the old one",
    async (what) => {
      const { promise, resolve: arrive } = Promise.withResolvers<never>();
      const { chat, token, posted } = scriptChat({
        kept: "st_old",
        [what]: [() => promise],
        post: [answering("A")],
      });
      const started = chat.start();
      await settled();
      chat.startNew();
      chat.send("one");
      arrive((what === "agent" ? agent : { messages: longHistory(1) }) as never);
      await started;
      await settled();
      expect(posted.map(({ options }) => options.token)).toEqual([undefined]);
      expect(chat.conversation.value).toHaveLength(2);
      expect(token.read()).toBe("st_1");
    },
  );

  test("a new chat forgets the token; later events of the old one are not drawn", async () => {
    let late: (() => void) | undefined;
    const { chat, token } = scriptChat({
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

describe("a message that is stopped on its way", () => {
  test("releases those behind it; later ones wait their turn", async () => {
    const { chat, posted } = scriptChat({
      post: [
        () => Promise.reject(offline),
        ({ options }) => silent(options.signal),
        ({ options }) => {
          accept(options);
          return silent(options.signal);
        },
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    chat.send("two");
    chat.stop();
    chat.send("three");
    await settled();
    expect(posted.map(({ messages }) => messages[0]?.block)).toEqual([
      { value: "one" },
      { value: "one" },
      { value: "two" },
    ]);
    expect(chat.queued.value).toMatchObject([{ text: "three" }]);
    expect(chat.isAnswering.value).toBe(true);
  });

  test("releases those behind it even if another tab has changed something", async () => {
    const { chat, posted, log } = scriptChat({
      kept: "st_1",
      post: [() => Promise.reject(offline), ({ options }) => silent(options.signal), answering("Two.")],
      history: [
        () => Promise.resolve({ messages: longHistory(1) }),
        () => Promise.resolve({ messages: longHistory(3) }),
      ],
    });
    await chat.start();
    chat.send("one");
    await settled();
    chat.send("two");
    await chat.refresh();
    chat.stop();
    await settled();
    expect(posted.at(-1)?.messages).toEqual([{ type: "text", block: { value: "two" } }]);
    expect(log.at(-1)).toBe("history");
    expect(chat.conversation.value).toHaveLength(6);
  });
});
