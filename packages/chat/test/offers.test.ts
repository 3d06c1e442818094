import { describe, expect, test } from "vitest";
import type { ActionView } from "@servicechat/contract";
import { offersOf } from "../src/screens/offers.ts";
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
  test("are prompts, and links that may be drawn", () => {
    const actions = [
      action({ id: "say" }),
      action({ id: "read", kind: "link", url: "https://acme.example/returns" }),
      action({ id: "run", kind: "link", url: "java\tscript:alert(1)" }),
      action({ id: "nowhere", kind: "link" }),
      action({ id: "fill", kind: "form" }),
      action({ id: "tell", kind: "host" }),
    ];
    const offers = offersOf({ ...agent, actions });
    expect(offers.map((offer) => [offer.action.id, offer.href])).toEqual([
      ["say", undefined],
      ["read", "https://acme.example/returns"],
    ]);
  });

  test("are none before the agent is known", () => {
    expect(offersOf(undefined)).toEqual([]);
  });
});
