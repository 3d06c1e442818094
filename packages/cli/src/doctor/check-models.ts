import type { Agent } from "@servicechat/agent";
import type { FailureCode } from "@servicechat/contract";
import { isPublicOnly } from "@servicechat/operations";
import type { AgentRecord, Storage } from "@servicechat/storage";
import { isThere } from "../settings/database-setting.ts";
import { reasonOf } from "@servicechat/contract";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";
import type { Finding } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;
type Model = AgentRecord["definition"]["model"];

/** Seconds allowed for one short answer. */
const answerSeconds = 30;
/** Enough for a sentence and a model's hidden reasoning. */
const answerTokens = 256;

/**
 * Asks all models of every agent for a short text, in the same way as replies: the first one and its fallbacks. Agents
 * with the same model share one request.
 */
export const checkModels: Check = {
  name: "agents",
  run: async ({ settings: { database, environment }, withServices }) => {
    if (!isThere(database)) return [];
    return withServices(({ storage }) => askAll(storage, environment));
  },
};

async function askAll(storage: Storage, environment: Environment): Promise<readonly Finding[]> {
  const agents = await storage.agents.list();
  const answers = new Map<string, Promise<Outcome>>();
  const asked = agents.flatMap((agent) => {
    const { model: first, fallbackModels } = agent.definition;
    return [first, ...fallbackModels].map((model, place) => ({
      agent,
      model,
      check: place === 0 ? `agent ${agent.id}` : `agent ${agent.id}, fallback ${place}`,
    }));
  });
  return Promise.all(
    asked.map(async ({ agent, model, check }) => {
      if (model.provider === "extractive") return ok(check, "answers without a model");
      if (model.apiKeyEnv !== undefined && !environment[model.apiKeyEnv]?.trim()) {
        const detail = `the variable ${model.apiKeyEnv}, which holds its model's key, is not set`;
        return problem(check, detail, "set it where the service is started, such as in .env");
      }
      const same = JSON.stringify("module" in model ? [model, agent.baseDirectory] : model);
      const answer = answers.get(same) ?? speak(agent, model, { storage, environment });
      answers.set(same, answer);
      return modelFinding(check, model, await answer);
    }),
  );
}

interface Outcome {
  readonly failure: FailureCode | undefined;
  /** The provider's message, for the operator. */
  readonly reason: string;
  readonly ms: number;
}

async function speak(
  { definition, baseDirectory }: AgentRecord,
  model: Model,
  { storage, environment }: { readonly storage: Storage; readonly environment: Environment },
): Promise<Outcome> {
  // The dependencies of agents are slow to load, so other commands should not wait for them.
  const { createAgent, ModelError } = await import("@servicechat/agent");
  let reason = "";
  // The request contains nobody's chat, so the terminal may show what the log may not: the provider's message.
  const said = (failure: unknown) =>
    failure instanceof ModelError && failure.said() !== ""
      ? `${failure.message}: ${failure.said()}`
      : reasonOf(failure);
  const hear = (detail: object) => void (reason = "err" in detail ? said(detail.err) : reason);
  const agent: Agent = createAgent({
    search: () => async () => [],
    isPublicOnly: (origin) => isPublicOnly(storage, origin),
    environment,
    clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: Math.random,
    log: { warn: hear, error: hear },
    limits: { connectMs: 5_000, firstTokenMs: 20_000 },
  });
  const startedAt = performance.now();
  const { failure } = await agent.reply(
    {
      agent: {
        ...definition,
        instructions: "Answer with the word OK.",
        tools: [],
        model: { ...model, maxOutputTokens: Math.min(model.maxOutputTokens, answerTokens) },
        fallbackModels: [],
        limits: { ...definition.limits, replySeconds: answerSeconds },
      },
      baseDirectory,
      messages: [{ role: "user", text: "Say OK." }],
      signal: new AbortController().signal,
    },
    () => undefined,
  );
  return { failure, reason, ms: Math.round(performance.now() - startedAt) };
}

function modelFinding(check: string, model: Model, { failure, reason, ms }: Outcome): Finding {
  const name = nameOf(model);
  if (failure === undefined) return ok(check, `${name} answers (${ms} ms)`);
  const address = "baseUrl" in model ? ` at ${new URL(model.baseUrl).host}` : "";
  return problem(check, `${name}${address} does not answer: ${reason || failure}`, adviceFor(failure));
}

function nameOf(model: Model): string {
  if ("module" in model) return model.module;
  return "name" in model ? model.name : model.provider;
}

function adviceFor(failure: FailureCode): string {
  if (failure === "model_refused")
    return "check the model name and key in the provider's console; is the account paid up?";
  if (failure === "model_unavailable" || failure === "reply_timeout")
    return "does baseUrl point to the provider, and can this machine connect to it? Otherwise try again later";
  return "try another model in the agent file";
}
