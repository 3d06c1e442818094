import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

const megabyte = 1_000_000;
/** Below this, a busy day or a backup could fill the disk; below the second value, the next hour could. */
const scarceBytes = 1000 * megabyte;
const fullBytes = 100 * megabyte;

/** The data directory: who can enter it, and how much space is left. */
export const checkDataDirectory: Check = {
  name: "data directory",
  run: async ({ settings: { dataDirectory: folder, database, secret } }) => {
    if (!existsSync(folder)) {
      return [
        ok("data directory", `${folder} does not exist yet; the first start creates it`),
        await room(folder),
      ];
    }
    return [
      folderFinding(folder),
      ...(secret === undefined ? secretFile(join(folder, "secret")) : []),
      await room(database.kind === "sqlite" && isThere(database) ? dirname(database.file) : folder),
    ];
  },
};

function folderFinding(folder: string): Finding {
  const check = "data directory";
  if (!statSync(folder).isDirectory())
    return problem(check, `${folder} is not a folder`, "set SERVICECHAT_DATA_DIR");
  if (!mayWrite(folder)) {
    const advice = "run this as the user that runs the service, and give the folder to that user (chown -R)";
    return problem(check, `${folder} cannot be written by this user`, advice);
  }
  return isPrivate(folder)
    ? ok(check, folder)
    : warning(check, `${folder} can be read by other users`, `chmod 700 ${folder}`);
}

function secretFile(file: string): readonly Finding[] {
  const check = "instance secret";
  if (!existsSync(file)) return [ok(check, "not created yet; the first start creates it")];
  return [
    isPrivate(file)
      ? ok(check, file)
      : warning(check, `${file} can be read by other users`, `chmod 600 ${file}`),
  ];
}

async function room(folder: string): Promise<Finding> {
  const check = "free space";
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  const free = bavail * bsize;
  const detail = `${sizeText(free)} at ${existing}`;
  if (free >= scarceBytes) return ok(check, detail);
  const advice = "free up space, or move the data directory to a larger disk";
  return free >= fullBytes ? warning(check, detail, advice) : problem(check, detail, advice);
}

function sizeText(bytes: number): string {
  return bytes >= 1000 * megabyte
    ? `${(bytes / 1000 / megabyte).toFixed(1)} GB`
    : `${Math.floor(bytes / megabyte)} MB`;
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isPrivate(path: string): boolean {
  return process.platform === "win32" || (statSync(path).mode & 0o077) === 0;
}
