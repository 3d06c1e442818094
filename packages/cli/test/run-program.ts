import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../../../test/support/run-command.ts";
import type { Run } from "../../../test/support/run-command.ts";

/** An operator in a folder of their own, with the real command line and a real database. */
export interface Operator extends AsyncDisposable {
  readonly folder: string;
  run(...given: string[]): Promise<Run>;
  /** Runs with variables set. */
  runWith(variables: Record<string, string>, ...given: string[]): Promise<Run>;
  /** Runs with `--json`, expects success and reads the answer. */
  json(...given: string[]): Promise<unknown>;
  write(name: string, text: string): Promise<string>;
  /** Every byte the data directory holds. */
  storedBytes(): Promise<Buffer>;
}

export async function newOperator(): Promise<Operator> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-cli-"));
  const runWith = (variables: Record<string, string>, ...given: string[]) =>
    // Only what the program needs of this machine: the settings of whoever runs the tests stay out.
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

/** The smallest agent file. */
export const smallAgent = "id: shop\nname: Shop\nmodel: {provider: extractive}\n";
