import { describe, expect, test } from "vitest";
import type { ModelMessage, ToolDescription } from "../src/agent.ts";
import { en as phrases } from "../src/extractive/phrases/en.ts";
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
  const stove = passage("Nozzle cleaning", {
    title: "Stove",
    headings: ["Stove", "Nozzle cleaning"],
    url: "https://docs.example/stove#nozzle",
  });
  const tent = passage("Tent cleaning", {
    title: "Tent",
    headings: ["Tent", "Care", "Tent cleaning"],
    url: "https://docs.example/tent#cleaning",
    score: 0.75,
  });
  const asked = searched("cleaning", [stove, tent]);

  test("one or two words that fit sections of several documents equally well are asked back about", async () => {
    const said = await speak(asked);
    expect(said).toMatchObject({ text: "", finish: "tools", toolCalls: [{ name: "AskUserQuestion" }] });
    expect(said.toolCalls[0]?.input).toEqual({
      questions: [
        {
          question: phrases.whichTopic,
          header: phrases.topicHeader,
          options: [
            { label: "Nozzle cleaning", description: "Stove" },
            { label: "Tent cleaning", description: "Tent › Care" },
          ],
          multiSelect: false,
        },
      ],
    });
  });

  test("it does not ask without the tool, about a question of more words, or when one section fits better", async () => {
    const clear: readonly [readonly ModelMessage[], readonly ToolDescription[]][] = [
      [asked, [searchTool]],
      [searched("how is cleaning done", [stove, tent]), [searchTool, askTool]],
      [searched("cleaning", [stove, { ...tent, score: 0.5 }]), [searchTool, askTool]],
      [searched("cleaning", [stove]), [searchTool, askTool]],
      [searched("nozzle cleaning", [stove, tent]), [searchTool, askTool]],
      [searched("cleaning", [stove, { ...stove, headings: ["Stove", "Hose"] }]), [searchTool, askTool]],
    ];
    for (const [messages, tools] of clear) {
      const said = await speak(messages, { tools });
      expect(said.toolCalls).toEqual([]);
      expect(said.text).toContain("All about Nozzle cleaning.");
    }
  });

  const question = [...asked, called("AskUserQuestion", {}, "call_2")];
  const answered = (value: unknown) => [...question, result("AskUserQuestion", value, { callId: "call_2" })];
  const choice = answered({ answers: { [phrases.whichTopic]: "Tent cleaning" } });

  test("after the answer it searches with the chosen topic, and answers about that without asking again", async () => {
    expect(await queryOf(choice)).toEqual({ query: "cleaning Tent cleaning" });
    const said = await speak([...choice, ...searched("", [stove, tent]).slice(1)]);
    expect(said.toolCalls).toEqual([]);
    expect(said.text).toContain("All about Tent cleaning.");
    expect(said.text).not.toContain("Nozzle");
  });

  test("options with one heading are distinguished by their documents, and so is the choice", async () => {
    const other = { ...stove, headings: ["Stove", "Tent cleaning"], text: "All about stoves." };
    const { toolCalls } = await speak(searched("clean", [other, tent]));
    const labels = ["Tent cleaning (Stove)", "Tent cleaning (Tent)"];
    expect(toolCalls[0]?.input).toMatchObject({
      questions: [{ options: labels.map((label) => ({ label })) }],
    });
    const chosen = answered({ answers: { [phrases.whichTopic]: "Tent cleaning (Tent)" } });
    const said = await speak([...chosen, ...searched("", [other, tent]).slice(1)]);
    expect(said.text).toMatch(/^All about Tent cleaning\./);
  });

  test("a few typed words that name one of the options choose it; any other text is a separate message", async () => {
    const answeredWith = (text: string) => {
      const options = [{ label: "Nozzle cleaning (Stove)" }, { label: "Tent cleaning" }];
      const asking = called("AskUserQuestion", { questions: [{ options }] }, "call_2");
      return [...asked, asking, result("AskUserQuestion", { text }, { callId: "call_2" })];
    };
    expect(await queryOf(answeredWith("the big tent"))).toEqual({ query: "cleaning Tent cleaning" });
    for (const other of ["refund", "cleaning", "Where can I buy spare sleeves for tent poles?"])
      expect(await queryOf(answeredWith(other))).toEqual({ query: other });
  });

  test("when the question is skipped it answers with what it had found", async () => {
    const said = await speak(answered({ skipped: true }));
    expect(said.toolCalls).toEqual([]);
    expect(said.text).toContain("All about Nozzle cleaning.");
  });
});
