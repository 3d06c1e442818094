import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { PublishedPackage } from "./contestant.ts";

const run = promisify(execFile);

/** Not part of the workspace, because they are large and only this bench needs them. `npm ci` clears the folder. */
const store = join(import.meta.dirname, "../../node_modules/.bench-widgets");

/**
 * Downloads a package with npm, without its dependencies, and unpacks it; nothing of it is run. An existing download is
 * used as it is.
 *
 * @returns the folder of its files
 * @throws if it cannot be downloaded, or its bytes differ from those that were measured
 */
export async function fetchPackage({ name, version, integrity }: PublishedPackage): Promise<string> {
  const folder = join(store, `${name.replace("/", "+")}-${version}`);
  if (existsSync(folder)) return join(folder, "package");
  await mkdir(store, { recursive: true });
  const fresh = await mkdtemp(join(store, "fetching-"));
  try {
    const { stdout } = await run("npm", [
      "pack",
      `${name}@${version}`,
      "--json",
      "--pack-destination",
      fresh,
    ]);
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    const archive = join(fresh, filename);
    const found = `sha512-${createHash("sha512")
      .update(await readFile(archive))
      .digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} is not what was measured: ${found}`);
    await run("tar", ["-xzf", archive, "-C", fresh]);
    await rm(archive);
    await rename(fresh, folder);
    return join(folder, "package");
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true });
    throw cause;
  }
}
