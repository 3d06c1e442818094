import {
  agentVersionFileSchema,
  agentVersionsSchema,
  appliedAgentSchema,
  checkAgentSchema,
  checkedAgentSchema,
  pageSizes,
  previewAgentSchema,
  previewedAgentSchema,
  putAgentSchema,
  restoreAgentSchema,
  restoredAgentSchema,
  versionsQuerySchema,
} from "@servicechat/contract/admin-schemas";
import type { CheckedAgent, PreviewedAgent } from "@servicechat/contract/admin";
import { faultText, isRefused } from "@servicechat/operations";
import type { AgentChange } from "@servicechat/operations";
import type { ListedAgentVersion } from "@servicechat/storage";
import { z } from "zod";
import { AdminError } from "../response/admin-error.ts";
import { malformed } from "../request/malformed.ts";
import { isConfirmed } from "../request/require-confirmation.ts";
import { agentWithFile } from "./agents.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";
import type { AdminAnswer, AdmittedRequest } from "./route.ts";
import { timeOf } from "./times.ts";

/** Largest body that brings an agent file, in bytes. */
export const maxAgentFileBytes = 1_048_576;

const agentIn = (params: Readonly<Record<string, string>>) => params["id"] ?? "";

/** POST agents/check */
export const checkAgent = roleRoute("editor", {
  summary: "What applying an agent file would do, or why it cannot be applied",
  body: checkAgentSchema,
  maxBodyBytes: maxAgentFileBytes,
  answer: checkedAgentSchema,
  fails: ["agent_not_found"],
  handle: async ({ admin, admission: { actor }, body: { file: text } }) => {
    const checked = resultOrThrow(await admin.operations.agents.checkFile(actor, { text }));
    if (!checked.valid) {
      const faults = checked.faults.map(({ line, message }) => ({ line, message }));
      const view: CheckedAgent = {
        valid: false,
        faults,
        id: null,
        result: null,
        changed: [],
        knowledge: false,
        notes: [],
        warnings: [],
      };
      return answer(view);
    }
    const { id, result, changed, definition, notes, warnings } = checked;
    const readsKnowledge = result === "created" && definition.knowledge.sources.length > 0;
    const view: CheckedAgent = {
      valid: true,
      faults: [],
      id,
      result,
      changed: [...changed],
      knowledge: readsKnowledge || changed.some((field) => field.startsWith("knowledge")),
      notes: [...notes.map(faultText), ...warnings],
      warnings: [...warnings],
    };
    return answer(view);
  },
});

/** PUT agents/{id} */
export const putAgent = roleRoute("editor", {
  summary: "Apply an agent file; `If-None-Match: *` for a new agent, otherwise `If-Match`",
  body: putAgentSchema,
  maxBodyBytes: maxAgentFileBytes,
  answer: appliedAgentSchema,
  headers: z.object({
    "If-Match": z.string().exactOptional(),
    "If-None-Match": z.literal("*").exactOptional(),
  }),
  status: [200, 201],
  needsRevision: "unless_new",
  needsConfirmation: "for_new_addresses",
  fails: ["agent_file_faulty", "agent_exists"],
  handle: async (request) => {
    const { context, admin, admission, params, body, seen } = request;
    const none = context.request.headers["if-none-match"];
    if (none !== undefined && none.trim() !== "*") throw malformed("If-None-Match: must be *");
    const isNew = none !== undefined;
    if (isNew && seen !== undefined)
      throw malformed("If-None-Match: must not be sent together with If-Match");
    const agent = agentIn(params);
    const { file: text, note } = body;
    const file = {
      agent,
      text,
      note,
      seen,
      isNew,
      isConfirmed: isConfirmed(admission, admin.server.nowMs()),
    };
    const change = await admin.operations.agents.apply(admission.actor, file);
    if (isNew && isRefused(change) && change.kind === "precondition_failed")
      throw new AdminError("agent_exists");
    return applied(request, resultOrThrow(change), isNew ? 201 : 200);
  },
});

