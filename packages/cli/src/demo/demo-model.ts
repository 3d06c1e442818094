import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { isPrivateDemo } from "./demo-reach.ts";
import type { Settings } from "../settings/settings.ts";

/** The model of a demo agent, as an agent file names it. */
export type DemoModel = Readonly<Record<string, string>> & Pick<AgentDefinition["model"], "provider">;

/** Limits for a demo on the internet: a stranger can neither run up a bill nor use up what others may ask. */
export const demoLimits = {
  dailyOutputTokens: 500_000,
  addressMessagesPerHour: 200,
  addressRequestsPerMinute: 40,
} as const;

const extractive: DemoModel = { provider: "extractive" };

/**
 * How the demo answers with these settings: through a model if its key is set and only users of this machine can ask,
 * otherwise word for word from the documents. `answers` describes this for people.
 */
export function demoModel(settings: Pick<Settings, "environment" | "publicUrl" | "host">): {
  readonly model: DemoModel;
  readonly answers: string;
} {
  const { environment } = settings;
  if (!isPrivateDemo(settings))
    return {
      model: extractive,
      answers: "word for word from the documentation, because others can reach the demo too",
    };
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
    model: extractive,
    answers: "word for word from the documentation; set ANTHROPIC_API_KEY or OPENAI_API_KEY for a model",
  };
}
