import { expect, test } from "vitest";
import { queryOf, searched, speak, user } from "./speak-extractive.ts";

test("a question is searched for before anything is said", async () => {
  expect(await speak([user("How do returns work?")])).toEqual({
    text: "",
    toolCalls: [{ id: "extractive_1", name: "search_knowledge", input: { query: "How do returns work?" } }],
    finish: "tools",
    inputTokens: 0,
    outputTokens: 0,
  });
});

test("a follow-up that says too little alone is searched for together with the question before it", async () => {
  const before = [
    user("How long does delivery take?"),
    { role: "assistant", text: "…", toolCalls: [] } as const,
  ];
  expect(await queryOf([...before, user("and to Switzerland?")])).toEqual({
    query: "How long does delivery take? and to Switzerland?",
  });
  expect(await queryOf([...before, user("Why?")])).toEqual({ query: "How long does delivery take? Why?" });
  expect(await queryOf([...before, user("Wouldn’t you?")])).toEqual({
    query: "How long does delivery take? Wouldn’t you?",
  });
  expect(await queryOf([...before, user("Do you sell gift cards?")])).toEqual({
    query: "Do you sell gift cards?",
  });
  expect(await queryOf([user("Why?")])).toEqual({ query: "Why?" });
});

test("a call's id is new in the conversation, and a query is never longer than the tool takes", async () => {
  const said = await speak([
    ...searched("Old question", []).map((message) =>
      message.role === "assistant"
        ? { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, id: "extractive_2" })) }
        : message,
    ),
    user("new question ".repeat(100)),
  ]);
  expect(said.toolCalls[0]?.id).toBe("extractive_3");
  expect(said.toolCalls[0]?.input).toEqual({ query: "new question ".repeat(100).slice(0, 500) });
});

test("a long message is searched for by its questions, without the story around them", async () => {
  const story =
    "We sell tents in a small shop by the sea, and last year a bot promised one of our customers a refund that we never offered.";
  expect(await queryOf([user(`${story} What stops it from making things up? Thanks, Jo`)])).toEqual({
    query: "What stops it from making things up?",
  });
  expect(await queryOf([user(`${story} Can I return it?!`)])).toEqual({
    query: `${story} Can I return it?!`,
  });
  expect(await queryOf([user(`${story} Right?`)])).toEqual({ query: `${story} Right?` });
  const short = "We use PostgreSQL 14. Does it work with that?";
  expect(await queryOf([user(short)])).toEqual({ query: short });
});
