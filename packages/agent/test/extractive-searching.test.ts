import { asObject } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import type { ModelMessage } from "../src/agent.ts";
import type { FoundPassage } from "../src/sources.ts";
import { en as phrases } from "../src/extractive/phrases/en.ts";
import { passage, queryOf, result, searched, speak, user } from "./speak-extractive.ts";

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
  // Without the sentence that a question refers to, it asks for something else.
  const things = "We have 400 PDFs and an old help center elsewhere.";
  const asked = "Can I get all of that in without copying everything by hand?";
  expect(await queryOf([user(`${story} ${things} ${asked}`)])).toEqual({ query: `${things} ${asked}` });
  expect(await queryOf([user(`${story} Right?`)])).toEqual({ query: `${story} Right?` });
  const short = "We use PostgreSQL 14. Does it work with that?";
  expect(await queryOf([user(short)])).toEqual({ query: short });
});

describe("a message of several questions", () => {
  const both = "Is delivery free? And how long may I return shoes?";
  const free = passage("Delivery", { text: "Delivery is free from 50 euros." });
  const period = passage("Period", { text: "You may return shoes within 60 days." });
  const foundFor = (
    message: string,
    found: readonly (readonly FoundPassage[])[],
  ): readonly ModelMessage[] => [
    user(message),
    {
      role: "assistant",
      text: "",
      toolCalls: found.map((_, at) => ({ id: `call_${at}`, name: "search_knowledge", input: {} })),
    },
    ...found.map((passages, at) => result("search_knowledge", { passages }, { callId: `call_${at}` })),
  ];
  const queriesOf = async (message: string) =>
    (await speak([user(message)])).toolCalls.map(({ input }) => asObject(input)?.["query"]);

  test("is searched for as a whole and by each question that says enough alone", async () => {
    expect(await queriesOf(both)).toEqual([both, "Is delivery free?", "And how long may I return shoes?"]);
    const joint = "Is delivery free and can I pay by invoice";
    expect(await queriesOf(joint)).toEqual([joint, "Is delivery free", "can I pay by invoice"]);
    const statement = "I paid by card and would like to know how long that takes.";
    expect(await queriesOf(statement)).toEqual([statement]);
    const back = "Do you sell boots? And for how long are those kept?";
    expect(await queriesOf(back)).toEqual([back, "Do you sell boots?"]);
  });

  test("has the answer to each below its question", async () => {
    const said = await speak(foundFor(both, [[free], [free], [period]]));
    expect(said.text).toBe(
      "**Is delivery free?**\n\nDelivery is free from 50 euros.\n\n" +
        "Source: [Returns › Delivery](https://docs.example/returns#delivery)\n\n" +
        "**And how long may I return shoes?**\n\nYou may return shoes within 60 days.\n\n" +
        "Source: [Returns › Period](https://docs.example/returns#period)",
    );
  });

  test("is answered as a whole when only one of them has an answer, or one section has both", async () => {
    const far = { ...period, score: 0.2 };
    const whole = await speak(foundFor(both, [[free], [free], [far]]));
    expect(whole.text).toMatch(/^Delivery is free from 50 euros\.\n\nSource/);
    const same = await speak(foundFor(both, [[free], [free], [free]]));
    expect(same.text).toMatch(/^Delivery is free from 50 euros\.\n\nSource/);
    const heading = passage(both, { text: "It is free, and you have 60 days." });
    const called = await speak(foundFor(both, [[heading], [free], [period]]));
    expect(called.text).toMatch(/^It is free, and you have 60 days\./);
  });

  test("is answered by its only question when the sentences around it hide that", async () => {
    const near = { ...period, score: 0.2 };
    const story = "We run a small bakery. How long may I return shoes?";
    const said = await speak(foundFor(story, [[near], [period]]));
    expect(said.text).toMatch(/^You may return shoes within 60 days\./);
    // "It" is something that was told before.
    const told = await speak(foundFor("My bike is red. Can I return it?", [[near], [period]]));
    expect(told.text).toContain(phrases.closest);
    const known = { ...period, startsWithAnswer: true } as const;
    const asked = await speak(foundFor("We run a bakery. Can I return it?", [[near], [known]]));
    expect(asked.text).toMatch(/^You may return shoes/);
  });

  test("is answered by a question of common words only if a section is asked exactly that", async () => {
    const near = { ...period, score: 0.2 };
    const common = "Can it make things up? I fear for our customers.";
    expect(await queriesOf(common)).toEqual([common, "Can it make things up?"]);
    const known = { ...period, startsWithAnswer: true } as const;
    expect((await speak(foundFor(common, [[near], [known]]))).text).toMatch(/^You may return shoes/);
    expect((await speak(foundFor(common, [[near], [period]]))).text).toContain(phrases.closest);
  });
});