/** POST agents/{id}/preview */
export const previewAgent = roleRoute("editor", {
  summary:
    "Preview an agent file for an hour, visible to nobody else; with a `key`, that preview gets another draft, otherwise a new one is created (201)",
  body: previewAgentSchema,
  maxBodyBytes: maxAgentFileBytes,
  answer: previewedAgentSchema,
  status: [200, 201],
  fails: ["agent_file_faulty"],
  handle: async ({ context, admin, admission: { actor }, params, body: { file: text, key: given } }) => {
    const { publicUrl } = admin.server.options;
    const origin = admin.live.originOf(context);
    const preview = await admin.operations.agents.preview(actor, {
      agent: agentIn(params),
      text,
      key: given,
      // The page with the launcher is on the public address, where every part of the chat is.
      origins: [origin, new URL(publicUrl).origin],
    });
    const { key, keyId, endsAt, isNew } = resultOrThrow(preview);
    const view: PreviewedAgent = {
      key,
      url: `${publicUrl}/chat/preview?key=${keyId}&parent=${encodeURIComponent(origin)}#key=${key}`,
      expiresAt: timeOf(endsAt),
    };
    return answer(view, { status: isNew ? 201 : 200 });
  },
});

/** GET agents/{id}/versions */
export const listVersions = roleRoute("viewer", {
  summary: "Versions of an agent, newest first",
  query: versionsQuerySchema,
  answer: agentVersionsSchema,
  handle: async ({ admin, admission: { actor }, params, query: { limit = pageSizes.usual, after } }) => {
    const agent = agentIn(params);
    const page = resultOrThrow(await admin.operations.agents.versions(actor, { agent, limit, after }));
    const items = page.items.map((version) => ({
      ...versionView(version),
      chats: version.chats,
      outcomes: version.outcomes,
    }));
    return answer({ items, next: page.next });
  },
});

/** GET agents/{id}/versions/{version} */
export const readVersion = roleRoute("viewer", {
  summary: "A version of an agent with its file",
  answer: agentVersionFileSchema,
  handle: async ({ admin, admission: { actor }, params }) => {
    const version = /^[1-9]\d{0,8}$/.test(params["version"] ?? "") ? Number(params["version"]) : 0;
    const agent = agentIn(params);
    const found = resultOrThrow(await admin.operations.agents.version(actor, { agent, version }));
    return answer({ ...versionView(found), file: found.file });
  },
});

/** POST agents/{id}/restore */
export const restoreAgent = roleRoute("editor", {
  summary: "Restore an earlier version of an agent, as a new version",
  body: restoreAgentSchema,
  answer: restoredAgentSchema,
  headers: z.object({ "If-Match": z.string().exactOptional() }),
  needsConfirmation: "for_new_addresses",
  fails: ["version_not_found", "agent_file_faulty", "precondition_failed"],
  handle: async (request) => {
    const { admin, admission, params, body, seen } = request;
    const agent = agentIn(params);
    const { version, note } = body;
    const change = await admin.operations.agents.restore(admission.actor, {
      agent,
      version,
      note,
      seen,
      isConfirmed: isConfirmed(admission, admin.server.nowMs()),
    });
    return applied(request, resultOrThrow(change), 200);
  },
});

async function applied(
  { admin, admission: { actor }, params }: AdmittedRequest<unknown, unknown>,
  { result, changed, notes }: AgentChange & { readonly notes?: readonly string[] },
  status: 200 | 201,
): Promise<AdminAnswer> {
  const agent = resultOrThrow(await admin.operations.agents.read(actor, { agent: agentIn(params) }));
  const view = agentWithFile(agent, actor);
  return answer({ ...view, result, changed, ...(notes && { notes }) }, { status, revision: view.revision });
}

function versionView({ version, at, author, note, isCurrent }: ListedAgentVersion) {
  return { version, at: timeOf(at), author, note: note || null, current: isCurrent };
}
