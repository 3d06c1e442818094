import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../servers/free-port.ts";
import { prepareSqlite } from "./prepared-sqlite.ts";
import { program, runCommand, spawnCommand } from "./run-command.ts";
import type { Run } from "./run-command.ts";
import { shop } from "./shop.ts";

/** Half a second is usual; the rest is for a busy machine, and for a database that is just starting. */
const maxStartMs = 60_000;

/** The service as an operator runs it: a separate process, configured with the command line. */
export interface SpawnedService extends AsyncDisposable {
  readonly key: string;
  readonly dataDirectory: string;
  readonly baseUrl: string;
  /** The id of the process, while it runs. */
  readonly processId: number | undefined;
  /** Starts the process; resolves when it is ready and has said so. */
  start(): Promise<void>;
  /** Sends a signal without waiting. */
  signal(name: NodeJS.Signals): void;
  /** The running process's log so far. */
  log(): string;
  /** Sends a signal, or several at short intervals, and resolves with how the process ended. */
  end(...signals: readonly NodeJS.Signals[]): Promise<Ended>;
  fetch(
    path: string,
    init?: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> },
  ): Promise<Response>;
  /** Runs another command on the same data. Rejects, with `code`, `stdout` and `stderr`, if it failed. */
  command(...words: string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** The same in a separate process, while this one continues. */
  commandBeside(...words: string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

/** How the process ended. */
export interface Ended {
  readonly code: number | null;
  readonly log: string;
  /** From the first signal on. */
  readonly tookMs: number;
}

export interface SpawnOptions {
  /** The `model` of the agent file. */
  readonly model: Record<string, unknown>;
  /** Additional fields of the agent file. */
  readonly agent?: Readonly<Record<string, unknown>>;
  /** Additional settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Whether the demo is as it is by default. Otherwise it is off: its documents and their vectors cost every start up
   * to a minute of processor time.
   */
  readonly demo?: boolean;
  /** Options of Node for the process, such as `--import`; not for commands. */
  readonly nodeOptions?: readonly string[];
  /** How many file descriptors the process may have; by default as many as this one. */
  readonly descriptors?: number;
  /** The key of a node whose database this one shares: then neither agent nor key are created. */
  readonly key?: string;
}

/** Sets up a data directory with one agent and one key, and a process to start on it. */
export async function spawnService({
  model,
  agent,
  settings,
  demo = false,
  key: shared,
  descriptors,
  nodeOptions = [],
}: SpawnOptions): Promise<SpawnedService> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "servicechat-spawn-"));
  const port = await freePort();
  const environment = {
    PATH: process.env["PATH"],
    HOME: dataDirectory,
    PORT: String(port),
    SERVICECHAT_DATA_DIR: join(dataDirectory, "data"),
    ...(!demo && { SERVICECHAT_DEMO: "off" }),
    ...settings,
  };

  const command = async (...words: string[]) => answer(await runCommand(dataDirectory, environment, words));

  async function furnish(): Promise<string> {
    if (settings?.["SERVICECHAT_DATABASE_URL"] === undefined) {
      await mkdir(environment.SERVICECHAT_DATA_DIR, { mode: 0o700 });
      await prepareSqlite(join(environment.SERVICECHAT_DATA_DIR, "servicechat.db"));
    }
    const agentFile = join(dataDirectory, "agent.json");
    await writeFile(agentFile, JSON.stringify({ ...agent, id: "acme", name: "Acme", model }));
    await command("agent", "apply", agentFile);
    const limits = ["--allow", shop, "--rate-limit", "100000"];
    const created = await command("key", "create", "--agent", "acme", ...limits, "--json");
    return (JSON.parse(created.stdout) as { key: string }).key;
  }
  const key = shared ?? (await furnish());
  const baseUrl = `http://127.0.0.1:${port}`;
  let running: { readonly process: ChildProcess; log: string } | undefined;

  async function end(...signals: readonly NodeJS.Signals[]): Promise<Ended> {
    const ending = running;
    running = undefined;
    if (!ending) return { code: null, log: "", tookMs: 0 };
    const beganAt = performance.now();
    const ended = new Promise<number | null>((resolve) => ending.process.once("exit", resolve));
    for (const [at, signal] of signals.entries()) {
      if (at > 0) await setTimeout(20);
      if (ending.process.exitCode === null) ending.process.kill(signal);
    }
    const code = ending.process.exitCode ?? (await ended);
    return { code, log: ending.log, tookMs: performance.now() - beganAt };
  }

  return {
    key,
    dataDirectory,
    baseUrl,
    get processId() {
      return running?.process.pid;
    },
    command,
    commandBeside: async (...words) => answer(await spawnCommand(dataDirectory, environment, words)),
    signal: (name) => void running?.process.kill(name),
    log: () => running?.log ?? "",
    end,
    async start() {
      const words = [process.execPath, ...nodeOptions, program, "serve"];
      const limited = `ulimit -n ${descriptors}; exec "$@"`;
      const [command, ...given] = descriptors === undefined ? words : ["sh", "-c", limited, "sh", ...words];
      const child = spawn(command ?? "", given, { env: environment, cwd: dataDirectory });
      const started = { process: child, log: "" };
      running = started;
      child.stderr.on("data", (chunk: Buffer) => (started.log += chunk.toString()));
      // The last step of a start is its message: only then do commands know where the service is.
      let hasStarted = false;
      child.stdout.on("data", () => (hasStarted = true));
      const giveUpAt = performance.now() + maxStartMs;
      let heard = "nothing";
      while (performance.now() < giveUpAt) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`The service ended at its start: ${started.log}`);
        const asked = fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(maxStartMs) });
        const ready = await asked.catch((cause: unknown) => void (heard = reasonOf(cause)));
        if (ready?.status === 200 && hasStarted) return;
        if (ready) heard = `${ready.status} ${await ready.text()}`;
        await setTimeout(20);
      }
      throw new Error(
        `The service was not ready within ${maxStartMs} ms; last heard of it: ${heard}; its log: ${started.log}`,
      );
    },
    fetch: (path, { headers, ...init } = {}) =>
      fetch(baseUrl + path, {
        ...init,
        headers: { Authorization: `Bearer ${key}`, Origin: shop, ...headers },
      }),
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Fetch says only that it failed; the reason is in its cause. */
function reasonOf(thrown: unknown): string {
  const { cause = thrown } = thrown as { readonly cause?: unknown };
  return String(cause);
}

function answer({ code, out: stdout, err: stderr }: Run): {
  readonly stdout: string;
  readonly stderr: string;
} {
  if (code === 0) return { stdout, stderr };
  throw Object.assign(new Error(`The command ended with ${code}: ${stderr}`), { code, stdout, stderr });
}
