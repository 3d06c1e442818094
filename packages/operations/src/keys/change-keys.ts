import type { KeyRecord } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { auditLine } from "../access/audit.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { OperationContext } from "../operation-context.ts";
import { hashSecret, issueKey, secretOf } from "./key-secret.ts";
import { isAsSeen, revisionOf } from "../revision.ts";
import { parseAllowEntry } from "./allowlist.ts";

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
): Promise<CreatedKey | RefusedAs<"input_invalid">> {
  if (given.allowed.length === 0 && !given.serverSide) {
    const reason = "must name at least one site, unless the key is for servers";
    return { kind: "input_invalid", field: "allowed", reason };
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
  const audit = auditLine(context, actor, "key.create", keySubject(record));
  await context.storage.keys.create(withSealed(context, record, key), audit);
  return { ...keyView(record), key };
}

/** A key as the audit log names it. */
export function keySubject({ id, name }: Pick<KeyRecord, "id" | "name">) {
  return { kind: "key", id, name };
}

/** With the key itself, sealed, if it is one of pages, where anyone can read it anyway. One for servers is shown once. */
function withSealed({ box }: Pick<OperationContext, "box">, record: KeyRecord, key: string) {
  return record.serverSide ? record : { ...record, sealed: box.seal(key, sealContext(record.id)) };
}

const sealContext = (id: string) => `key ${id}`;

/** The key itself, as it was sealed; a refusal for one that was not, or was sealed with another secret of the service. */
export async function openKey(
  { storage, box, now }: OperationContext,
  { id, serverSide, revokedAt, secretHash }: KeyRecord,
): Promise<{ readonly key: string } | RefusedAs<"key_not_found" | "tag_not_kept">> {
  if (revokedAt !== null && revokedAt <= now()) return { kind: "key_not_found", id };
  const sealed = serverSide ? undefined : await storage.keys.findSealed(id);
  const key = sealed === undefined ? undefined : tryOpen(() => box.open(sealed, sealContext(id)));
  const isIt = key !== undefined && hashSecret(secretOf(key)) === secretHash;
  return isIt ? { key } : { kind: "tag_not_kept", id };
}

function tryOpen(open: () => string): string | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** A key that can still be changed: nothing of a revoked one can. */
function requireLive(key: KeyRecord): RefusedAs<"key_ended"> | undefined {
  return key.revokedAt === null ? undefined : { kind: "key_ended", id: key.id };
}

/**
 * Changes settings of a key, each time based on the current ones: if another person is quicker, their changes are
 * neither lost nor reverted.
 *
 * @param seen the revision that the actor last saw; absent: any revision is changed
 * @param change the checked new values; empty if nothing changes; a refusal leaves all as it is
 */
export async function changeKey(
  context: OperationContext,
  key: KeyRecord,
  { seen, actor }: { readonly seen?: string | undefined; readonly actor: Actor },
  change: (key: KeyRecord) => Partial<KeySettings> | RefusedAs<"input_invalid">,
): Promise<KeyView | RefusedAs<"key_ended" | "key_not_found" | "precondition_failed" | "input_invalid">> {
  const { storage } = context;
  const audit = auditLine(context, actor, "key.change", keySubject(key));
  for (let current: KeyRecord | undefined = key; current; current = await storage.keys.find(key.id)) {
    const revoked = requireLive(current);
    if (revoked) return revoked;
    const view = keyView(current);
    if (!isAsSeen(view.revision, seen)) return { kind: "precondition_failed", revision: view.revision };
    const settings = change(current);
    if ("kind" in settings) return settings;
    if (Object.keys(settings).length === 0) return view;
    const changed = await storage.keys.change(key.id, settings, current, audit);
    if (changed) return keyView(changed);
  }
  return { kind: "key_not_found", id: key.id };
}

/** A key that takes the place of another. */
export interface RotatedKey extends CreatedKey {
  /** Id of the key before. */
  readonly replaces: string;
}

const hourMs = 3_600_000;

/**
 * Issues a key with the settings of another, which ends after the overlap: time to put the new one on the pages.
 *
 * @param overlapHours 0: the other is refused from its next request
 */
export async function rotateKey(
  context: OperationContext,
  before: KeyRecord,
  { overlapHours = 24 }: { readonly overlapHours?: number },
  actor: Actor,
): Promise<RotatedKey | RefusedAs<"key_ended" | "input_invalid">> {
  const { min, max } = keyLimits.overlapHours;
  if (!isWholeFrom(overlapHours, min, max)) {
    const reason = `must be a whole number from ${min} to ${max}`;
    return { kind: "input_invalid", field: "overlapHours", reason };
  }
  const revoked = requireLive(before);
  if (revoked) return revoked;
  const { key, id, secretHash, lastFour } = issueKey(context);
  const at = context.now();
  const record: KeyRecord = { ...before, id, secretHash, lastFour, createdAt: at, replaces: before.id };
  const endsAt = at + overlapHours * hourMs;
  const audit = auditLine(context, actor, "key.rotate", keySubject(before));
  const ended = await context.storage.keys.replace(
    before.id,
    withSealed(context, record, key),
    endsAt,
    audit,
  );
  if (!ended) return { kind: "key_ended", id: before.id };
  if (overlapHours === 0) context.nodeEvents.publish({ type: "key-revoked", keyId: before.id });
  return { ...keyView(record), key, replaces: before.id };
}

/** The limits of a key's settings. */
export const keyLimits = {
  /** Longest name, in UTF-16 units: that of an agent. */
  name: 100,
  /** Accepted requests in any 60 seconds. */
  rateLimit: { min: 1, max: 1_000_000 },
  /** Hours for which a rotated key remains valid. */
  overlapHours: { min: 0, max: 720 },
} as const;

/** The settings of a key that operators can change. */
export interface KeySettings {
  /** Patterns such as `example.com`, as they were typed. */
  readonly allowed: readonly string[];
  readonly name: string;
  readonly rateLimit: number;
}

/** The same, checked, with the patterns in their canonical form. */
export function readKeySettings<Given extends Partial<KeySettings>>(
  given: Given,
): Given | RefusedAs<"input_invalid"> {
  const { allowed, name, rateLimit } = given;
  if (name !== undefined && name.length > keyLimits.name) {
    const reason = `must be at most ${keyLimits.name} characters long, but this one has ${name.length}`;
    return { kind: "input_invalid", field: "name", reason };
  }
  const { min, max } = keyLimits.rateLimit;
  if (rateLimit !== undefined && !isWholeFrom(rateLimit, min, max)) {
    const reason = `must be a whole number from ${min} to ${max}`;
    return { kind: "input_invalid", field: "rateLimit", reason };
  }
  if (allowed === undefined) return given;
  const entries: string[] = [];
  for (const pattern of allowed) {
    const parsed = parseAllowEntry(pattern);
    if ("issue" in parsed) return invalidPattern(pattern, `: ${parsed.issue}`);
    entries.push(parsed.entry);
  }
  return { ...given, allowed: [...new Set(entries)] };
}

/** The refusal of a pattern that is not one, or is not listed. */
export function invalidPattern(pattern: string, issue: string): RefusedAs<"input_invalid"> {
  return { kind: "input_invalid", field: "allowed", reason: `${JSON.stringify(pattern)}${issue}` };
}

/** Whether a value is a whole number within these bounds. */
function isWholeFrom(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** The fields of a key that operators may see: never its secret, nor the secret's hash. */
export interface KeyView {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  /** Canonical entries of its domain list. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  readonly serverSide: boolean;
  readonly lastFour: string;
  readonly createdAt: number;
  /** When it ends, which may be in the future; `null` if it has not been revoked. */
  readonly revokedAt: number | null;
  /** Changes whenever something about the key changes. */
  readonly revision: string;
}

/** The view of a key. */
export function keyView(key: KeyRecord): KeyView {
  const { id, agentId, name, allowed, rateLimit, serverSide, lastFour, createdAt, revokedAt } = key;
  const revision = revisionOf([name, allowed, rateLimit, serverSide, revokedAt]);
  return { id, agentId, name, allowed, rateLimit, serverSide, lastFour, createdAt, revokedAt, revision };
}
