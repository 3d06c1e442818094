import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { node, program, runCommand } from "../../../test/support/run-command.ts";
import type { Run } from "../../../test/support/run-command.ts";

/** An operator in a temporary folder, with the real command line and a real database. */
export interface Operator extends AsyncDisposable {
  readonly folder: string;
  run(...given: string[]): Promise<Run>;
  /** Runs with these variables set. */
  runWith(variables: Record<string, string>, ...given: string[]): Promise<Run>;
  /** Runs with `--json`, expects success and reads the answer. */
  json(...given: string[]): Promise<unknown>;
  write(name: string, text: string): Promise<string>;
  /** Every byte in the data directory. */
  storedBytes(): Promise<Buffer>;
}

export async function newOperator(): Promise<Operator> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-cli-"));
  const runWith = (variables: Record<string, string>, ...given: string[]) =>
    // Only what the program needs of this machine, without the settings of the person who runs the tests.
    runCommand(folder, { PATH: process.env["PATH"], HOME: folder, ...variables }, given);
  return {
    folder,
    runWith,
    run: (...given) => runWith({}, ...given),
    async json(...given) {
      const { code, out, err } = await runWith({}, ...given, "--json");
      if (code !== 0) throw new Error(`${given.join(" ")} ended with ${code}: ${err}`);
      return JSON.parse(out);
    },
    async write(name, text) {
      const file = join(folder, name);
      await writeFile(file, text);
      return file;
    },
    async storedBytes() {
      const data = join(folder, "data");
      const names = await readdir(data);
      return Buffer.concat(await Promise.all(names.map((name) => readFile(join(data, name)))));
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs a shell command in the operator's folder, with `$servicechat` as the command, in a separate process. */
export function runShell({ folder }: Operator, line: string): Promise<Run> {
  const env = { PATH: process.env["PATH"], servicechat: `${node} ${program}` };
  return new Promise((resolve) => {
    const child = execFile("sh", ["-c", line], { cwd: folder, env }, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}

/** The smallest agent file. */
export const smallAgent = "id: shop\nname: Shop\nmodel: {provider: extractive}\n";
