import { agentFileSchema } from "@servicechat/contract/agent-file";
import { describe, expect, test } from "vitest";
import { readStoredAgent } from "../src/agents/read-stored-agent.ts";

/** Whole, as the first version stored it: every default filled in, and nothing that came later. */
const early = {
  id: "guide",
  name: "Guide",
  welcomeMessage: null,
  instructions: "Be brief.",
  model: {
    provider: "openai",
    baseUrl: "https://models.example/v1",
    name: "small",
    maxOutputTokens: 2000,
    contextTokens: 16_000,
  },
  branding: {
    primaryColor: "#0f766e",
    logo: null,
    position: "bottom-left",
    style: "floating",
    attribution: false,
  },
  starters: ["Hello"],
  tools: ["search_knowledge"],
  actions: [],
  knowledge: [{ files: "./docs/*.md" }],
  limits: { maxToolRounds: 3, replySeconds: 60, dailyOutputTokens: 1000 },
};

const later = {
  ...early,
  fallbackModels: [],
  followUps: false,
  pageContext: false,
  knowledge: { sources: [{ files: "./docs/*.md" }], resyncHours: 24 },
};

describe("an agent's definition, as another version stored it", () => {
  test("gets the defaults of what came later", () => {
    expect(readStoredAgent(early)).toEqual(later);
  });

  test("with a tool twice has it once, and the defaults of what came later", () => {
    const tools = ["search_knowledge", "search_knowledge", "AskUserQuestion"];
    expect(readStoredAgent({ ...early, tools })).toEqual({
      ...later,
      tools: ["search_knowledge", "AskUserQuestion"],
    });
  });

  test("with an unknown position or style is served with the usual one, and its own of all else", () => {
    const branding = { ...early.branding, position: "under-the-table", style: "loud", glow: 3 };
    expect(readStoredAgent({ ...early, branding })).toEqual({
      ...later,
      branding: { ...early.branding, position: "bottom-right", style: "windowed" },
    });
  });

  test("keeps of its lists what can be read, and no part of what cannot", () => {
    const http = { method: "DELETE", url: "https://shop.example/{id}" };
    const inputSchema = { type: "object", properties: { id: {} } };
    const strange = { name: "remove", description: "Removes it.", inputSchema, http, confirm: "twice" };
    const action = { id: "hi", label: "Hi", kind: "prompt", prompt: "Hi" };
    const read = readStoredAgent({
      ...early,
      tools: [strange, "AskUserQuestion", "time_travel"],
      actions: [action, { ...action, label: "Again" }, { ...action, id: "b", kind: "dance" }],
      knowledge: { sources: [{ gopher: "x" }, { files: "a.md" }], resyncHours: 3, embeddings: 7 },
      limits: { ...early.limits, replySeconds: "long", patience: 3 },
      uploads: { types: ["image/hologram"] },
    });
    expect(read).toMatchObject({
      tools: ["AskUserQuestion"],
      actions: [action],
      knowledge: { sources: [{ files: "a.md" }], resyncHours: 3 },
      limits: { ...early.limits, replySeconds: 120 },
    });
    expect(read.tools).toHaveLength(1);
    expect(read.actions).toHaveLength(1);
    expect(read.uploads).toBeUndefined();
  });

  test("keeps its model without what is not known of it, but never asks another provider", () => {
    const { model } = early;
    const modelOf = (values: object) => readStoredAgent({ ...early, ...values }).model;
    expect(modelOf({ model: { ...model, mood: "good", temperature: "warm" } })).toEqual(model);
    expect(modelOf({ model: { ...model, baseUrl: "gopher://models.example" } })).toMatchObject({
      provider: "extractive",
    });
    const fallback = { ...model, name: "other" };
    const stood = { model: { ...model, provider: "oracle" }, fallbackModels: [{ provider: "?" }, fallback] };
    expect(readStoredAgent({ ...early, ...stood })).toMatchObject({ model: fallback, fallbackModels: [] });
  });

  test.each(Object.keys(agentFileSchema.shape))("has every field of its type, whatever '%s' is", (field) => {
    for (const value of [undefined, null, 7, "", "text", true, [], [null, 7], {}, { sources: 7, types: 7 }]) {
      const read = readStoredAgent({ ...early, surplus: 1, [field]: value });
      expect(agentFileSchema.parse(read)).toEqual(read);
      if (field !== "instructions") expect(read.instructions).toBe("Be brief.");
      if (field !== "limits") expect(read.limits).toEqual(early.limits);
    }
  });

  test.each([null, 7, "text", [], {}])("is whole even when it is %j", (stored) => {
    const read = readStoredAgent(stored);
    expect(agentFileSchema.parse(read)).toEqual(read);
  });
});
