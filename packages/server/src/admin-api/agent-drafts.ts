import {
  agentDraftSchema,
  agentDraftsSchema,
  listQuery,
  pageSizes,
  putAgentDraftSchema,
} from "@servicechat/contract/admin-schemas";
import type { AgentDraft, AgentDraftItem } from "@servicechat/contract/admin";
import type { AgentDraftView, ListedDraftView } from "@servicechat/operations";
import { z } from "zod";
import { maxAgentFileBytes } from "./agent-files.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

const agentIn = (params: Readonly<Record<string, string>>) => ({ agent: params["id"] ?? "" });

/** GET drafts */
export const listDrafts = roleRoute("editor", {
  summary: "The caller's drafts of agent files, newest first",
  query: z.strictObject(listQuery),
  answer: agentDraftsSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.drafts.list(actor, { limit, after }));
    return answer({ items: items.map(listedView), next });
  },
});

/** GET agents/{id}/draft */
export const readDraft = roleRoute("editor", {
  summary: "The caller's draft of an agent file; the agent need not exist yet",
  answer: agentDraftSchema,
  fails: ["draft_not_found"],
  handle: async ({ admin, admission: { actor }, params }) =>
    shown(resultOrThrow(await admin.operations.drafts.find(actor, agentIn(params)))),
});

/** PUT agents/{id}/draft */
export const putDraft = roleRoute("editor", {
  summary: "Save the caller's draft of an agent file for 30 days; the agent need not exist yet",
  body: putAgentDraftSchema,
  maxBodyBytes: maxAgentFileBytes,
  answer: agentDraftSchema,
  headers: z.object({ "If-Match": z.string().exactOptional() }),
  fails: ["precondition_failed"],
  handle: async ({ admin, admission: { actor }, params, body: { file, basedOn }, seen }) =>
    shown(
      resultOrThrow(await admin.operations.drafts.save(actor, { ...agentIn(params), file, basedOn, seen })),
    ),
});

/** DELETE agents/{id}/draft */
export const deleteDraft = roleRoute("editor", {
  summary: "Delete the caller's draft of an agent file",
  fails: ["draft_not_found"],
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.drafts.remove(actor, agentIn(params)));
    return nothing;
  },
});

function shown(draft: AgentDraftView) {
  const view: AgentDraft = { ...listedView(draft), file: draft.file };
  return answer(view, { revision: view.revision });
}

function listedView(draft: ListedDraftView): AgentDraftItem {
  return {
    agent: draft.agentId,
    basedOn: draft.basedOn,
    live: draft.live,
    savedAt: timeOf(draft.savedAt),
    expiresAt: timeOf(draft.expiresAt),
    revision: draft.revision,
  };
}
