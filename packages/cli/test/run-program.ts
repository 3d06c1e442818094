import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The command as it is installed. */
export const program = fileURLToPath(new URL("../bin/servicechat.mjs", import.meta.url));
/** The pinned Node. */
export const node = fileURLToPath(new URL("../../../node_modules/.bin/node", import.meta.url));

/** What a run of the program left behind. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** An operator in a folder of their own, with the real program and a real database. */
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
    runProgram(folder, variables, given);
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

function runProgram(
  folder: string,
  variables: Record<string, string>,
  given: readonly string[],
): Promise<Run> {
  return new Promise((resolve, reject) => {
    // Only what the program needs of this machine: the settings of whoever runs the tests stay out.
    const env = { PATH: process.env["PATH"], HOME: folder, ...variables };
    const child = spawn(node, [program, ...given], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

/** The smallest agent file. */
export const smallAgent = "id: shop\nname: Shop\nmodel: {provider: extractive}\n";
