import { isDeepStrictEqual } from "node:util";
import type { AgentRecord } from "@servicechat/storage";
import { webSourcesOf } from "../crawl/crawl.ts";
import type { KnowledgeDependencies } from "../create-knowledge.ts";

/** An agent's crawl that is this process's for as long as it is held. */
export interface CrawlLease extends AsyncDisposable {
  readonly run: string;
  /** The name of this holder in the database: what is written under it is written only while it holds the crawl. */
  readonly holder: string;
  /** Aborted when the sync is to end, another process has taken the crawl, or the agent has other web sources by now. */
  readonly signal: AbortSignal;
  /** Whether the agent has other web sources by now than those that are read. */
  isOutdated(): Promise<boolean>;
  /** Gives the crawl up: the next one begins again, and is due at once. */
  abandon(): Promise<void>;
  /** Closes the crawl. Otherwise the next one continues it. */
  finish(): Promise<void>;
}

/** A crawl of a process that died is free after this many milliseconds. */
const leaseMs = 15_000;
/** How often a waiting process asks for it. */
const askAgainMs = 500;
/** A crawl that was broken off longer ago begins again: what it saw is old. */
const oldestMs = 86_400_000;

type HoldDependencies = Pick<KnowledgeDependencies, "agents" | "crawls" | "clock" | "randomUuid" | "wait">;

interface LeaseRequest {
  /** As it is read. */
  readonly agent: AgentRecord;
  /** Whether it waits for one that is held. */
  readonly patient: boolean;
  /** Called now and then while it waits. */
  readonly onWait?: () => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Takes an agent's crawl, new or interrupted; `undefined` while another sync has it, or once one has ended for which this
 * one has waited.
 */
export async function leaseCrawl(
  dependencies: HoldDependencies,
  given: LeaseRequest,
): Promise<CrawlLease | undefined> {
  const { crawls, clock, randomUuid, wait } = dependencies;
  const { agent, patient, onWait, signal } = given;
  const agentId = agent.id;
  const holder = randomUuid();
  const begin = () => {
    const now = clock.wallMs();
    const times = { now, heldUntil: now + leaseMs, startedSince: now - oldestMs };
    return crawls.begin({ agentId, run: randomUuid(), holder, ...times });
  };
  const askedAt = clock.wallMs();
  let begun = await begin();
  while (!begun && patient) {
    await onWait?.();
    await wait(askAgainMs, signal);
    const state = await crawls.state(agentId);
    if (state?.startedAt === null && (state.finishedAt ?? -1) >= askedAt) return undefined;
    begun = await begin();
  }
  if (!begun) return undefined;
  const { run } = begun;
  const ended = new AbortController();
  const isOutdated = () => hasOtherSources(dependencies, agent);
  const renewing = renew(dependencies, { agentId, holder, ended, isOutdated });
  return {
    run,
    holder,
    signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
    isOutdated,
    abandon: () => crawls.abandon({ agentId, holder }),
    finish: () => crawls.finish({ agentId, holder, run, at: clock.wallMs() }),
    async [Symbol.asyncDispose]() {
      ended.abort();
      await renewing;
      await crawls.release({ agentId, holder });
    },
  };
}

/** Another process has the crawl by now, because this one did not renew its lease in time. */
export const takenOver = () => new Error("Another sync has taken over crawling for this agent.");

/** Ends a crawl whose sources the agent no longer has, so that reading the new ones need not wait for it. */
export class SourcesChanged extends Error {}

async function hasOtherSources({ agents }: HoldDependencies, agent: AgentRecord): Promise<boolean> {
  const now = await agents.find(agent.id);
  if (!now || now.updatedAt === agent.updatedAt) return false;
  return !isDeepStrictEqual(webSourcesOf(now), webSourcesOf(agent));
}

interface Holding {
  readonly agentId: string;
  readonly holder: string;
  readonly ended: AbortController;
  readonly isOutdated: () => Promise<boolean>;
}

/** Holds it until it is ended; a crawl that another process has by now, or of other sources, is ended too. */
async function renew(
  { crawls, clock, wait }: HoldDependencies,
  { agentId, holder, ended, isOutdated }: Holding,
): Promise<void> {
  while (!ended.signal.aborted) {
    await wait(leaseMs / 3, ended.signal).catch(() => undefined);
    if (ended.signal.aborted) return;
    try {
      if (!(await crawls.hold({ agentId, holder, heldUntil: clock.wallMs() + leaseMs })))
        ended.abort(takenOver());
      else if (await isOutdated()) ended.abort(new SourcesChanged());
    } catch {
      // The database fails for now: whatever the crawl writes next says so.
    }
  }
}
