import { sql, type Kysely } from "kysely";
import { inScope, type AgentScope } from "../agent-scope.ts";
import type { Tables } from "../schema/tables.ts";

/** How chats end, the same for all places that show it. */
export const chatOutcomes = [
  "confirmed",
  "assumed",
  "unanswered",
  "handed_over",
  "abandoned",
  "open",
] as const;

/** One of `chatOutcomes`. */
export type ChatOutcome = (typeof chatOutcomes)[number];

/** A chat in which nothing happens for this long is over, in milliseconds. */
export const settledMs = 30 * 60_000;

/** The inputs of a chat's outcome. Replaced turns are left out. */
interface OutcomeInput {
  /** A reply of the agent is being written. */
  readonly isRunning: boolean;
  /** The newest reply of the agent. */
  readonly newest: { readonly status: string; readonly isUnanswered: boolean } | undefined;
  /** The newest rating of a reply. */
  readonly rating: string | undefined;
  /** The newest reply asks something that the visitor has not answered. */
  readonly hasOpenQuestion: boolean;
  readonly isHandedOff: boolean;
  /** An operator has closed it, and nothing was said since. */
  readonly isClosed: boolean;
  readonly lastAt: number;
  readonly now: number;
}

/**
 * The outcome of a chat. The first rule that holds decides:
 *
 * 1. `handed_over`: a person has taken part.
 * 2. `open`: a reply runs, or something happened within the last 30 minutes and nobody has closed it since.
 * 3. `unanswered`: the newest rating is `down`, or the newest reply failed, broke off, or looked for an answer and found none.
 * 4. `confirmed`: the newest rating is `up`.
 * 5. `abandoned`: the visitor stopped the newest reply or never answered its question.
 * 6. `assumed`: the chat was answered, and nobody said anything of it.
 */
export function outcomeOf({
  isRunning,
  newest,
  rating,
  hasOpenQuestion,
  isHandedOff,
  isClosed,
  lastAt,
  now,
}: OutcomeInput): ChatOutcome {
  if (isHandedOff) return "handed_over";
  if (isRunning || (!isClosed && now - lastAt < settledMs)) return "open";
  const isFailed = newest?.status === "failed" || newest?.status === "incomplete";
  if (rating === "down" || isFailed || newest?.isUnanswered) return "unanswered";
  if (rating === "up") return "confirmed";
  if (!newest || newest.status === "stopped" || hasOpenQuestion) return "abandoned";
  return "assumed";
}

/** The outcomes of the chats in which a version of an agent answered. */
export interface VersionOutcomes {
  readonly chats: number;
  readonly outcomes: Readonly<Record<ChatOutcome, number>>;
}

/** Counts the chats of an agent by the versions that answered in them. Few lists of versions are different ones. */
export function createVersionOutcomes({ reader }: { readonly reader: Kysely<Tables> }) {
  return async ({
    scope,
    agentId,
  }: {
    readonly scope: AgentScope;
    readonly agentId: string;
  }): Promise<ReadonlyMap<number, VersionOutcomes>> => {
    const rows = await reader
      .selectFrom("chats")
      .select(["versions", "outcome", sql<number>`cast(count(*) as bigint)`.as("chats")])
      .where("agent_id", "=", agentId)
      .where(inScope(scope, "agent_id"))
      .groupBy(["versions", "outcome"])
      .execute();
    const counted = new Map<number, Map<ChatOutcome, number>>();
    for (const row of rows) {
      const outcome = row.outcome as ChatOutcome;
      for (const version of JSON.parse(row.versions) as readonly number[]) {
        const ofVersion = counted.get(version) ?? new Map<ChatOutcome, number>();
        counted.set(version, ofVersion.set(outcome, (ofVersion.get(outcome) ?? 0) + row.chats));
      }
    }
    return new Map([...counted].map(([version, outcomes]) => [version, summed(outcomes)]));
  };
}

function summed(counted: ReadonlyMap<ChatOutcome, number>): VersionOutcomes {
  const outcomes = Object.fromEntries(chatOutcomes.map((outcome) => [outcome, counted.get(outcome) ?? 0]));
  return {
    chats: [...counted.values()].reduce((total, count) => total + count, 0),
    outcomes: outcomes as VersionOutcomes["outcomes"],
  };
}
