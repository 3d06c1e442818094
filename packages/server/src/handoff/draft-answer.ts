import { label, type Agent, type ModelMessage } from "@servicechat/agent";
import { ServiceError } from "@servicechat/contract";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type {
  AgentRecord,
  BudgetStore,
  ConversationStore,
  FileStore,
  SessionRecord,
} from "@servicechat/storage";
import { loadAttachments } from "../files/load-attachments.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { budgetOf } from "../reply/reply-job.ts";
import { newId } from "../new-id.ts";
import { modelMessages } from "../reply/model-messages.ts";

/** Newest turns that the agent gets, as for its own replies. */
const contextTurns = 20;

const rule =
  "A person of this site's team answers the visitor now, not you. Write a draft of the message that this person could send " +
  "next, in the visitor's language, in the person's own voice. Write nothing else: no introduction, no numbers of sources, no " +
  "alternatives. Promise nothing that you have not read.";

/** Seconds after which a draft is worth asking for again when running replies have what is left of a budget. */
const crowdedSeconds = 10;
const dayMs = 86_400_000;

interface Dependencies {
  readonly agent: Agent;
  readonly budgets: Pick<BudgetStore, "reserve" | "settle" | "usedOn">;
  readonly nodeId: string;
  readonly nowMs: () => number;
  readonly conversations: Pick<ConversationStore, "recentTurns">;
  readonly files: FileStore;
  readonly metrics: Pick<Metrics, "tokensOf">;
}

/** The inputs of a draft. */
interface Drafting {
  readonly session: Pick<SessionRecord, "id" | "turns">;
  readonly agent: AgentRecord;
  /** The key whose daily budget it counts towards; `null` while the chat has had no reply. */
  readonly keyId: string | null;
  /** Aborted when the operator no longer waits for it. */
  readonly signal: AbortSignal;
  readonly ids: Readonly<Record<string, string>>;
}

/**
 * Has the agent write what a person could say next, from the conversation and from what it knows. It does nothing else:
 * its only tool is the search. The draft is not stored, and no visitor sees it.
 *
 * It counts towards the daily budget of the chat's key, as replies do.
 *
 * @throws ServiceError `budget_used_up` when that leaves nothing, or with what the agent failed for
 */
export function createDrafter(dependencies: Dependencies) {
  const { agent, budgets, nodeId, nowMs, conversations, files, metrics } = dependencies;

  /** Seconds until the budget may have something left. */
  async function retryAfter(
    { dailyTokens }: { readonly dailyTokens: number },
    keyId: string,
  ): Promise<number> {
    const at = nowMs();
    const today = (await budgets.usedOn(at)).find((use) => use.keyId === keyId);
    return (today?.used ?? 0) >= dailyTokens ? Math.ceil((dayMs - (at % dayMs)) / 1000) : crowdedSeconds;
  }

  /** Reserves what a draft may use. @returns the function that records its actual use */
  async function reserve(
    record: AgentRecord,
    keyId: string | null,
  ): Promise<((used: number) => Promise<void>) | undefined> {
    const { budget } = budgetOf(record);
    if (!budget || keyId === null) return undefined;
    const id = newId("draft");
    const isReserved = await budgets.reserve({ id, node: nodeId, budget: { ...budget, keyId }, at: nowMs() });
    if (!isReserved)
      throw new ServiceError("budget_used_up", { retryAfter: await retryAfter(budget, keyId) });
    return (used) => budgets.settle({ id, used });
  }

  async function write(
    { session, agent: record, signal, ids }: Drafting,
    spent: (tokens: number) => void,
  ): Promise<string> {
    const definition = forDrafts(record.definition);
    const { id: sessionId, turns: newest } = session;
    const turns = await conversations.recentTurns({ sessionId, before: newest + 1, limit: contextTurns });
    const attachments = await loadAttachments(turns, { sessionId, files, agent: definition });
    let text = "";
    const { failure, outputTokens, usage } = await agent.reply(
      {
        agent: definition,
        baseDirectory: record.baseDirectory,
        messages: toBeAnswered(modelMessages(turns, attachments), definition),
        signal,
        ids,
      },
      (event) => {
        if (event.type === "text") text += event.data;
      },
    );
    const tokens = metrics.tokensOf(record.id);
    tokens.input += usage?.inputTokens ?? 0;
    tokens.output += outputTokens;
    spent(outputTokens);
    if (failure) throw new ServiceError(failure);
    return withoutCitations(text).trim();
  }

  return async (drafting: Drafting): Promise<string> => {
    const settle = await reserve(drafting.agent, drafting.keyId);
    let used = 0;
    try {
      return await write(drafting, (tokens) => {
        used = tokens;
      });
    } finally {
      await settle?.(used);
    }
  };
}

function forDrafts(definition: AgentDefinition): AgentDefinition {
  const { handoff: _, ...rest } = definition;
  return {
    ...rest,
    instructions: [definition.instructions, rule].filter(Boolean).join("\n\n"),
    tools: definition.tools.filter((tool) => tool === "search_knowledge"),
    actions: [],
  };
}

/** The conversation up to the message to answer; without the agent's last question to the visitor. */
function toBeAnswered(
  messages: readonly ModelMessage[],
  { model }: AgentDefinition,
): readonly ModelMessage[] {
  const asks = (message: ModelMessage) => message.role === "assistant" && message.toolCalls.length > 0;
  const last = messages.findLastIndex((message) => !asks(message));
  const told = messages.slice(0, last + 1);
  if (told.at(-1)?.role === "user") return told;
  // It looks up the newest words of the visitor, and reads no others.
  if (model.provider === "extractive")
    return told.slice(0, told.findLastIndex(({ role }) => role === "user") + 1);
  return [
    ...told,
    { role: "user", text: label("The visitor has said nothing since. Draft what the person could add") },
  ];
}

/** Numbers of sources mean nothing in a person's message. */
function withoutCitations(text: string): string {
  return text.replaceAll(/ ?\[\d{1,3}\]/g, "");
}
