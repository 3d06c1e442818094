import { findSecret, modelSchema } from "@servicechat/contract/agent-file";
import type { FindStoredSecret, ModelDefinition } from "@servicechat/contract/agent-file";
import { auditLine } from "../access/audit.ts";
import { isAtMachine, isInScope } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import { byRole } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { modelAddresses, notSent, variableRules } from "../agent-file/console-limits.ts";
import { isPublicOnly } from "../agents/public-only.ts";
import type { OperationContext } from "../operation-context.ts";
import { askModel } from "./ask-model.ts";

/** Whose list is asked for. */
interface ListedProvider {
  readonly provider: ModelDefinition["provider"];
  /** Absent: the provider's own. */
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

/** The result of trying a model. */
type TriedModel =
  | { readonly ok: true; readonly text: string; readonly ms: number; readonly outputTokens: number }
  | { readonly ok: false; readonly failure: string; readonly sentence: string };

/** Operations on models before an agent has them. */
export const modelOperations = {
  /** Asks a model one short question, as an agent would. */
  try: byRole(
    "editor",
    async (context, { model }: { readonly model: ModelDefinition }, actor): Promise<TriedModel | Refusal> => {
      const refusal = refuseModule(model, actor);
      if (refusal) return refusal;
      const { issue, ...surroundings } = await surroundingsFor(context, model, actor);
      await context.storage.audit.append(auditLine(context, actor, "models.try"));
      if (issue !== undefined) return { ok: false, failure: "model_refused", sentence: sentenceOf(issue) };
      const { failure, reason, said, text, ms, outputTokens } = await askModel({ model }, surroundings);
      if (failure === undefined) return { ok: true, text, ms, outputTokens };
      // What a server says back is for those only who may have any server asked.
      const words = actor.agents === null && said !== "" ? `${reason}: ${said}` : reason;
      return { ok: false, failure, sentence: sentenceOf(words === "" ? "the model does not answer" : words) };
    },
  ),

  /** The names of a provider's models; none where it has no list. */
  list: byRole(
    "editor",
    async (
      context,
      { provider, baseUrl, apiKeyEnv }: ListedProvider,
      actor,
    ): Promise<{ readonly names: readonly string[] } | Refusal | RefusedAs<"model_unreachable">> => {
      if (provider === "ai-sdk" || provider === "extractive") return { names: [] };
      const given = { provider, name: "any", ...(baseUrl !== undefined && { baseUrl }) };
      const parsed = modelSchema.safeParse({ ...given, ...(apiKeyEnv !== undefined && { apiKeyEnv }) });
      if (!parsed.success)
        return { kind: "input_invalid", field: "baseUrl", reason: "must be an http or https address" };
      const model = parsed.data;
      if (!("baseUrl" in model)) return { names: [] };
      const surroundings = await surroundingsFor(context, model, actor);
      const found =
        surroundings.issue !== undefined
          ? { reason: surroundings.issue }
          : apiKeyEnv === undefined
            ? { value: undefined }
            : await findSecret(
                { name: apiKeyEnv, agents: actor.agents, origin: new URL(model.baseUrl).origin },
                surroundings,
              );
      if ("reason" in found) return unreachable(found.reason);
      const { listModels } = await import("@servicechat/agent");
      const { isPublicOnly: isGuarded, allowedNetworks } = surroundings;
      const list = await listModels({
        provider,
        baseUrl: model.baseUrl,
        apiKey: found.value,
        isPublicOnly: isGuarded,
        allowedNetworks,
      });
      return "reason" in list ? unreachable(list.reason) : list;
    },
  ),
};

type Refusal = RefusedAs<"input_invalid">;

const unreachable = (reason: string): RefusedAs<"model_unreachable"> => ({
  kind: "model_unreachable",
  detail: sentenceOf(reason),
});

function sentenceOf(reason: string): string {
  const end = /[.!?]$/.test(reason) ? "" : ".";
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}${end}`;
}

/** A module is code of the machine; an agent without a model has nothing to try. */
function refuseModule({ provider }: ModelDefinition, actor: Actor): Refusal | undefined {
  if (provider === "extractive")
    return { kind: "input_invalid", field: "model.provider", reason: "must be one with a model" };
  return provider === "ai-sdk" && !isAtMachine(actor)
    ? { kind: "input_invalid", field: "model.module", reason: "may not be named from the console" }
    : undefined;
}

/**
 * Where a model may be for an actor, and which key it gets. An address that no applied agent in the actor's scope has must
 * be public or allowed each time it is connected to, and `issue` says that the key may not be sent there.
 */
async function surroundingsFor(context: OperationContext, model: ModelDefinition, actor: Actor) {
  const { storage, environment, secrets, allowedNetworks = [], consoleLimits } = context;
  const applied = (await storage.agents.list())
    .filter(({ id }) => isInScope(actor.agents, id))
    .map(({ definition }) => definition);
  const findStoredSecret: FindStoredSecret = (use) => secrets.find({ ...use, agents: actor.agents });
  const { maySend } = variableRules({
    limits: { variables: consoleLimits?.variables },
    applied,
    environment,
    stored: await storage.secrets.list(),
  });
  const name = "apiKeyEnv" in model ? model.apiKeyEnv : undefined;
  const url = "baseUrl" in model ? model.baseUrl : undefined;
  const isRefused =
    !isAtMachine(actor) &&
    name !== undefined &&
    url !== undefined &&
    !maySend(name, { url, agents: actor.agents });
  const isKnown = isAtMachine(actor) || (url !== undefined && applied.flatMap(modelAddresses).includes(url));
  return {
    environment,
    findStoredSecret,
    allowedNetworks,
    isPublicOnly: async (origin: string) => !isKnown || isPublicOnly(storage, origin),
    issue: isRefused ? notSent(name, url) : undefined,
  };
}
