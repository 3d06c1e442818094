import { draftMs } from "@servicechat/storage";
import type { AgentDraftRecord, ListedAgentDraft } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { byRole, onAgentId } from "../access/operation.ts";
import type { WithAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import { isAsSeen, revisionOf } from "../revision.ts";

/** A draft, as a list shows it. */
export interface ListedDraftView extends Omit<ListedAgentDraft, "revision"> {
  /** When it is deleted, unless it is saved again. */
  readonly expiresAt: number;
  /** Changes each time it is saved. */
  readonly revision: string;
}

/** An agent file that its author has not applied yet. */
export interface AgentDraftView extends ListedDraftView {
  readonly file: string;
}

/** A draft to save. */
interface DraftToSave extends WithAgent {
  readonly file: string;
  /** The version that was opened. Left out: that of the draft before, or else the one that answers now. */
  readonly basedOn?: number | null | undefined;
  /** The revision that the author has seen; absent, or `*`: any. */
  readonly seen?: string | undefined;
}

/**
 * Operations on drafts of agent files, each for its author alone. They say nothing about the agent that its scope does
 * not allow, and the agent need not exist.
 */
export const draftOperations = {
  /** The caller's drafts, the newest first. */
  list: byRole("editor", async ({ storage, now }, page: PageRequest, actor) => {
    const query = { scope: { agents: actor.agents }, authorId: draftAuthor(actor), now: now() };
    const drafts = await storage.agentDrafts.list(query);
    return pageOfWhole("drafts", drafts.map(listedView), page, ({ savedAt, agentId }) => [-savedAt, agentId]);
  }),

  /** The caller's draft of an agent. */
  find: onAgentId("editor", async ({ storage, now }, agentId, _input: WithAgent, actor) => {
    const draft = await storage.agentDrafts.find({ agentId, authorId: draftAuthor(actor), now: now() });
    return draft ? draftView(draft) : noSuchDraft(agentId);
  }),

  /** Saves it, for another 30 days. */
  save: onAgentId(
    "editor",
    async ({ storage, now }, agentId, { file, basedOn, seen }: DraftToSave, actor) => {
      const { agentIdSchema } = await import("@servicechat/contract/agent-file");
      const invalid = agentIdSchema.safeParse(agentId).error?.issues[0];
      if (invalid) return { kind: "input_invalid" as const, field: "id", reason: invalid.message };
      const authorId = draftAuthor(actor);
      const at = now();
      const before = await storage.agentDrafts.find({ agentId, authorId, now: at });
      const outdated = { kind: "precondition_failed" as const, revision: before ? revision(before) : "" };
      if (!isAsSeen(outdated.revision, seen)) return outdated;
      const isAnyRevision = seen === undefined || seen === "*";
      const saved = await storage.agentDrafts.save({
        agentId,
        authorId,
        file,
        basedOn,
        at,
        ...(!isAnyRevision && { expected: before?.revision ?? 0 }),
      });
      return "kind" in saved ? outdated : draftView(saved);
    },
  ),

  /** Deletes it. */
  remove: onAgentId("editor", async ({ storage }, agentId, _input: WithAgent, actor) => {
    const removed = await storage.agentDrafts.remove({ agentId, authorId: draftAuthor(actor) });
    return removed ? { id: agentId, removed } : noSuchDraft(agentId);
  }),
};

/** Whose drafts an actor has: those of the person, also with a token of theirs, or of a token that belongs to nobody. */
export function draftAuthor({ person, id, kind }: Actor): string {
  return person?.id ?? id ?? kind;
}

/**
 * The draft that ends when an actor applies an agent file. A token of a person may apply something else than what they
 * are writing in the console, so with one only a draft of the same content ends.
 */
export function endedDraft(
  actor: Actor,
  file: string,
): { readonly authorId: string; readonly file?: string } {
  const isOfPerson = actor.kind === "token" && actor.person !== undefined;
  return { authorId: draftAuthor(actor), ...(isOfPerson && { file }) };
}

function noSuchDraft(id: string): RefusedAs<"draft_not_found"> {
  return { kind: "draft_not_found", id };
}

function draftView(draft: AgentDraftRecord): AgentDraftView {
  return { ...listedView(draft), file: draft.file };
}

function listedView(draft: ListedAgentDraft): ListedDraftView {
  const { agentId, basedOn, live, savedAt } = draft;
  return { agentId, basedOn, live, savedAt, expiresAt: savedAt + draftMs, revision: revision(draft) };
}

function revision({ revision: count, savedAt }: ListedAgentDraft): string {
  return revisionOf([count, savedAt]);
}
