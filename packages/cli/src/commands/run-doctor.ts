import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AgentRecord, KeyRecord } from "@servicechat/storage";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import type { OpenHouse } from "../open-house.ts";
import { Refusal } from "../refusal.ts";
import type { Settings } from "../settings.ts";

/** One thing that was looked at. A `warning` is worth knowing; a `failed` one keeps the service from working. */
interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failed";
  readonly detail: string;
}

/** `servicechat doctor`. Refused when something failed. */
export function runDoctor(parts: CommandParts) {
  return async ({ json }: JsonOption): Promise<void> => {
    const settings = parts.settings();
    const findings = [
      ok("settings", "all are valid"),
      publicUrl(settings),
      ...dataDirectory(settings),
      ...(await database(parts, settings)),
    ];
    const failed = findings.filter(({ status }) => status === "failed").length;
    if (json) parts.output.json({ findings });
    else
      for (const { check, status, detail } of findings)
        parts.output.line(`${status.padEnd(8)} ${check}: ${detail}`);
    if (failed > 0) throw new Refusal(`${failed} of ${findings.length} checks failed.`);
  };
}

function publicUrl({ publicUrl: address, port }: Settings): Finding {
  const { protocol, hostname } = new URL(address);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
  if (protocol === "http:" && !isLocal) {
    return warning("public address", `${address} is not https: browsers refuse its frame on https pages`);
  }
  return ok(
    "public address",
    isLocal ? `${address}, reachable from this machine only (port ${port})` : address,
  );
}

function dataDirectory({ dataDirectory: folder, secret }: Settings): readonly Finding[] {
  const check = "data directory";
  if (!existsSync(folder)) return [ok(check, `${folder} is not there yet; the first start makes it`)];
  return [
    isPrivate(folder)
      ? ok(check, folder)
      : warning(check, `${folder} can be read by other users (chmod 700)`),
    ...(secret === undefined ? secretFile(join(folder, "secret")) : []),
  ];
}

function secretFile(file: string): readonly Finding[] {
  if (!existsSync(file)) return [ok("instance secret", "not made yet; the first start makes it")];
  if (isPrivate(file)) return [ok("instance secret", file)];
  return [warning("instance secret", `${file} can be read by other users (chmod 600)`)];
}

function isPrivate(path: string): boolean {
  return process.platform === "win32" || (statSync(path).mode & 0o077) === 0;
}

async function database(parts: CommandParts, settings: Settings): Promise<readonly Finding[]> {
  const check = "database";
  if (!existsSync(settings.databaseFile)) return [ok(check, "not there yet; the first start makes it")];
  try {
    return await parts.inHouse(async ({ storage }) => {
      await storage.ping();
      return [ok(check, settings.databaseFile), ...(await contents(storage, settings))];
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : "unknown reason";
    return [{ check, status: "failed", detail: `${settings.databaseFile} cannot be used: ${reason}` }];
  }
}

async function contents(storage: OpenHouse["storage"], settings: Settings): Promise<readonly Finding[]> {
  const agents = await storage.agents.list();
  const keys = (await storage.keys.list()).filter(({ revokedAt }) => revokedAt === null);
  return [...agents.map((agent) => agentFinding(agent, keys, settings)), ...keys.flatMap(emptyList)];
}

function agentFinding(agent: AgentRecord, keys: readonly KeyRecord[], { environment }: Settings): Finding {
  const check = `agent ${agent.id}`;
  const { model } = agent.definition;
  const variable = "apiKeyEnv" in model ? model.apiKeyEnv : undefined;
  if (variable !== undefined && !environment[variable]) {
    return {
      check,
      status: "failed",
      detail: `the variable ${variable}, which holds its model's key, is not set`,
    };
  }
  const own = keys.filter(({ agentId }) => agentId === agent.id).length;
  return own === 0
    ? warning(check, "has no key yet, so no page can use it")
    : ok(check, `${own} live key(s)`);
}

function emptyList({ id, allowed, serverSide }: KeyRecord): readonly Finding[] {
  return allowed.length === 0 && !serverSide ? [warning(`key ${id}`, "allows no site")] : [];
}

function ok(check: string, detail: string): Finding {
  return { check, status: "ok", detail };
}

function warning(check: string, detail: string): Finding {
  return { check, status: "warning", detail };
}
