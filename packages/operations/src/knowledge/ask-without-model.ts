import { setImmediate } from "node:timers/promises";
import { createAgent } from "@servicechat/agent";
import type { QuestionOption, ToolRow } from "@servicechat/contract";
import { modelSchema } from "@servicechat/contract/agent-file";
import type { GivenAnswer, Knowledge } from "@servicechat/knowledge";
import type { AgentRecord } from "@servicechat/storage";
import { inTurn } from "./in-turn.ts";

/** Asks one question in a new chat. @throws Error if the reply fails */
export type Ask = (question: string, signal: AbortSignal) => Promise<GivenAnswer>;

/**
 * Asks an agent as if its model were `extractive`: what it finds is quoted word for word, so the same knowledge gives
 * the same answers, and nothing is paid for. It has only those of its tools that ask no other server.
 */
export function askWithoutModel(
  agent: Pick<AgentRecord, "definition">,
  { knowledge }: { readonly knowledge: Pick<Knowledge, "search"> },
): Ask {
  const { definition } = agent;
  const extractive = {
    ...definition,
    model: modelSchema.parse({ provider: "extractive" }),
    fallbackModels: [],
    tools: [
      ...new Set([
        "search_knowledge" as const,
        ...definition.tools.filter((tool) => typeof tool === "string"),
      ]),
    ],
    followUps: false,
  };
  const search = inTurn(knowledge);
  const answerer = createAgent({
    search: (agentId) => (query, limit) => search(agentId, query, limit),
    environment: {},
    clock: { wallMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: Math.random,
    // Nobody reads along.
    pace: () => setImmediate(),
    log: { warn: () => undefined, error: () => undefined },
  });

  return async (question, signal) => {
    let text = "";
    let sources: readonly ToolRow[] = [];
    let options: readonly QuestionOption[] = [];
    const messages = [{ role: "user" as const, text: question }];
    const { failure, unanswered } = await answerer.reply({ agent: extractive, messages, signal }, (event) => {
      if (event.type === "text") text += event.data;
      if (event.type === "tool_usage_stop") sources = [...sources, ...(event.data.rows ?? [])];
      if (event.type === "ask_user_question")
        options = event.data.questions.flatMap((asked) => asked.options);
    });
    signal.throwIfAborted();
    if (failure) throw new Error(`"${question}" was not answered: ${failure}.`);
    return { text, sources, options, unsure: unanswered === true };
  };
}
