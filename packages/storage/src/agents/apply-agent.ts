import { isDeepStrictEqual } from "node:util";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Kysely } from "kysely";
import type { Change } from "../change.ts";
import { writeAudit } from "../people/audit.ts";
import type { AgentRow } from "../schema/rows/agents.ts";
import type { Tables } from "../schema/tables.ts";
import { deleteDraft } from "./agent-drafts.ts";
import type { AgentToApply, ApplyAgentResult } from "./agent-versions.ts";

/** The applied state; without a file if none was read. */
export type AppliedState = Omit<AgentToApply, "file"> & { readonly file: string | null };

interface Dependencies {
  readonly change: Change;
  readonly definitionOf: (row: AgentRow) => AgentDefinition;
}

/** Brings an agent into a state and makes its version, both in one transaction. */
export function createApplyAgent({ change, definitionOf }: Dependencies) {
  return (state: AppliedState): Promise<ApplyAgentResult> =>
    change(async (transaction, bumpRevision) => {
      const { expected = 0, audit = [], draft } = state;
      const endDraft = async () => draft && deleteDraft(transaction, { ...draft, agentId: state.id });
      // Tried first, since another node may be creating it at this moment: then this waits for it.
      if (expected === 0 && (await insertAgent(transaction, state))) {
        await insertVersion(transaction, state, 1);
        await endDraft();
        for (const line of audit) await writeAudit(transaction, line);
        await bumpRevision();
        return { kind: "created", version: 1 };
      }
      const stored = await lockAgent(transaction, state.id);
      if (!stored) return { kind: "agent_not_found" };
      const { version } = stored;
      if (state.expected !== undefined && state.expected !== version)
        return { kind: "newer_version", version };
      const isSameAgent =
        stored.base_directory === state.baseDirectory &&
        isDeepStrictEqual(definitionOf(stored), JSON.parse(JSON.stringify(state.definition)));
      await endDraft();
      if (isSameAgent && (await keepsFile(transaction, state, version)))
        return { kind: "unchanged", version };

      await transaction
        .updateTable("agents")
        .set({ ...columnsOf(state, version + 1), version: version + 1 })
        .where("id", "=", state.id)
        .execute();
      await insertVersion(transaction, state, version + 1);
      for (const line of audit) await writeAudit(transaction, line);
      await bumpRevision();
      return { kind: "updated", version: version + 1 };
    });
}

/** Whether the version has this very file. One that was made without a file takes it up. */
async function keepsFile(
  transaction: Kysely<Tables>,
  { id, file }: AppliedState,
  version: number,
): Promise<boolean> {
  if (file === null) return true;
  await transaction
    .updateTable("agent_versions")
    .set({ file })
    .where("agent_id", "=", id)
    .where("version", "=", version)
    .where("file", "is", null)
    .execute();
  const kept = await transaction
    .selectFrom("agent_versions")
    .select("file")
    .where("agent_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return kept?.file === file;
}

const columnsOf = (
  { definition, baseDirectory, at, readsSources = false }: AppliedState,
  version: number,
) => ({
  definition: JSON.stringify(definition),
  base_directory: baseDirectory,
  updated_at: at,
  ...(readsSources && { sources_requested: version }),
});

/** `false` when there is one. */
async function insertAgent(transaction: Kysely<Tables>, state: AppliedState): Promise<boolean> {
  const { numInsertedOrUpdatedRows: created } = await transaction
    .insertInto("agents")
    .values({ id: state.id, created_at: state.at, version: 1, ...columnsOf(state, 1) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(created);
}

/** Reads an agent and locks it until the transaction ends. */
export function lockAgent(transaction: Kysely<Tables>, id: string): Promise<AgentRow | undefined> {
  return transaction
    .updateTable("agents")
    .set((row) => ({ version: row.ref("version") }))
    .where("id", "=", id)
    .where("deleted", "=", 0)
    .returningAll()
    .executeTakeFirst();
}

async function insertVersion(
  transaction: Kysely<Tables>,
  state: AppliedState,
  version: number,
): Promise<void> {
  const { definition, base_directory } = columnsOf(state, version);
  await transaction
    .insertInto("agent_versions")
    .values({
      agent_id: state.id,
      version,
      at: state.at,
      author_kind: state.author.kind,
      author_name: state.author.name,
      note: state.note,
      file: state.file,
      definition,
      base_directory,
    })
    .execute();
}
