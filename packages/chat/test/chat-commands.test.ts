import type { ActionView, FileInfo } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import {
  accept,
  answering,
  done,
  events,
  lost,
  refusal,
  say,
  scriptChat,
  settled,
  start,
} from "./script-chat.ts";

const action = (change: Partial<ActionView>): ActionView => ({
  id: "pick",
  name: "pickProduct",
  label: "Pick a product",
  description: "",
  kind: "host",
  confirm: false,
  inputSchema: {
    type: "object",
    properties: {
      colour: { type: "string", title: "Colour" },
      order: { type: "string", title: "Order number" },
    },
  },
  ...change,
});
const lamp: FileInfo = { uploadId: "file_1", name: "lamp.png", mediaType: "image/png", size: 9 };

describe("files", () => {
  test("are sent with the text as one turn, and are drawn before it; in a retry, the chat already has them", async () => {
    const { chat, posted } = scriptChat({
      post: [
        ({ options }) => {
          accept(options);
          say(options, [
            start,
            { type: "error", data: { message: "No.", retryable: true, code: "reply_cut" } },
          ]);
          return Promise.resolve();
        },
        answering("A lamp"),
      ],
    });
    await chat.start();
    chat.send("What is this?", [lamp]);
    await settled();
    chat.retry();
    await settled();
    const text = { type: "text", block: { value: "What is this?" } };
    expect(posted.map(({ messages }) => messages)).toEqual([
      [{ type: "file", block: { uploadId: "file_1" } }, text],
      [text],
    ]);
    expect(chat.conversation.value).toMatchObject([
      { from: "visitor", file: lamp, text: "" },
      { from: "visitor", text: "What is this?" },
      { from: "agent", status: "failed" },
      { from: "visitor", text: "What is this?" },
      { from: "agent", status: "complete" },
    ]);
  });

  test("can be sent without a text", async () => {
    const { chat, posted } = scriptChat({ post: [answering("A lamp")] });
    await chat.start();
    chat.send(" ", [lamp]);
    await settled();
    expect(posted[0]?.messages).toEqual([{ type: "file", block: { uploadId: "file_1" } }]);
  });

  test("open a session that the first message then belongs to", async () => {
    const tokens: (string | undefined)[] = [];
    const { uploadId: id, ...rest } = lamp;
    const { chat, posted } = scriptChat({
      upload: [
        (_file, options) => {
          tokens.push(options?.token);
          return Promise.resolve({ token: "st_upload", file: { id, ...rest } });
        },
      ],
      post: [answering("A")],
    });
    await chat.start();
    expect(await chat.upload(new File(["x"], "lamp.png"), {})).toEqual(lamp);
    chat.send("hello");
    await settled();
    expect(tokens).toEqual([undefined]);
    expect(posted[0]?.options.token).toBe("st_upload");
  });

  test("of a session that no longer exists start another; any other refusal is reported", async () => {
    const tokens: (string | undefined)[] = [];
    const { chat } = scriptChat({
      kept: "st_old",
      history: [() => Promise.resolve({ messages: [] })],
      upload: [
        (_file, options) => {
          tokens.push(options?.token);
          return Promise.reject(refusal(404, "session_not_found"));
        },
        (_file, options) => {
          tokens.push(options?.token);
          return Promise.resolve({ token: "st_new", file: { ...lamp, id: "file_1" } });
        },
        () => Promise.reject(refusal(413, "payload_too_large")),
      ],
    });
    await chat.start();
    await chat.upload(new File(["x"], "lamp.png"), {});
    expect(tokens).toEqual(["st_old", undefined]);
    await expect(chat.upload(new File(["x"], "lamp.png"), {})).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });

  test("of a chat that is left become useless", async () => {
    const { chat, expected } = scriptChat({ post: [answering("A")] });
    await chat.start();
    chat.send("one");
    await settled();
    chat.startNew();
    expect(expected.forgotten).toBe(1);
  });
});

test("with invisible characters from a clipboard that the service refuses are sent and drawn without them", async () => {
  const { chat, posted } = scriptChat({ post: [answering("one"), answering("two")] });
  await chat.start();
  chat.send("NUL\0 is gone, its escape \\u0000 is not");
  await settled();
  chat.act(action({ kind: "form" }), { order: "A\0-1" });
  await settled();
  expect(posted.flatMap(({ messages }) => messages)).toEqual([
    { type: "text", block: { value: "NUL is gone, its escape \\u0000 is not" } },
    { type: "action", block: { actionId: "pick", input: { order: "A-1" } } },
  ]);
  expect(chat.conversation.value[0]).toMatchObject({ text: "NUL is gone, its escape \\u0000 is not" });
});

