import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../packages/cli/src/run.ts";

/** The command as it is installed. */
export const program = fileURLToPath(new URL("../../packages/cli/bin/servicechat.mjs", import.meta.url));
/** The Node that the service runs on, which is the tests' own. */
export const node = process.execPath;

/** The result of a run of the command line. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** All environment variables of a command. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Runs a command of the operator as its process would, without the half second that a process takes to start. Commands
 * that need a process get one: `serve`, which is ended by a signal, and those with variables that only Node itself
 * reads.
 */
export async function runCommand(
  folder: string,
  variables: Variables,
  words: readonly string[],
): Promise<Run> {
  if (words[0] === "serve" || Object.keys(variables).some((name) => name.startsWith("NODE_")))
    return spawnCommand(folder, variables, words);
  let out = "";
  let err = "";
  const code = await run(words, {
    out: { write: (text) => (out += text) },
    notes: { write: (text) => (err += text) },
    variables,
    folder,
  });
  return { code, out, err };
}

/** Applies agents with these ids in a folder. */
export async function applyAgents(folder: string, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const file = join(folder, `${id}.yaml`);
    await writeFile(file, `id: ${id}\nname: ${id}\nmodel: {provider: extractive}\n`);
    const { code, err } = await runCommand(folder, {}, ["agent", "apply", file]);
    if (code !== 0) throw new Error(err);
  }
}

/** Runs a command in a separate process, while this one continues. */
export function spawnCommand(
  folder: string,
  variables: Variables,
  words: readonly string[],
  {
    startedWith = node,
    user,
  }: { readonly startedWith?: string | undefined; readonly user?: number | undefined } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(startedWith, [program, ...words], {
      ...(user !== undefined && { uid: user, gid: user }),
      cwd: folder,
      env: { ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}
