import type { FailureCode } from "@servicechat/contract";
import { askModel, isPublicOnly } from "@servicechat/operations";
import type { AskedModel } from "@servicechat/operations";
import type { AgentRecord } from "@servicechat/storage";
import type { Services } from "../open-services.ts";
import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { findMissingValue } from "./missing-value.ts";
import type { Settings } from "../settings/settings.ts";

type Model = AgentRecord["definition"]["model"];

/**
 * Asks all models of every agent for a short text, in the same way as replies: the first one and its fallbacks. Agents
 * with the same model share one request.
 */
export const checkModels: Check = {
  name: "agents",
  run: async ({ settings, withServices }) => {
    if (!isThere(settings.database)) return [];
    return withServices((services) => askAll(services, settings));
  },
};

async function askAll(
  { storage, secrets }: Pick<Services, "storage" | "secrets">,
  { environment, allowedNetworks }: Pick<Settings, "environment" | "allowedNetworks">,
): Promise<readonly Finding[]> {
  const sources = { environment, findStoredSecret: secrets.find };
  const reach = { isPublicOnly: (origin: string) => isPublicOnly(storage, origin), allowedNetworks };
  const agents = await storage.agents.list();
  const answers = new Map<string, Promise<AskedModel>>();
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
      const { apiKeyEnv: name } = model;
      if (name !== undefined) {
        const origin = "baseUrl" in model ? new URL(model.baseUrl).origin : null;
        const isModule = "module" in model;
        const missing = await findMissingValue(
          { name, agents: [agent.id], origin },
          isModule ? { environment } : sources,
        );
        const unset = `the variable ${name}, which holds its model's key, is not set`;
        if (missing) return problem(check, missing.reason ?? unset, missing.advice);
      }
      const same = JSON.stringify("module" in model ? [model, agent.baseDirectory] : model);
      const { definition, baseDirectory } = agent;
      const question = { model, agent: definition, baseDirectory };
      const answer = answers.get(same) ?? askModel(question, { ...reach, ...sources });
      answers.set(same, answer);
      return modelFinding(check, model, await answer);
    }),
  );
}

function modelFinding(check: string, model: Model, asked: AskedModel): Finding {
  const { failure, ms } = asked;
  const name = nameOf(model);
  // The request contains nobody's chat, so the terminal may show what the log may not: the provider's message.
  const reason = asked.said === "" ? asked.reason : `${asked.reason}: ${asked.said}`;
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
