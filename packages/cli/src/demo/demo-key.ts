import { rmSync } from "node:fs";
import { join } from "node:path";
import { hashSecret, issueKey } from "@servicechat/operations/key-secret";
import { parseAllowEntry } from "@servicechat/operations/allowlist";
import type { KeyRecord, KeyStore } from "@servicechat/storage";
import { createPrivateFile, readPrivateFile } from "../database/private-file.ts";
import type { Settings } from "../settings/settings.ts";

/** The file in the data directory with the key of the demo's first page. */
export const guideKeyFile = "demo-key";

interface DemoKeyDependencies {
  readonly keys: KeyStore;
  readonly settings: Pick<Settings, "dataDirectory" | "publicUrl" | "port">;
  readonly agentId: string;
  readonly at: number;
  readonly randomBytes: (size: number) => Buffer;
  /** Its name in the data directory. */
  readonly file: string;
  /** The name that operators see. */
  readonly name: string;
}

/**
 * The key of a demo agent, for the service's own origin only. Since the page shows it repeatedly, a file in the data
 * directory contains the whole key; no other key is stored without being sealed.
 *
 * @returns `undefined` if the operator revoked it
 */
export async function demoKey(dependencies: DemoKeyDependencies): Promise<string | undefined> {
  const { keys, settings } = dependencies;
  const file = join(settings.dataDirectory, dependencies.file);
  const kept = readPrivateFile(file) ?? "";
  const record = await findRecord(keys, kept);
  if (record?.revokedAt === null) {
    const missing = ownEntries(settings).filter((entry) => !record.allowed.includes(entry));
    if (missing.length > 0) await keys.change(record.id, { allowed: [...record.allowed, ...missing] });
    return kept;
  }
  return record ? undefined : issue(dependencies, file);
}

/**
 * The key of the demo page, if it is still valid. Nothing is created or changed.
 *
 * @returns `undefined` if there is none, or the operator deleted the demo or revoked its key
 */
export async function findDemoKey(
  keys: Pick<KeyStore, "find">,
  { dataDirectory }: Pick<Settings, "dataDirectory">,
): Promise<string | undefined> {
  const kept = readPrivateFile(join(dataDirectory, guideKeyFile)) ?? "";
  const record = await findRecord(keys, kept);
  return record?.revokedAt === null ? kept : undefined;
}

/** The record of a stored key; `undefined` if the database was replaced or the file is damaged. */
async function findRecord(keys: Pick<KeyStore, "find">, kept: string): Promise<KeyRecord | undefined> {
  const [, id = "", secret = ""] = /^ak_([0-9a-z]+)_([\w-]+)$/.exec(kept) ?? [];
  const record = await keys.find(id);
  return record?.secretHash === hashSecret(secret) ? record : undefined;
}

async function issue(
  { keys, settings, agentId, at, randomBytes, name }: DemoKeyDependencies,
  file: string,
): Promise<string> {
  const { key, id, secretHash, lastFour } = issueKey({ randomBytes });
  // The file first: if a start is killed in between, the next one finds a key that does not exist, and issues another.
  rmSync(file, { force: true });
  createPrivateFile(file, key);
  await keys.create({
    id,
    agentId,
    name,
    secretHash,
    lastFour,
    allowed: ownEntries(settings),
    rateLimit: 60,
    serverSide: false,
    createdAt: at,
    revokedAt: null,
  });
  return key;
}

/** Where the demo page can be opened: at the public address and on this machine. */
function ownEntries({ publicUrl, port }: Pick<Settings, "publicUrl" | "port">): readonly string[] {
  const origins = [publicUrl, `http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const entries = origins.map(parseAllowEntry).flatMap((parsed) => ("entry" in parsed ? [parsed.entry] : []));
  return [...new Set(entries)];
}
