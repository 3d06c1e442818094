import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The oldest version that the service supports. */
export const oldestPostgres = 15;

/** Where packages install each version in a separate folder. */
const packaged = "/usr/lib/postgresql";

/** The folder with `initdb` and `postgres` of the newest version; `undefined` if none is new enough. */
export function findPostgres({ path = process.env["PATH"] ?? "", versions = packaged } = {}):
  | string
  | undefined {
  const known = existsSync(versions) ? readdirSync(versions).map((name) => join(versions, name, "bin")) : [];
  const found = [...known, ...path.split(delimiter).map(realFolder)]
    .filter((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")))
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter(({ version }) => version >= oldestPostgres);
  return found.toSorted((one, other) => other.version - one.version)[0]?.folder;
}

/** The target of a link on the path: the programs look for their files relative to it. */
function realFolder(folder: string): string {
  const program = join(folder, "initdb");
  return existsSync(program) ? dirname(realpathSync(program)) : folder;
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}