describe("an action", () => {
  test("is reported to the page by id, name and kind, and sent with its input; a link is only reported", async () => {
    const { chat, posted, told, details } = scriptChat({ post: [answering("A")] });
    await chat.start();
    chat.act(action({ id: "return", name: "return", label: "Return", kind: "form" }), { order: "A-1" });
    await settled();
    chat.act(action({ id: "help", name: "help", kind: "link" }));
    expect(posted.map(({ messages }) => messages)).toEqual([
      [{ type: "action", block: { actionId: "return", input: { order: "A-1" } } }],
    ]);
    expect(told.filter((name) => name === "action")).toHaveLength(2);
    expect(details.filter((detail) => "kind" in detail)).toEqual([
      { id: "return", name: "return", kind: "form" },
      { id: "help", name: "help", kind: "link" },
    ]);
    expect(chat.conversation.value[0]).toMatchObject({ text: "Return\nOrder number: A-1" });
  });

  test("of the kind host is the page's: its listener's result is sent, or nothing", async () => {
    const { chat, posted, told, askedOfPage } = scriptChat({ post: [answering("A"), answering("B")] });
    await chat.start();
    chat.act(action({}), { colour: "red" });
    const host = { id: "pick", name: "pickProduct", kind: "host", input: { colour: "red" } } as const;
    expect(askedOfPage).toEqual([host]);
    chat.tellResults(host, [undefined, undefined]);
    chat.tellResults(host, undefined);
    await settled();
    expect(posted).toHaveLength(0);

    chat.tellResults(host, [undefined, { product: "tent-2" }, "late"]);
    await settled();
    expect(posted[0]?.messages).toEqual([
      {
        type: "action",
        block: { actionId: "pick", input: { colour: "red" }, result: { product: "tent-2" } },
      },
    ]);
    expect(chat.conversation.value[0]).toMatchObject({ text: "Pick a product\nColour: red" });
    // The launcher reports it to the page; the chat does not repeat it.
    expect(told).not.toContain("action");
  });

  test("with too large a result from the page is an error for the page, and nothing is sent", async () => {
    const { chat, posted, details } = scriptChat({});
    await chat.start();
    chat.act(action({}));
    chat.tellResults({ id: "pick", name: "pickProduct", kind: "host" }, ["x".repeat(9000)]);
    chat.tellResults({ id: "unasked", name: "unasked", kind: "host" }, ["something"]);
    await settled();
    expect(posted).toHaveLength(0);
    expect(details).toEqual([{ code: "result_too_large", retryable: false }]);
  });
});

describe("the page's result for a host action", () => {
  const host = { id: "pick", name: "pickProduct", kind: "host" } as const;

  test("is sent once, with the action and input that the visitor chose", async () => {
    const { chat, posted } = scriptChat({ post: [answering("A"), answering("B")] });
    await chat.start();
    chat.act(action({}), { colour: "red" });
    chat.act(action({}), { colour: "blue" });
    chat.tellResults({ ...host, input: { colour: "red" } }, ["tent-1"]);
    chat.tellResults({ ...host, input: { colour: "red" } }, ["tent-2"]);
    chat.tellResults({ ...host, input: { colour: "green" } }, ["tent-3"]);
    await settled();
    expect(posted).toHaveLength(1);
    expect(chat.conversation.value[0]).toMatchObject({ text: "Pick a product\nColour: red" });
  });

  test("is ignored after the chat was left", async () => {
    const { chat, posted } = scriptChat({ post: [answering("A")] });
    await chat.start();
    chat.send("one");
    await settled();
    chat.act(action({}));
    chat.startNew();
    chat.tellResults(host, ["tent-1"]);
    await settled();
    expect(posted).toHaveLength(1);
    expect(chat.conversation.value).toEqual([]);
  });
});

describe("the page's context", () => {
  test("is read once for each turn, and is the same when the turn is sent again", async () => {
    const context = (name: string) => ({ data: { name } });
    const { chat, posted } = scriptChat({
      context: [context("one"), context("two")],
      post: [() => Promise.reject(lost), answering("A"), answering("B")],
    });
    await chat.start();
    chat.send("first");
    await settled();
    chat.send("second");
    await settled();
    expect(posted.map(({ options }) => options.context)).toEqual([
      context("one"),
      context("one"),
      context("two"),
    ]);
  });
});

describe("an answer that comes too late", () => {
  test("is replaced by the valid one from the history", async () => {
    const question = { question: "Which?", header: "", options: [], multiSelect: false };
    const told = (answer: string) => ({
      messages: [
        {
          id: "msg_1",
          role: "assistant" as const,
          content: "",
          created_at: "",
          status: "complete" as const,
          parts: [
            {
              type: "question" as const,
              id: "q1",
              questions: [question],
              answer: { answers: { "Which?": answer } },
            },
          ],
        },
      ],
    });
    const { chat, told: heard } = scriptChat({
      history: [() => Promise.resolve(told("the other tab's"))],
      post: [
        ({ options }) => {
          accept(options);
          say(
            options,
            events(start, { type: "ask_user_question", data: { id: "q1", questions: [question] } }, done),
          );
          return Promise.resolve();
        },
        () => Promise.reject(refusal(400, "malformed_request")),
      ],
    });
    await chat.start();
    chat.send("hello");
    await settled();
    chat.answer("q1", { "Which?": "mine" }, false);
    await settled();
    expect(chat.conversation.value).toMatchObject([
      { parts: [{ answer: { answers: { "Which?": "the other tab's" } } }] },
    ]);
    expect(chat.isAnswering.value).toBe(false);
    expect(heard).not.toContain("error");
  });
});
