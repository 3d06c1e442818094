import type { AgentRecord, AgentStore, CrawlState, CrawlStore } from "@servicechat/storage";
import { webSourcesOf } from "../crawl/crawl.ts";
import type { Clock } from "../create-knowledge.ts";
import type { Knowledge, SyncReport } from "../knowledge.ts";

/** The dependencies for reading web sources again. */
export interface SourceSyncDependencies {
  readonly agents: AgentStore;
  readonly crawls: CrawlStore;
  readonly knowledge: Pick<Knowledge, "sync">;
  readonly clock: Clock;
  readonly log: SyncLog;
}

/** The part of a logger that is needed. */
export interface SyncLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
}

const hourMs = 3_600_000;
/** How often it looks whether something is due, in milliseconds. */
const maxPauseMs = 60_000;
const minPauseMs = 500;
/** How many agents' sources are read at once: one whose host wants long pauses may take days. */
const maxAtOnce = 4;

/** One round. `waitUntil` gets the work that outlasts it. @returns after how many milliseconds the next is due */
type SyncRound = (signal: AbortSignal, waitUntil: (work: Promise<unknown>) => void) => Promise<number>;

/**
 * Reads the web sources of all agents again as often as each requires, and continues an interrupted sync. Of several
 * nodes one reads an agent's sources. An agent's first sync is not its task. A failure is logged and tried again later.
 *
 * @returns a function that begins what is due. Its first call only says when to call it again: a service that has just
 *   started has better things to do.
 */
export function createSourceSync(dependencies: SourceSyncDependencies): SyncRound {
  const reading = new Set<string>();
  /** In this round: one that fails is not tried again at once. */
  const tried = new Set<string>();
  let isFirst = true;

  async function readWhatIsDue(...[signal, waitUntil]: Parameters<SyncRound>): Promise<void> {
    for (const agent of await dueAgents(dependencies)) {
      if (signal.aborted || reading.size >= maxAtOnce) return;
      if (reading.has(agent.id) || tried.has(agent.id)) continue;
      reading.add(agent.id);
      tried.add(agent.id);
      const read = async () => {
        await readAgain(dependencies, agent, signal);
        reading.delete(agent.id);
        if (!signal.aborted) await readWhatIsDue(signal, waitUntil);
      };
      waitUntil(read());
    }
  }

  return async (signal, waitUntil) => {
    tried.clear();
    if (!isFirst) await readWhatIsDue(signal, waitUntil);
    isFirst = false;
    return pauseFor(dependencies);
  };
}

/** As long as the shortest time between two syncs, within bounds. */
async function pauseFor({ agents, log }: SourceSyncDependencies): Promise<number> {
  const hours = (await agents.list()).flatMap((agent) => {
    const own = hoursOf(agent);
    if (own === undefined) log.warn({ agentId: agent.id }, "the agent's web sources cannot be determined");
    return own ? [own] : [];
  });
  return Math.max(minPauseMs, Math.min(maxPauseMs, ...hours.map((each) => each * hourMs)));
}

async function dueAgents({ agents, crawls, clock }: SourceSyncDependencies): Promise<readonly AgentRecord[]> {
  const states = new Map((await crawls.states()).map((state) => [state.agentId, state]));
  return (await agents.list()).filter((agent) => {
    const hours = hoursOf(agent);
    const state = states.get(agent.id);
    return state !== undefined && hours !== undefined && isDue(hours, state, clock.wallMs());
  });
}

/** Between two syncs; 0: never. `undefined` when what is stored of the agent is odd, as another version may leave it. */
function hoursOf(agent: AgentRecord): number | undefined {
  try {
    return webSourcesOf(agent).length > 0 ? agent.definition.knowledge.resyncHours : 0;
  } catch {
    return undefined;
  }
}

/** An interrupted sync is due as soon as its lease is free. */
function isDue(hours: number, { startedAt, finishedAt, heldUntil }: CrawlState, now: number): boolean {
  if (!(hours > 0) || heldUntil > now) return false;
  if (startedAt !== null) return true;
  return finishedAt !== null && finishedAt + hours * hourMs <= now;
}

/** Keeps to itself what goes wrong, so that the other agents are not left out. */
async function readAgain(
  { knowledge, log }: SourceSyncDependencies,
  agent: AgentRecord,
  signal: AbortSignal,
): Promise<void> {
  try {
    const report = await knowledge.sync(agent, { only: "web", signal });
    reportSync(log, { agent, report, what: "web sources", done: "were read again" });
  } catch (cause) {
    if (!signal.aborted) log.warn({ agentId: agent.id, err: cause }, "web sources could not be read again");
  }
}

/** Logs what a sync of the service itself did. */
export function reportSync(
  log: SyncLog,
  {
    agent,
    report: { read, unchanged, removed, faults },
    what,
    done,
  }: {
    readonly agent: AgentRecord;
    readonly report: SyncReport;
    readonly what: string;
    readonly done: string;
  },
): void {
  log.info({ agentId: agent.id, read, unchanged, removed }, `${what} ${done}`);
  if (faults.length === 0) return;
  // Not the pages: their addresses, and where they lead, are texts of the site.
  const hosts = webSourcesOf(agent).map(
    (source) => new URL("url" in source ? source.url : source.sitemap).host,
  );
  const advice = `\`servicechat knowledge sync ${agent.id}\` lists each with its reason`;
  log.warn(
    { agentId: agent.id, failed: faults.length, hosts: [...new Set(hosts)], advice },
    `some of the ${what} could not be read`,
  );
}
