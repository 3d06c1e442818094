import type { AgentRecord } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret, issueKey } from "../keys/key-secret.ts";
import type { OperationContext } from "../operation-context.ts";
import { checkWrittenAgent } from "./check-written-agent.ts";
import { decideReach } from "./public-only.ts";

/** A file to preview for its author. */
export interface FileToPreview {
  readonly agent: string;
  readonly text: string;
  /** The key of an earlier preview, whose draft this one replaces. */
  readonly key?: string | undefined;
  /** Where the preview may be opened: no other site is let in. */
  readonly origins: readonly string[];
}

/** A draft that can be tried. */
export interface PreviewedAgent {
  /** The whole key, as for a page. */
  readonly key: string;
  /** The part of it that addresses may have. */
  readonly keyId: string;
  /** When key and draft end. */
  readonly endsAt: number;
  /** `false`: the draft is behind the existing key. */
  readonly isNew: boolean;
}

/** How long a preview can be used, in milliseconds. */
const lifetimeMs = 3_600_000;
/** Maximum number of drafts of one agent at a time; the oldest are deleted. */
const maxPreviews = 20;
/** Requests in any 60 seconds: the author of a file opens the chat again with every change. */
const rateLimit = 300;

/**
 * Has a draft answer for an hour, to a key that only its writer has. It may do what it could do if it were applied,
 * tools included, and is checked in the same way; nothing that is live changes.
 */
export async function previewAgent(
  context: OperationContext,
  { id: agentId }: Pick<AgentRecord, "id">,
  { text, key: given, origins }: FileToPreview,
  actor: Actor,
): Promise<PreviewedAgent | RefusedAs<"agent_file_faulty" | "agent_not_found">> {
  const checked = await checkWrittenAgent(context, { text, agent: agentId }, actor);
  if ("kind" in checked) return checked;
  if ("faults" in checked) return { kind: "agent_file_faulty", faults: checked.faults };
  const { definition, baseDirectory } = checked;
  await decideReach(context.storage, definition, actor);

  const { previews } = context.storage;
  const at = context.now();
  const draft = { agentId, definition, baseDirectory };
  const [, keyId, secret] = /^ak_([0-9a-f]{12})_([\w-]{43})$/.exec(given ?? "") ?? [];
  if (given !== undefined && keyId !== undefined && secret !== undefined) {
    const endsAt = await previews.replace({ ...draft, keyId, secretHash: hashSecret(secret), at });
    if (endsAt !== undefined) return { key: given, keyId, endsAt, isNew: false };
  }

  const { key, id, secretHash, lastFour } = issueKey(context);
  const endsAt = at + lifetimeMs;
  const isThere = await previews.create({
    ...draft,
    name: id,
    key: {
      id,
      name: "",
      secretHash,
      lastFour,
      allowed: [...new Set(origins)],
      rateLimit,
      serverSide: false,
      createdAt: at,
    },
    authorId: actor.id ?? null,
    endsAt,
    limit: maxPreviews,
  });
  if (!isThere) return { kind: "agent_not_found", id: agentId, known: [] };
  return { key, keyId: id, endsAt, isNew: true };
}
