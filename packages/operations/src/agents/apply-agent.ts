import { auditLine } from "../access/audit-line.ts";
import type { Asker } from "../access/asker.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen } from "../lists/revision-of.ts";
import type { OperationParts } from "../operation-parts.ts";
import { agentView } from "./agent-view.ts";
import { checkWrittenAgent } from "./check-written-agent.ts";
import type { WrittenFile } from "./check-written-agent.ts";
import { compareAgent } from "./compare-agent.ts";
import type { AgentChange } from "./compare-agent.ts";

/** An agent file that is to be applied. */
export interface FileToApply extends WrittenFile {
  readonly agent: string;
  /** The revision that the asker last saw. */
  readonly seen?: string | undefined;
  /** Whether the agent must not be there yet. */
  readonly isNew?: boolean;
  /** What the change is for. */
  readonly note?: string | undefined;
}

/**
 * Creates an agent or brings it up to date. A file that is not right in every part changes nothing, and so does one that
 * says what is stored already.
 */
export async function applyAgent(
  parts: OperationParts,
  { agent, text, baseDirectory: given, seen, isNew = false, note = "" }: FileToApply,
  asker: Asker,
  what: "agent.apply" | "agent.restore" = "agent.apply",
): Promise<AgentChange | RefusedAs<"agent_file_faulty" | "revision_outdated">> {
  const { storage, now } = parts;
  const checked = await checkWrittenAgent(parts, { text, baseDirectory: given }, asker);
  if ("faults" in checked) return { kind: "agent_file_faulty", faults: checked.faults };
  const { definition, baseDirectory, before } = checked;
  if (definition.id !== agent) return { kind: "agent_file_faulty", faults: [otherId(agent, definition.id)] };
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
    author: { kind: asker.kind, name: asker.name ?? null },
    note,
    audit: auditLine(parts, asker, what, { kind: "agent", id: agent }),
    // What was compared above must still be there when this is written: limits were judged by it.
    ...((isNew || seen !== undefined || asker.kind !== "command_line") && {
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

/** The file describes another agent than the one that is meant. */
export function otherId(meant: string, given: string) {
  return { line: null, message: `id: must be ${meant}, and is ${given}` };
}
