import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** The service needs this version or a newer one. */
export const oldestPostgres = 15;

/** Where packages put each version into a folder of its own. */
const packaged = "/usr/lib/postgresql";

/** The folder that holds `initdb` and `postgres`, of the newest version there is; `undefined`: of none that is new enough. */
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

/** Where a link on the path leads: the programs look for their files from there. */
function realFolder(folder: string): string {
  const program = join(folder, "initdb");
  return existsSync(program) ? dirname(realpathSync(program)) : folder;
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
}
