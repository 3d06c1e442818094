import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Settings } from "./settings.ts";

/** What an agent of the demo answers with, as an agent file says it. */
export type DemoModel = Readonly<Record<string, string>> & Pick<AgentDefinition["model"], "provider">;

/** So that whoever finds a demo on the internet can neither run up a bill nor take it from everybody else. */
export const demoLimits = { dailyOutputTokens: 500_000, addressMessagesPerHour: 200 } as const;

/**
 * What the demo answers with under these settings: a model when the key of one is set, else word for word from the
 * documents. `answers` says which, for people.
 */
export function demoModel(environment: Settings["environment"]): {
  readonly model: DemoModel;
  readonly answers: string;
} {
  if (environment["ANTHROPIC_API_KEY"]) {
    const name = "claude-haiku-4-5";
    return {
      model: { provider: "anthropic", name, apiKeyEnv: "ANTHROPIC_API_KEY" },
      answers: `${name} (Anthropic)`,
    };
  }
  if (environment["OPENAI_API_KEY"]) {
    const name = "gpt-5-mini";
    return { model: { provider: "openai", name, apiKeyEnv: "OPENAI_API_KEY" }, answers: `${name} (OpenAI)` };
  }
  return {
    model: { provider: "extractive" },
    answers: "word for word from the documentation; set ANTHROPIC_API_KEY or OPENAI_API_KEY for a model",
  };
}
