import type { AgentDependencies } from "@servicechat/agent";
import { reasonOf } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import { parseAgentFile } from "@servicechat/contract/agent-file";
import type { AgentDefinition, ModelDefinition } from "@servicechat/contract/agent-file";

/** Seconds allowed for one short answer. */
const answerSeconds = 30;
/** Enough for a sentence and a model's hidden reasoning. */
const answerTokens = 256;

/** A model's answer to one short question, or what went wrong. */
export interface AskedModel {
  readonly failure: FailureCode | undefined;
  /** Why, in our words; empty without a failure. */
  readonly reason: string;
  /** The provider's own words about it; may be empty. */
  readonly said: string;
  readonly text: string;
  readonly outputTokens: number;
  readonly ms: number;
}

/** Which model is asked, and as whose. */
interface ModelQuestion {
  readonly model: ModelDefinition;
  /** Its settings count for the request, and its secrets; absent: those of an agent that has only a model. */
  readonly agent?: AgentDefinition;
  readonly baseDirectory?: string;
}

/** Where a model may be, and where its key is found. */
type ModelSurroundings = Pick<
  AgentDependencies,
  "isPublicOnly" | "allowedNetworks" | "environment" | "findStoredSecret"
>;

/** Asks a model for one word, in the same way as replies ask. The request contains nobody's chat. Never rejects. */
export async function askModel(
  { model, agent = emptyAgent(model), baseDirectory }: ModelQuestion,
  surroundings: ModelSurroundings,
): Promise<AskedModel> {
  // The dependencies of agents are slow to load, so other commands should not wait for them.
  const { createAgent, ModelError } = await import("@servicechat/agent");
  let [reason, said, text] = ["", "", ""];
  function hear(detail: object): void {
    if (!("err" in detail)) return;
    reason = detail.err instanceof ModelError ? detail.err.message : reasonOf(detail.err);
    said = detail.err instanceof ModelError ? detail.err.said() : "";
  }
  const answerer = createAgent({
    search: () => async () => [],
    ...surroundings,
    clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: Math.random,
    log: { warn: hear, error: hear },
    limits: { connectMs: 5_000, firstTokenMs: 20_000 },
  });
  const startedAt = performance.now();
  const { failure, outputTokens } = await answerer.reply(
    {
      agent: {
        ...agent,
        instructions: "Answer with the word OK.",
        tools: [],
        model: { ...model, maxOutputTokens: Math.min(model.maxOutputTokens, answerTokens) },
        fallbackModels: [],
        limits: { ...agent.limits, replySeconds: answerSeconds },
      },
      ...(baseDirectory !== undefined && { baseDirectory }),
      messages: [{ role: "user", text: "Say OK." }],
      signal: new AbortController().signal,
    },
    (event) => {
      if (event.type === "text") text += event.data;
    },
  );
  const ms = Math.round(performance.now() - startedAt);
  return { failure, reason, said, text, outputTokens, ms };
}

function emptyAgent(model: ModelDefinition): AgentDefinition {
  const parsed = parseAgentFile({ id: "model", name: "Model", model });
  if ("faults" in parsed) throw new Error("An agent that has only a model is not valid.");
  return parsed.agent;
}
