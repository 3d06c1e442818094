import type { StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import type { Replacement } from "../src/conversation/after-posting.ts";
import type { Chat } from "../src/conversation/chat.ts";
import { lastTurn } from "../src/conversation/conversation.ts";
import { createReplacement } from "../src/conversation/create-replacement.ts";
import { answering, offline, refusal, scriptChat, settled } from "./script-chat.ts";

const colour = { question: "Which colour?", header: "Colour", options: [], multiSelect: false };
const asksColour: StreamEvent = { type: "ask_user_question", data: { id: "q1", questions: [colour] } };

/** Puts what is said next in the place of what was said last. */
function replacing({ conversation }: Chat, ...finds: (() => Promise<string>)[]): Replacement {
  const { place } = createReplacement({ conversation, history }, lastTurn(conversation.peek()));
  return { place, find: () => (finds.shift() ?? (() => Promise.resolve("msg_1")))() };
}
const history = () => Promise.reject(new Error("nobody asks"));

/** What stands on screen, and what of it is out of the way. */
const drawn = ({ conversation }: Chat): readonly string[] =>
  conversation.value.map((entry) => {
    const text = entry.from === "visitor" ? entry.text : `(${entry.status})`;
    return entry.replaced ? `${text} replaced` : text;
  });

const answerOf = ({ conversation }: Chat): unknown =>
  conversation.value
    .flatMap((entry) => (entry.from === "agent" ? entry.parts : []))
    .find((part) => part.type === "question")?.answer;

describe("a turn in the place of the last one", () => {
  test("is sent with the message it replaces; the old exchange is out of the way from then on", async () => {
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

  test("answers again what the old one had answered, and gives that back when it is refused", async () => {
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
    expect(answerOf(chat)).toEqual({ answers: { "Which colour?": "red" } });
    chat.send("blue", [], undefined, replacing(chat));
    await settled();
    expect(answerOf(chat)).toEqual({ answers: { "Which colour?": "red" } });
    expect(drawn(chat)).toEqual(["a shirt", "(complete)", "red", "(complete)", "blue", "(failed)"]);
    chat.retry();
    await settled();
    expect(answerOf(chat)).toEqual({ answers: { "Which colour?": "blue" } });
    expect(drawn(chat).slice(2)).toEqual(["red replaced", "(complete) replaced", "blue", "(complete)"]);
  });

  test("stands instead of one that the service has not taken, and replaces what that was to replace", async () => {
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

  test("that comes too late is given back, and what the service has is drawn", async () => {
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

  test("is not sent before it is known what it replaces, which is asked for until it is", async () => {
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
