import { describe, expect, test } from "vitest";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import { isUnanswered } from "../src/reply/is-unanswered.ts";
import type { ReplyOutcome } from "../src/agent.ts";

type Entry = ReplyOutcome["transcript"][number];

const model = { provider: "openai", name: "m", baseUrl: "https://m.example" } as ModelDefinition;
const extractive = { provider: "extractive" } as ModelDefinition;

function used(name: string, result: string, failed = false): Entry {
  return { role: "tool", callId: "c", name, result, failed };
}

/** A search that found passages with these scores, numbered from 1. */
function search(...scores: readonly number[]): Entry {
  const about = { title: "Tents", headings: ["Tents"], text: "Of tents." };
  const passages = scores.map((score, index) => {
    const number = index + 1;
    return { ...about, number, url: `https://acme.example/${number}`, score };
  });
  return used("search_knowledge", JSON.stringify({ passages }));
}

const says = (text: string): Entry => ({ role: "assistant", text, toolCalls: [] });

describe("a reply is unanswered when it searched and found nothing to answer from", () => {
  test.each<readonly [string, boolean, ModelDefinition, readonly Entry[]]>([
    ["that did not search", false, model, [says("I do not know.")]],
    ["whose search found nothing", true, model, [search(), says("Nothing.")]],
    [
      "whose search failed",
      true,
      model,
      [used("search_knowledge", "The tool failed.", true), says("Sorry.")],
    ],
    ["with a good passage", false, model, [search(0.2, 0.35), says("Here.")]],
    ["with a good passage in its second search", false, model, [search(0.1), search(0.8), says("Here.")]],
    ["with weak passages, none of them cited", true, model, [search(0.2, 0.34), says("I am not sure.")]],
    ["that cites a weak passage by its number", false, model, [search(0.2, 0.3), says("In May [2].")]],
    [
      "that cites a weak passage by its address",
      false,
      model,
      [search(0.2), says("See https://acme.example/1.")],
    ],
    ["that cites a number that was not found", true, model, [search(0.2), says("In May [7].")]],
    [
      "with weak passages, quoted as the nearest there is",
      true,
      extractive,
      [search(0.3), says("Near: [1]")],
    ],
    ["that quotes the first, weak one", true, extractive, [search(0.3, 0.4), says("Near: [1]")]],
    ["with a good passage, quoted", false, extractive, [search(0.4), says("In May [1].")]],
    ["that has the result of another tool", false, model, [search(), used("orders", "sent"), says("Sent.")]],
    ["whose other tool failed too", true, model, [search(), used("orders", "failed", true), says("Sorry.")]],
  ])("a reply %s: %s", (_, expected, speaker, transcript) => {
    expect(isUnanswered({ model: speaker, transcript })).toBe(expected);
  });
});
