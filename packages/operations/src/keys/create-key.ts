import type { KeyRecord } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { auditLine } from "../access/audit-line.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { issueKey } from "./key-secret.ts";
import { readKeySettings } from "./key-settings.ts";
import { keyView } from "./key-view.ts";
import type { KeyView } from "./key-view.ts";

/** A key to be issued. */
export interface NewKey {
  /** Id of the agent that answers. */
  readonly agent: string;
  /** Sites that may use it, as patterns such as `example.com`; empty only for a server-side key. */
  readonly allowed: readonly string[];
  readonly name: string;
  readonly rateLimit: number;
  /** Whether requests without an `Origin` are accepted too. */
  readonly serverSide: boolean;
}

/** A key with its secret, which is known only at this moment. */
export interface CreatedKey extends KeyView {
  /** All of it: `ak_<id>_<secret>`. */
  readonly key: string;
}

/** Issues a key for an agent. */
export async function createKey(
  context: OperationContext,
  given: NewKey,
  actor: Actor,
): Promise<CreatedKey | RefusedAs<"pattern_invalid" | "key_setting_invalid">> {
  if (given.allowed.length === 0 && !given.serverSide) {
    const reason = "must name at least one site, unless the key is for servers";
    return { kind: "key_setting_invalid", setting: "allowed", reason };
  }
  const settings = readKeySettings(given);
  if ("kind" in settings) return settings;
  const { key, id, secretHash, lastFour } = issueKey(context);
  const record: KeyRecord = {
    id,
    agentId: settings.agent,
    name: settings.name,
    secretHash,
    lastFour,
    allowed: settings.allowed,
    rateLimit: settings.rateLimit,
    serverSide: settings.serverSide,
    createdAt: context.now(),
    revokedAt: null,
    replaces: null,
  };
  await context.storage.keys.create(record, auditLine(context, actor, "key.create", { kind: "key", id }));
  return { ...keyView(record), key };
}
