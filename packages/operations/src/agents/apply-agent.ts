import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../paging/revision-of.ts";
import type { OperationContext } from "../operation-context.ts";
import { agentView } from "./agent-view.ts";
import { checkWrittenAgent } from "./check-written-agent.ts";
import type { WrittenFile } from "./check-written-agent.ts";
import { compareAgent } from "./compare-agent.ts";
import type { AgentChange } from "./compare-agent.ts";

/** An agent file to apply. */
export interface FileToApply extends WrittenFile {
  readonly agent: string;
  /** The revision that the actor last saw. */
  readonly seen?: string | undefined;
  /** Whether the agent must not be there yet. */
  readonly isNew?: boolean;
  /** The reason for the change. */
  readonly note?: string | undefined;
}

/**
 * Creates an agent or brings it up to date. A file with any fault changes nothing, and neither does one that says what
 * is already stored.
 */
export async function applyAgent(
  context: OperationContext,
  { agent, text, baseDirectory: given, seen, isNew = false, note = "" }: FileToApply,
  actor: Actor,
  what: "agent.apply" | "agent.restore" = "agent.apply",
): Promise<AgentChange | RefusedAs<"agent_file_faulty" | "agent_not_found" | "revision_outdated">> {
  const { storage, now } = context;
  const checked = await checkWrittenAgent(context, { text, agent, baseDirectory: given }, actor);
  if ("kind" in checked) return checked;
  if ("faults" in checked) return { kind: "agent_file_faulty", faults: checked.faults };
  const { definition, baseDirectory, before } = checked;
  const revision = before ? agentView(before).revision : "";
  const isGone = seen !== undefined && !before;
  if ((isNew && before) || isGone || !isAsSeen(revision, seen))
    return { kind: "revision_outdated", revision };
  const applied = await storage.agents.apply({
    id: agent,
    definition,
    file: text,
    baseDirectory,
    at: now(),
    author: { kind: actor.kind, name: actor.name ?? null },
    note,
    audit: auditLine(context, actor, what, { kind: "agent", id: agent }),
    // The state that was compared above must still exist when this is written, because the limits were checked against
    // it.
    ...((isNew || seen !== undefined || actor.kind !== "command_line") && {
      expected: before?.version ?? 0,
    }),
  });
  if (applied.kind === "newer_version" || applied.kind === "agent_not_found") {
    const newer = await storage.agents.find(agent);
    return { kind: "revision_outdated", revision: newer ? agentView(newer).revision : "" };
  }
  const change = compareAgent(before, { definition, baseDirectory });
  // Other comments make a version too.
  return applied.kind === "updated" ? { ...change, result: "updated" } : change;
}
