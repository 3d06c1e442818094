import type { StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import type { Replacement } from "../src/conversation/after-posting.ts";
import type { Chat } from "../src/conversation/chat.ts";
import { lastTurn } from "../src/conversation/conversation.ts";
import { createReplacement, editableTurn } from "../src/message-tools/replacement.ts";
import { longHistory } from "./fake-answers.ts";
import { answering, lost, offline, refusal, replyId, scriptChat, settled, silent } from "./script-chat.ts";

const told = () => Promise.resolve({ messages: longHistory(1) });

const colour = { question: "Which colour?", header: "Colour", options: [], multiSelect: false };
const asksColour: StreamEvent = { type: "ask_user_question", data: { id: "q1", questions: [colour] } };

/** Replaces the last message with the next one. */
function replacing(chat: Chat, ...finds: (() => Promise<string>)[]): Replacement {
  const { key, place } = createReplacement(chat, lastTurn(chat.conversation.peek()));
  const find = () => (finds.shift() ?? (() => Promise.resolve("msg_1")))();
  return { key, place, find, answered: () => undefined };
}

/** What is on screen, and what was replaced. */
const drawn = ({ conversation }: Chat): readonly string[] =>
  conversation.value.map((entry) => {
    const text = entry.from === "visitor" ? entry.text : `(${entry.status})`;
    return entry.replaced ? `${text} replaced` : text;
  });

const answerOf = ({ conversation }: Chat): unknown =>
  conversation.value
    .flatMap((entry) => (entry.from === "agent" ? entry.parts : []))
    .find((part) => part.type === "question")?.answer;

describe("a turn that replaces the last one", () => {
  test("is sent with the message it replaces; the old exchange is hidden from then on", async () => {
    const { chat, posted } = scriptChat({
      post: [answering("One."), answering("Two."), answering("Three.")],
    });
    await chat.start();
    for (const text of ["one", "two", "three"]) {
      chat.send(text, [], undefined, text === "one" ? undefined : replacing(chat));
      await settled();
    }
    expect(posted.map(({ options }) => options.replaces)).toEqual([undefined, "msg_1", "msg_1"]);
    expect(drawn(chat)).toEqual([
      "one replaced",
      "(complete) replaced",
      "two replaced",
      "(complete) replaced",
      "three",
      "(complete)",
    ]);
  });

  test("answers again what the old one had answered, and withdraws that if it is refused", async () => {
    const { chat } = scriptChat({
      post: [
        answering(asksColour),
        answering("Red it is."),
        () => Promise.reject(refusal(503, "storage_unavailable")),
        answering("Blue it is."),
      ],
    });
    await chat.start();
    for (const text of ["a shirt", "red"]) {
      chat.send(text);
      await settled();
    }
    expect(answerOf(chat)).toEqual({ answers: { "Which colour?": "red" }, plainText: true });
    chat.send("blue", [], undefined, replacing(chat));
    await settled();
    expect(answerOf(chat)).toEqual({ answers: { "Which colour?": "red" }, plainText: true });
    expect(drawn(chat)).toEqual(["a shirt", "(complete)", "red", "(complete)", "blue", "(failed)"]);
    chat.retry();
    await settled();
    expect(answerOf(chat)).toEqual({ answers: { "Which colour?": "blue" }, plainText: true });
    expect(drawn(chat).slice(2)).toEqual(["red replaced", "(complete) replaced", "blue", "(complete)"]);
  });

  test("is sent instead of one that the service has not accepted, and replaces what that was to replace", async () => {
    const refused = () => Promise.reject(refusal(400, "malformed_request"));
    const { chat, posted } = scriptChat({
      post: [refused, answering("One."), refused, answering("Two.")],
      context: [1, 2, 3, 4].map((page) => ({ data: { page } })),
    });
    await chat.start();
    const unknown = () => Promise.resolve("msg_unknown");
    for (const [text, ...finds] of [["no"], ["one", unknown], ["never"], ["two", unknown]] as const) {
      chat.send(text, [], undefined, text === "no" ? undefined : replacing(chat, ...finds));
      await settled();
    }
    expect(posted.map(({ options }) => options.replaces)).toEqual([undefined, undefined, "msg_1", "msg_1"]);
    expect(posted.map(({ options }) => options.context?.data?.["page"])).toEqual([1, 2, 3, 4]);
    expect(drawn(chat)).toEqual(["one replaced", "(complete) replaced", "two", "(complete)"]);
  });

  test("that comes too late is returned, and the service's version is drawn", async () => {
    const { chat, log } = scriptChat({
      post: [answering("One."), () => Promise.reject(refusal(409, "not_replaceable"))],
      history: [() => Promise.resolve({ messages: [] })],
    });
    await chat.start();
    chat.send("one");
    await settled();
    const givenBack: unknown[] = [];
    chat.send("two", [], (isLate) => givenBack.push(isLate), replacing(chat));
    await settled();
    expect(givenBack).toEqual([true]);
    expect(log).toEqual(["post", "post", "history"]);
    expect(drawn(chat)).toEqual([]);
  });

  test("that comes too late is returned before the answer of another tab is followed, and never in another chat", async () => {
    const [asked, answer] = longHistory(1);
    if (!asked || !answer) throw new Error("no history");
    const running = { ...answer, id: replyId.replace("rep", "msg"), status: "streaming" } as const;
    const late = () => Promise.reject(refusal(409, "not_replaceable"));
    const givenBack: unknown[] = [];
    const { chat } = scriptChat({
      kept: "st_1",
      post: [late],
      history: [told, () => Promise.resolve({ messages: [asked, running] })],
      follow: [({ signal }) => silent(signal)],
    });
    await chat.start();
    chat.send("two", [], (isLate) => givenBack.push(isLate), replacing(chat));
    await settled();
    expect(drawn(chat).at(-1)).toBe("(streaming)");
    expect(givenBack).toEqual([true]);

    for (const next of [undefined, "st_2"]) {
      const left = scriptChat({
        kept: "st_1",
        post: [() => (left.token.write(next ?? ""), late())],
        history: [told, () => Promise.resolve({ messages: longHistory(2) })],
      });
      await left.chat.start();
      left.chat.send("two", [], (isLate) => givenBack.push(isLate), replacing(left.chat));
      await settled();
      expect(drawn(left.chat)).toHaveLength(next ? 4 : 0);
      expect(left.chat.state.value).toBe("ready");
      expect(left.expected.forgotten).toBe(1);
    }
    expect(givenBack).toEqual([true]);
  });

  test("that should replace one of a chat that no longer exists is returned", async () => {
    const givenBack: unknown[] = [];
    const gone = () => Promise.reject(refusal(404, "session_not_found"));
    const { chat } = scriptChat({
      post: [
        answering("One."),
        ({ options }) => {
          expect(options.replaces).toBe("msg_none");
          return Promise.reject(refusal(409, "not_replaceable"));
        },
      ],
      history: [gone, () => Promise.resolve({ messages: [] })],
    });
    await chat.start();
    chat.send("one");
    await settled();
    const replacement = createReplacement(chat, lastTurn(chat.conversation.peek()));
    chat.send("two", [], (isLate) => givenBack.push(isLate), replacement);
    await settled();
    expect(givenBack).toEqual([true]);
  });

  test("that the service accepted as an additional one is drawn beside the other", async () => {
    const [asked, answer] = longHistory(1);
    if (!asked || !answer) throw new Error("no history");
    const more = { ...answer, id: replyId.replace("rep", "msg") };
    const { chat, posted, log } = scriptChat({
      kept: "st_1",
      post: [answering("Two."), answering("Three.")],
      history: [
        told,
        ...Array(2).fill(() =>
          Promise.resolve({ messages: [asked, answer, { ...asked, id: "msg_u1" }, more] }),
        ),
      ],
    });
    await chat.start();
    const replacement = createReplacement(chat, lastTurn(chat.conversation.peek()));
    chat.send("two", [], undefined, replacement);
    await settled();
    expect(posted.at(-1)?.options.replaces).toBe("msg_u0");
    expect(drawn(chat)).toEqual([asked.content, "(complete)", asked.content, "(complete)"]);
    expect(log).toEqual(["history", "post", "history", "history"]);
  });

  test("cannot be started for one that the service may have accepted without anybody knowing: that is sent again", async () => {
    const { chat, posted } = scriptChat({
      post: [() => Promise.reject(lost), ({ options }) => silent(options.signal), answering("One.")],
    });
    await chat.start();
    chat.send("one");
    await settled();
    expect(chat.notice.value).toEqual({ kind: "reconnecting" });
    chat.stop();
    expect(drawn(chat)).toEqual(["one", "(failed)"]);
    expect(editableTurn(chat)).toBeUndefined();
    chat.retry();
    await settled();
    expect(new Set(posted.map(({ options }) => options.idempotencyKey)).size).toBe(1);
    expect(editableTurn(chat)).toHaveLength(1);
  });

  test("is not sent before it is known what it replaces, which is requested until it is", async () => {
    const { chat, log, posted } = scriptChat({ post: [answering("One."), answering("Two.")] });
    await chat.start();
    chat.send("one");
    await settled();
    const finds = [() => Promise.reject(offline), () => Promise.resolve("msg_7")];
    chat.send("two", [], undefined, replacing(chat, ...finds));
    await settled();
    expect(posted.map(({ options }) => options.replaces)).toEqual([undefined, "msg_7"]);
    expect(log).toEqual(["post", expect.stringMatching(/^wait /), "post"]);
    expect(drawn(chat)).toEqual(["one replaced", "(complete) replaced", "two", "(complete)"]);
  });
});
