import type { Agent } from "@servicechat/agent";
import type { FailureCode } from "@servicechat/contract";
import type { AgentRecord } from "@servicechat/storage";
import { isThere } from "../database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, problem, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";

type Model = AgentRecord["definition"]["model"];

/** Seconds for one short answer. */
const answerSeconds = 30;
/** Enough for a sentence, and for the silent thoughts of models that have some. */
const answerTokens = 256;

/** Has every agent's model say something short, the way replies are made. Agents with the same model share one answer. */
export const checkModels: Check = {
  name: "agents",
  look: async ({ settings: { database, environment }, inHouse }) => {
    if (!isThere(database)) return [];
    const agents = await inHouse(({ storage }) => storage.agents.list());
    const answers = new Map<string, Promise<Outcome>>();
    return Promise.all(
      agents.map(async (agent) => {
        const { model } = agent.definition;
        const check = `agent ${agent.id}`;
        if (model.provider === "extractive") return ok(check, "answers without a model");
        if (model.apiKeyEnv !== undefined && !environment[model.apiKeyEnv]?.trim()) {
          const detail = `the variable ${model.apiKeyEnv}, which holds its model's key, is not set`;
          return problem(check, detail, "set it where the service is started, such as in .env");
        }
        const same = JSON.stringify(model);
        const answer = answers.get(same) ?? speak(agent, environment);
        answers.set(same, answer);
        return modelFinding(check, model, await answer);
      }),
    );
  },
};

interface Outcome {
  readonly failure: FailureCode | undefined;
  /** What the provider said, for the operator. */
  readonly reason: string;
  readonly ms: number;
}

async function speak(
  { definition }: AgentRecord,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Outcome> {
  // What agents need takes long to load: no other command waits for it.
  const { createAgent } = await import("@servicechat/agent");
  let reason = "";
  const hear = (detail: object) => void (reason = "err" in detail ? reasonOf(detail.err) : reason);
  const agent: Agent = createAgent({
    search: () => async () => [],
    environment,
    clock: { wallMs: () => Date.now() },
    random: Math.random,
    log: { warn: hear, error: hear },
    limits: { connectMs: 5_000, firstTokenMs: 20_000 },
  });
  const { model } = definition;
  const startedAt = performance.now();
  const { failure } = await agent.reply(
    {
      agent: {
        ...definition,
        instructions: "Answer with the word OK.",
        tools: [],
        model: { ...model, maxOutputTokens: Math.min(model.maxOutputTokens, answerTokens) },
        limits: { ...definition.limits, replySeconds: answerSeconds },
      },
      messages: [{ role: "user", text: "Say OK." }],
      signal: new AbortController().signal,
    },
    () => undefined,
  );
  return { failure, reason, ms: Math.round(performance.now() - startedAt) };
}

function modelFinding(check: string, model: Model, { failure, reason, ms }: Outcome): Finding {
  const name = "name" in model ? model.name : model.provider;
  if (failure === undefined) return ok(check, `${name} answers (${ms} ms)`);
  const address = "baseUrl" in model ? ` at ${new URL(model.baseUrl).host}` : "";
  return problem(check, `${name}${address} does not answer: ${reason || failure}`, adviceFor(failure));
}

function adviceFor(failure: FailureCode): string {
  if (failure === "model_refused")
    return "compare the model's name and its key with the provider's console; is the account paid?";
  if (failure === "model_unavailable" || failure === "reply_timeout")
    return "does baseUrl lead to the provider, and may this machine connect to it? Otherwise try again later";
  return "try another model in the agent file";
}
