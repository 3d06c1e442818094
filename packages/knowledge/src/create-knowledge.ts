import type { KnowledgeStore } from "@servicechat/storage";
import type { Knowledge } from "./knowledge.ts";
import { searchPassages } from "./search/search-passages.ts";
import { syncAgent } from "./sync/sync-agent.ts";

/** Time, as a part. */
export interface Clock {
  /** Milliseconds since 1970. */
  wallMs(): number;
}

export interface KnowledgeParts {
  readonly knowledge: KnowledgeStore;
  readonly clock: Clock;
  /** A new UUID with each call, for the ids of documents. */
  readonly randomUuid: () => string;
}

/**
 * The knowledge of all agents, over a store. Files are taken apart in a worker thread, so a sync inside the
 * server holds up nobody's answer.
 *
 * @example
 * const knowledge = createKnowledge({ knowledge: storage.knowledge, clock, randomUuid: randomUUIDv7 });
 * const report = await knowledge.sync(agent);
 * const passages = await knowledge.search(agent.id, "How long does delivery take?", 5);
 */
export function createKnowledge(parts: KnowledgeParts): Knowledge {
  return {
    sync: (agent, options = {}) => syncAgent(parts, agent, options),
    search: (agentId, query, limit) => searchPassages(parts.knowledge, { agentId, query, limit }),
  };
}
