import { describe, expect, test } from "vitest";
import type { ActionView } from "@servicechat/contract";
import { offersOf } from "../src/actions/offers.ts";
import { agent } from "./script-chat.ts";

const action = (change: Partial<ActionView>): ActionView => ({
  id: "a",
  name: "a",
  label: "A",
  description: "",
  kind: "prompt",
  confirm: false,
  ...change,
});

describe("the actions that are offered", () => {
  test("are of every kind, except unsafe links and forms that cannot be drawn", () => {
    const actions = [
      action({ id: "say" }),
      action({ id: "read", kind: "link", url: "https://acme.example/returns" }),
      action({ id: "run", kind: "link", url: "java\tscript:alert(1)" }),
      action({ id: "nowhere", kind: "link" }),
      action({ id: "fill", kind: "form", inputSchema: { properties: { order: { type: "string" } } } }),
      action({
        id: "draw",
        kind: "form",
        inputSchema: { properties: { a: { type: "array" } }, required: ["a"] },
      }),
      action({ id: "tell", kind: "host" }),
      { ...action({ id: "later" }), kind: "from the future" as "prompt" },
    ];
    const offers = offersOf({ ...agent, actions });
    expect(offers.map(({ action: { id }, href, fields }) => [id, href, fields.length])).toEqual([
      ["say", undefined, 0],
      ["read", "https://acme.example/returns", 0],
      ["fill", undefined, 1],
      ["tell", undefined, 0],
    ]);
  });

  test("are none before the agent is known", () => {
    expect(offersOf(undefined)).toEqual([]);
  });
});
