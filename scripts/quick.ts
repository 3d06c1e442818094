import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { kindOfTest, type KindOfTest } from "../test/kinds.ts";
import { readEntrances, resolveImport } from "../tools/entrances.ts";
import { readImports } from "../tools/read-imports.ts";
import { readSourceFiles } from "../tools/source-files.ts";
import { readChange } from "./changed-files.ts";

// What a change most likely breaks, in under a minute: format, types and walls of everything, lint and the nearest tests
// of what is changed (see changed-files.ts). `npm run quick` runs it; `npm test` remains what must pass.

/** Without changes that Git knows of, the last commit is looked at. */
const change = readChange(join(import.meta.dirname, ".."), { hours: 0 });
if (change === undefined) stop("Git cannot tell what has changed. Run 'npm test'.");

/** Sentences about the whole tree that hardly cost anything. */
const rules = [
  "walls",
  "comments",
  "references",
  "surface",
  "test-kinds",
  "timers",
  "file-length",
  "docs",
].map((name) => `tools/${name}.test.ts`);
/** How many imports may lie between a changed file and a test, and how many such tests are run. */
const reach: Readonly<Record<KindOfTest, { readonly imports: number; readonly most: number }>> = {
  unit: { imports: 3, most: 60 },
  database: { imports: 2, most: 12 },
  browser: { imports: 0, most: 2 },
  faults: { imports: 0, most: 2 },
};

const root = join(import.meta.dirname, "..");
const { run: chosen, left } = chooseTests(change.files);
console.log(`${change.files.length} files changed ${change.since}; ${chosen.length} test files are nearest.`);

const startedAt = performance.now();
const typesOf = (part: string) => {
  const known = join(root, "node_modules", ".cache", `${part}.tsbuildinfo`);
  return ["tsc", "-p", `tsconfig.${part}.json`, "--incremental", "--tsBuildInfoFile", known];
};
const programs = change.files.filter(isProgram);
const results = await Promise.all([
  inTurn(
    ["oxfmt", "--check", "."],
    ...(programs.length > 0 ? [["oxlint", "--type-aware", "--deny-warnings", ...programs]] : []),
    typesOf("server"),
    typesOf("browser"),
  ),
  inTurn(["vitest", "run", "--reporter", "dot", ...new Set([...rules, ...chosen])]),
]);
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
if (left > 0) console.log(`${left} more test files use what changed: 'npm test' runs them.`);
console.log(results.every(Boolean) ? `Fine after ${seconds} s.` : `Not fine, after ${seconds} s.`);
process.exit(results.every(Boolean) ? 0 : 1);

/** The tests that import a changed file over the fewest others; a changed test comes first. */
function chooseTests(changed: readonly string[]): { readonly run: readonly string[]; readonly left: number } {
  const entrances = readEntrances();
  const importers = new Map<string, string[]>();
  for (const { path, text } of readSourceFiles()) {
    if (path.endsWith(".css")) continue;
    for (const { specifier } of readImports(path, text)) {
      const target = resolveImport(path, specifier, entrances);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const distances = new Map(changed.map((path) => [path, 0]));
  // A map goes on with what is added on the way, nearest first.
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);

  const reached = [...distances].filter(([path]) => kindOfTest(path) && existsSync(join(root, path)));
  const run = Object.entries(reach).flatMap(([kind, { imports, most }]) =>
    reached
      .filter(([path, distance]) => kindOfTest(path) === kind && distance <= imports)
      .slice(0, most)
      .map(([path]) => path),
  );
  return { run, left: reached.length - run.length };
}

/** Whether it can be linted, and is still there. */
function isProgram(path: string): boolean {
  return /\.(?:ts|tsx|mts|mjs|js)$/.test(path) && existsSync(join(root, path));
}

/** Runs one command after another, until one fails. What a command prints is shown when it has ended. */
async function inTurn(...commands: readonly (readonly string[])[]): Promise<boolean> {
  for (const [program = "", ...args] of commands) if (!(await succeeds(program, args))) return false;
  return true;
}

function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  const path = `${join(root, "node_modules", ".bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: path } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      console.log(code === 0 ? `${program}: fine` : `\n${program} ${args[0] ?? ""}\n${output}`);
      resolve(code === 0);
    });
  });
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
