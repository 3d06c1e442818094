import type { AgentRecord, AgentStore } from "@servicechat/storage";
import type { Knowledge } from "../knowledge.ts";

/** The dependencies for renewing vectors. */
export interface RenewalDependencies {
  readonly agents: Pick<AgentStore, "list">;
  readonly knowledge: Pick<Knowledge, "embed">;
  readonly log: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

/**
 * Gives the passages of all agents the vectors that they lack, one agent after the other: a new version of the service
 * may compute other vectors, which do not compare with those that are stored, and a sync may have been interrupted.
 * Until then those passages are found by their words. Several nodes may do this at once: each skips what another has
 * written. A failure is logged, and the next start or sync tries again; nothing is thrown.
 */
export async function renewVectors(
  { agents, knowledge, log }: RenewalDependencies,
  signal: AbortSignal,
): Promise<void> {
  async function renew(agent: AgentRecord): Promise<void> {
    const agentId = agent.id;
    try {
      const { made = 0, missing = 0, fault } = (await knowledge.embed(agent, { signal })) ?? {};
      if (made > 0) log.info({ agentId, made }, "missing vectors of passages and wordings were computed");
      if (fault !== undefined)
        log.warn(
          { agentId, missing, error: fault },
          "some passages and wordings have no vector and are found by words alone",
        );
    } catch (cause) {
      if (!signal.aborted) log.warn({ agentId, err: cause }, "the vectors of an agent could not be renewed");
    }
  }

  try {
    for (const agent of await agents.list()) if (!signal.aborted) await renew(agent);
  } catch (cause) {
    log.warn({ err: cause }, "could not check whether passages lack vectors");
  }
}
