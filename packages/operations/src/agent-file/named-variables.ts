import { mayUseSecret } from "@servicechat/contract/agent-file";
import type { AgentDefinition, EmbeddingsDefinition, SecretLimits } from "@servicechat/contract/agent-file";
import { remoteTools, variablesOf } from "./remote-tools.ts";

/** A model of an agent, or its embeddings. */
export type AnyModel = AgentDefinition["model"] | EmbeddingsDefinition;

/** A value that an agent names. */
interface NamedVariable {
  readonly name: string;
  /** What its requests, or the lack of any, need it for. */
  readonly purpose: string;
  /** Where it is sent; `null`: nowhere that the service knows of. */
  readonly url: string | null;
}

/** A stored secret, as far as it matters where it may be used. */
export interface NamedSecret extends SecretLimits {
  readonly name: string;
}

/** An agent's models and embeddings, with where they stand. */
export function modelsOf({
  model,
  fallbackModels,
  knowledge: { embeddings },
}: AgentDefinition): readonly (readonly [readonly PropertyKey[], AnyModel])[] {
  return [
    [["model"], model],
    ...fallbackModels.map((each, index) => [["fallbackModels", index], each] as const),
    ...(embeddings ? [[["knowledge", "embeddings"], embeddings] as const] : []),
  ];
}

/** Every variable or secret that an agent names, once for each place. */
export function namedVariables(agent: AgentDefinition): readonly NamedVariable[] {
  const keys = modelsOf(agent).flatMap(([, model]) =>
    "apiKeyEnv" in model && model.apiKeyEnv !== undefined
      ? [
          {
            name: model.apiKeyEnv,
            purpose: "to reach the model",
            url: "baseUrl" in model ? model.baseUrl : null,
          },
        ]
      : [],
  );
  const identity = agent.identity
    ? [{ name: agent.identity.secretEnv, purpose: "to know who visitors are", url: null }]
    : [];
  const headers = remoteTools(agent).flatMap((tool) => {
    const { url } = "mcp" in tool ? tool.mcp : tool.http;
    return variablesOf(tool).map((name) => ({ name, purpose: "to make the agent's requests", url }));
  });
  return [...keys, ...identity, ...headers];
}

/** The origin of an address, such as `https://api.openai.com`. */
export const originOf = (url: string): string => new URL(url).origin;

/**
 * A sentence for each variable that an agent names and that is neither set nor stored for it. A missing one would otherwise
 * only show when a visitor asks.
 */
export function missingVariables(
  agent: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
  stored: readonly NamedSecret[] = [],
): readonly string[] {
  const isStored = ({ name, url }: NamedVariable) => {
    const use = { agents: [agent.id], origin: url === null ? null : originOf(url) };
    return stored.some((secret) => secret.name === name && mayUseSecret(secret, use));
  };
  const missing = new Map<string, string>();
  for (const named of namedVariables(agent)) {
    const { name, purpose } = named;
    if (!environment[name]?.trim() && !missing.has(name) && !isStored(named)) missing.set(name, purpose);
  }
  return Array.from(
    missing,
    ([name, purpose]) => `the variable ${name} is not set here, and the service needs it ${purpose}`,
  );
}
