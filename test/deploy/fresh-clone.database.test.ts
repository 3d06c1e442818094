import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));
/** Folders that a clone does not have, or that only tests need. */
const leftOut = new Set(["node_modules", ".git", "dist", "data", "test", "gallery"]);

interface Clone extends AsyncDisposable {
  readonly folder: string;
  /** Runs a script of the clone with the tests' Node. Returns what it printed; rejects if it fails. */
  run(...words: string[]): Promise<string>;
}

async function cloneRepository(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-clone-"));
  await cp(repository, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
  return {
    folder,
    async run(...words) {
      const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, HOME: process.env["HOME"] };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd: folder, env });
      return `${stdout}${stderr}`;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function megabytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}

test("npm start makes a fresh clone ready to run, with only what running needs, and does nothing the second time", async () => {
  await using clone = await cloneRepository();

  expect(await clone.run("scripts/ready.mjs")).toContain("Building the browser parts … done");
  const packages = join(clone.folder, "node_modules");
  const names = await readdir(packages);
  expect(names).toContain("kysely");
  for (const tool of ["vitest", "typescript", "playwright-core", "react", "vue"])
    expect(names).not.toContain(tool);
  expect(await megabytes(packages)).toBeLessThan(120);
  // The Node that runs this is suitable, so no other is installed.
  expect(await readdir(join(clone.folder, "packages/cli/node"))).toEqual([
    "package-lock.json",
    "package.json",
  ]);
  expect(await clone.run("packages/cli/bin/servicechat.mjs", "--version")).toBe("0.1.0\n");

  expect(await clone.run("scripts/ready.mjs")).toBe("");
}, 300_000);
