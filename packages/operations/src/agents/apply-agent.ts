import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { AgentRecord } from "@servicechat/storage";
import { isDeepStrictEqual } from "node:util";
import { asObject } from "@servicechat/contract";
import { auditLine } from "../access/audit.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { isAsSeen, revisionOf } from "../revision.ts";
import type { OperationContext } from "../operation-context.ts";
import { checkWrittenAgent } from "./check-written-agent.ts";
import type { WrittenFile } from "./check-written-agent.ts";
import { endedDraft } from "./draft-operations.ts";
import { decideReach } from "./public-only.ts";

/** An agent file to apply. */
export interface FileToApply extends WrittenFile {
  readonly agent: string;
  /** The revision that the actor last saw. */
  readonly seen?: string | undefined;
  /** Whether the agent must not exist yet. */
  readonly isNew?: boolean;
  /** The reason for the change. */
  readonly note?: string | undefined;
  /** `false`: whoever applies it reads its sources, or does not want them to be read yet. */
  readonly readsSources?: boolean;
  /** `false`: whoever applies it has not confirmed who they are, so that no data may go anywhere new. */
  readonly isConfirmed?: boolean;
}

/**
 * Creates or updates an agent. A file with any fault changes nothing, and neither does one that equals what is already
 * stored.
 */
export async function applyAgent(
  context: OperationContext,
  {
    agent,
    text,
    baseDirectory: given,
    isStored = false,
    seen,
    isNew = false,
    note = "",
    isConfirmed = true,
    readsSources = true,
  }: FileToApply,
  actor: Actor,
  what: "agent.apply" | "agent.restore" = "agent.apply",
): Promise<
  | AgentChange
  | RefusedAs<"agent_file_faulty" | "agent_not_found" | "confirmation_needed" | "precondition_failed">
> {
  const { storage, now } = context;
  const checked = await checkWrittenAgent(context, { text, agent, baseDirectory: given, isStored }, actor);
  if ("kind" in checked) return checked;
  if ("faults" in checked) return { kind: "agent_file_faulty", faults: checked.faults };
  const { definition, baseDirectory, before } = checked;
  const revision = before ? agentView(before).revision : "";
  const isGone = seen !== undefined && !before;
  if ((isNew && before) || isGone || !isAsSeen(revision, seen))
    return { kind: "precondition_failed", revision };
  if (!isConfirmed) {
    const { hasNewAddress } = await import("../agent-file/console-limits.ts");
    if (hasNewAddress(definition, before?.definition)) return { kind: "confirmation_needed" };
  }
  if (!isStored) await decideReach(storage, definition, actor);
  const change = compareAgent(before, { definition, baseDirectory });
  const applied = await storage.agents.apply({
    id: agent,
    definition,
    file: text,
    baseDirectory,
    at: now(),
    author: { kind: actor.kind, name: actor.name ?? null },
    note,
    readsSources: readsSources && hasOtherSources(before, { definition, baseDirectory }),
    audit: [what, ...(turnsNoticeOff(before, definition) ? ["agent.notice_off" as const] : [])].map((each) =>
      auditLine(
        context,
        actor,
        each,
        { kind: "agent", id: agent, name: definition.name },
        each === "agent.apply" ? changedParts(change) : [],
      ),
    ),
    ...(what === "agent.apply" && { draft: endedDraft(actor, text) }),
    // The state that was compared above must still exist when this is written, because the limits were checked against
    // it.
    ...((isNew || seen !== undefined || actor.kind !== "command_line") && {
      expected: before?.version ?? 0,
    }),
  });
  if (applied.kind === "newer_version" || applied.kind === "agent_not_found") {
    const newer = await storage.agents.find(agent);
    return { kind: "precondition_failed", revision: newer ? agentView(newer).revision : "" };
  }
  // Other comments make a version too.
  return applied.kind === "updated" ? { ...change, result: "updated" } : change;
}

/** The parts of an agent that change, such as `branding`, for the audit log; of a new one, that it is. */
function changedParts({ result, changed }: AgentChange): readonly string[] {
  if (result === "created") return ["created"];
  return [...new Set(changed.map((path) => path.split(".")[0] ?? path))];
}

/** What is read for an agent. */
type Sources = Pick<AgentRecord, "definition" | "baseDirectory">;

/** Whether there is something to read, or to forget, that differs from what was there before. */
function hasOtherSources(before: Sources | undefined, now: Sources): boolean {
  const sourcesOf = ({ definition, baseDirectory }: Sources) => {
    const { sources } = definition.knowledge;
    return { sources, folder: sources.some((source) => "files" in source) ? baseDirectory : "" };
  };
  if (!before) return now.definition.knowledge.sources.length > 0;
  return !isDeepStrictEqual(sourcesOf(before), sourcesOf(now));
}

/** Whether visitors are no longer told that an AI answers, or for another reason than before. */
function turnsNoticeOff(
  before: { readonly definition: AgentDefinition } | undefined,
  { notice }: AgentDefinition,
): boolean {
  return notice?.off !== undefined && notice.off !== before?.definition.notice?.off;
}

/** The effect of applying an agent file. */
export interface AgentChange {
  readonly id: string;
  readonly result: "created" | "updated" | "unchanged";
  /** The fields that change; empty for a new agent. */
  readonly changed: readonly string[];
}

/** Compares an agent as its file describes it with the one that is stored, if there is one. */
export function compareAgent(
  before: Pick<AgentRecord, "definition" | "baseDirectory"> | undefined,
  { definition, baseDirectory }: { readonly definition: AgentDefinition; readonly baseDirectory: string },
): AgentChange {
  const { id } = definition;
  if (!before) return { id, result: "created", changed: [] };
  const moved = before.baseDirectory === baseDirectory ? [] : ["folder of the file"];
  const changed = [...changedFields(before.definition, definition), ...moved];
  return { id, result: changed.length > 0 ? "updated" : "unchanged", changed };
}

/**
 * The fields in which two values differ, as paths such as `branding.primaryColor`; a list that differs anywhere is
 * named as a whole. Empty when they are equal.
 */
function changedFields(before: unknown, after: unknown, path = ""): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, now] = [asObject(before), asObject(after)];
  if (!old || !now) return [path];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) =>
    changedFields(old[name], now[name], path === "" ? name : `${path}.${name}`),
  );
}

/** The fields of an agent that operators may see. */
export interface AgentView {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  /** Grows with every change. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Changes with every change of the agent. */
  readonly revision: string;
}

/** The visible fields of an agent, without secrets: definitions name the variables that contain them. */
export function agentView(agent: AgentRecord): AgentView {
  const { id, definition, baseDirectory, version, createdAt, updatedAt } = agent;
  const revision = revisionOf([version, definition, baseDirectory]);
  return { id, definition, baseDirectory, version, createdAt, updatedAt, revision };
}
