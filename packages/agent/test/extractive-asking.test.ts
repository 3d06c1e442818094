import { describe, expect, test } from "vitest";
import type { ModelMessage, ToolDescription } from "../src/agent.ts";
import { sentences } from "../src/models/extractive/sentences.ts";
import {
  askTool,
  called,
  passage,
  queryOf,
  result,
  searchTool,
  searched,
  speak,
} from "./speak-extractive.ts";

describe("asking back", () => {
  const stove = passage("Nozzle cleaning", { title: "Stove", headings: ["Stove", "Nozzle cleaning"] });
  const tent = passage("Cleaning", { title: "Tent", headings: ["Tent", "Cleaning"], score: 0.75 });
  const asked = searched("cleaning", [stove, tent]);

  test("a short question that fits two documents about equally well is asked back about", async () => {
    const said = await speak(asked);
    expect(said).toMatchObject({ text: "", finish: "tools", toolCalls: [{ name: "AskUserQuestion" }] });
    expect(said.toolCalls[0]?.input).toEqual({
      questions: [
        {
          question: sentences.whichTopic,
          header: sentences.topicHeader,
          options: [
            { label: "Stove", description: "Nozzle cleaning" },
            { label: "Tent", description: "Cleaning" },
          ],
          multiSelect: false,
        },
      ],
    });
  });

  test("within one document the topics are its top headings", async () => {
    const said = await speak(
      searched("label", [
        passage("Printing", { text: "Print the label." }),
        passage("Price", { text: "The label is free." }),
        passage("Elsewhere", { text: "Only the title fits." }),
      ]),
    );
    expect(said.toolCalls[0]?.input).toMatchObject({
      questions: [{ options: [{ label: "Printing" }, { label: "Price" }] }],
    });
  });

  test("it does not ask without the tool, about a clear question, or when one topic is clearly better", async () => {
    const clear: readonly [readonly ModelMessage[], readonly ToolDescription[]][] = [
      [asked, [searchTool]],
      [searched("cleaning the nozzle of my stove", [stove, tent]), [searchTool, askTool]],
      [searched("cleaning", [stove, { ...tent, score: 0.5 }]), [searchTool, askTool]],
      [searched("cleaning", [stove]), [searchTool, askTool]],
    ];
    for (const [messages, tools] of clear) {
      const said = await speak(messages, { tools });
      expect(said.toolCalls).toEqual([]);
      expect(said.text).toContain("All about Nozzle cleaning.");
    }
  });

  test("a question that a heading repeats in nearly the same words is answered from there, whatever fits as well", async () => {
    const passages = [passage("What delivery costs"), passage("How long delivery takes")];
    const said = await speak(searched("How long does delivery take?", passages));
    expect(said.toolCalls).toEqual([]);
    expect(said.text).toMatch(/^All about How long delivery takes\./);
    for (const unclear of ["delivery", "How is delivery?"])
      expect((await speak(searched(unclear, passages))).toolCalls).toMatchObject([
        { name: "AskUserQuestion" },
      ]);
  });

  test("a section about what is asked has no rival in one that only mentions it, even one that fits a little better", async () => {
    const start = passage("Start the service", {
      title: "Running",
      headings: ["Running", "Start the service"],
    });
    const figures = passage("What each figure means", {
      title: "Watching",
      headings: ["Watching", "What each figure means"],
      text: "Counters begin at 0 with every start of the service.",
    });
    for (const found of [
      [start, figures],
      [figures, { ...start, score: 0.75 }],
    ]) {
      const said = await speak(searched("How do I start the service?", found));
      expect(said.toolCalls).toEqual([]);
      expect(said.text).toMatch(/^(?:\*\*Start the service\*\*\n\n)?All about Start the service\./);
    }
  });

  test("a heading that has only small words of the question is not what is asked", async () => {
    const look = passage("What the chat looks like");
    const files = passage("Agent files", { score: 0.85, text: "What agent files may have in them." });
    const said = await speak(searched("What does the agent file look like?", [files, look]));
    expect(said.text).toMatch(/^(?:\*\*Agent files\*\*\n\n)?What agent files/);
  });

  const question = [...asked, called("AskUserQuestion", {}, "call_2")];
  const answered = (value: unknown) => [...question, result("AskUserQuestion", value, { callId: "call_2" })];
  const choice = answered({ answers: { [sentences.whichTopic]: "Tent" } });

  test("after the answer it searches with the chosen topic, and answers about that without asking again", async () => {
    expect(await queryOf(choice)).toEqual({ query: "cleaning Tent" });
    const said = await speak([...choice, ...searched("", [stove, tent]).slice(1)]);
    expect(said.toolCalls).toEqual([]);
    expect(said.text).toContain("All about Cleaning.");
    expect(said.text).not.toContain("Nozzle");
  });

  test("an answer in plain words is taken along, or is a question of its own", async () => {
    expect(await queryOf(answered({ text: "the big tent" }))).toEqual({ query: "cleaning the big tent" });
    expect(await queryOf(answered({ text: "Where can I buy spare sleeves for poles?" }))).toEqual({
      query: "Where can I buy spare sleeves for poles?",
    });
  });

  test("when the question is skipped it answers with what it had found", async () => {
    const said = await speak(answered({ skipped: true }));
    expect(said.toolCalls).toEqual([]);
    expect(said.text).toContain("All about Nozzle cleaning.");
  });
});
