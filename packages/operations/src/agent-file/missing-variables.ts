import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { remoteTools, variablesOf } from "./remote-tools.ts";

/**
 * A sentence for each variable that an agent names and that is not set. Secrets stay in the environment, so a missing one
 * would else only show when a visitor asks.
 */
export function missingVariables(
  agent: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { model, fallbackModels, knowledge, identity } = agent;
  const models = [model, ...fallbackModels, ...(knowledge.embeddings ? [knowledge.embeddings] : [])];
  const needs = [
    ...models.map(
      (each) => ["apiKeyEnv" in each ? each.apiKeyEnv : undefined, "to reach the model"] as const,
    ),
    [identity?.secretEnv, "to know who visitors are"] as const,
    ...remoteTools(agent)
      .flatMap(variablesOf)
      .map((name) => [name, "to make the agent's requests"] as const),
  ];
  const missing = new Map<string, string>();
  for (const [name, purpose] of needs) {
    if (name !== undefined && !environment[name]?.trim() && !missing.has(name)) missing.set(name, purpose);
  }
  return Array.from(
    missing,
    ([name, purpose]) => `the variable ${name} is not set here, and the service needs it ${purpose}`,
  );
}
