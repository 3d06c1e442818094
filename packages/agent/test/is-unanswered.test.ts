import { describe, expect, test } from "vitest";
import type { ModelDefinition } from "@servicechat/contract/agent-file";
import type { NumberedPassage } from "../src/sources.ts";
import { isUnanswered, createReplyRecord } from "../src/reply/reply-record.ts";
import { createTextEmitter } from "../src/reply/text-emitter.ts";

/** A step of a reply: tools are used, or the model writes something. */
type Step = Parameters<ReturnType<typeof createReplyRecord>["recordToolUse"]>[0] | string;

const model = { provider: "openai", name: "m", baseUrl: "https://m.example" } as ModelDefinition;
const extractive = { provider: "extractive" } as ModelDefinition;

function used(name: string, failed = false): Step {
  return { results: [{ role: "tool", callId: "c", name, result: "", failed }], searches: [] };
}

/** A search that found passages with these scores, numbered from 1. */
function search(...scores: readonly number[]): Step {
  const about = { title: "Tents", headings: ["Tents"], text: "Of tents." };
  const passages = scores.map((score, index) => {
    const number = index + 1;
    return { ...about, number, url: `https://acme.example/${number}`, score };
  });
  return searched(passages);
}

function searched(passages: readonly NumberedPassage[], failed = false): Step {
  const searches = [{ callId: "c", query: "tents", passages }];
  return { results: [{ role: "tool", callId: "c", name: "search_knowledge", result: "", failed }], searches };
}

const says = (text: string): Step => text;

describe("a reply is unanswered when it searched and found nothing to answer from", () => {
  test.each<readonly [string, boolean, ModelDefinition, readonly Step[]]>([
    ["that did not search", false, model, [says("I do not know.")]],
    ["whose search found nothing", true, model, [search(), says("Nothing.")]],
    ["whose search failed", true, model, [searched([], true), says("Sorry.")]],
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
    ["that has the result of another tool", false, model, [search(), used("orders"), says("Sent.")]],
    ["whose other tool failed too", true, model, [search(), used("orders", true), says("Sorry.")]],
  ])("a reply %s: %s", (_, expected, speaker, steps) => {
    const emitter = createTextEmitter({ emit: () => undefined, maxLength: 1_000, onFull: () => undefined });
    const record = createReplyRecord(emitter, speaker);
    for (const step of steps) {
      if (typeof step !== "string") record.recordToolUse(step);
      else {
        emitter.say(step);
        record.recordResponse([]);
      }
    }
    expect(isUnanswered(record)).toBe(expected);
  });
});
