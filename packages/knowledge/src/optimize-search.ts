import type { AgentRecord, KnowledgeStore } from "@servicechat/storage";
import type { Log } from "./create-knowledge.ts";

/**
 * Makes searches of an agent quick again after a sync. Where that fails they are slower, and right all the same: so it is
 * logged, and the next sync tries again.
 *
 * @throws the signal's reason when it is aborted
 */
export async function optimizeSearch(
  { knowledge, log }: { readonly knowledge: Pick<KnowledgeStore, "optimize">; readonly log: Log },
  { id: agentId }: AgentRecord,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await knowledge.optimize(agentId, signal);
  } catch (error) {
    signal?.throwIfAborted();
    log.warn({ agentId, err: error }, "searches of this agent's knowledge could not be made quicker");
  }
}
