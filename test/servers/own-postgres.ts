import { execFile, spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findPostgres } from "./find-postgres.ts";
import { freePort } from "./free-port.ts";
import { runSql } from "./run-sql.ts";

/** The tests' own PostgreSQL, which they may stop, kill and restart. It keeps its data. */
export interface OwnPostgres extends AsyncDisposable {
  /** Including its password. */
  readonly url: string;
  /** `fast`: an operator stops it. `crash`: it dies. */
  stop(how: "fast" | "crash"): Promise<void>;
  /** Resolves when it responds. */
  start(): Promise<void>;
}

/** A user other than this process's. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

const startMs = 30_000;

/** As people usually run it, but without waiting for the disk: what tests write need not survive a power cut. */
const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
};

/** Why none can be started on this machine; `undefined` if one can. */
export function missingForOwnPostgres(): string | undefined {
  return findPostgres() === undefined ? "no PostgreSQL is installed that could be started" : undefined;
}

/**
 * Starts a PostgreSQL in a temporary folder, on a free port of this machine, with a password. Disposing deletes it.
 *
 * @param programs the folder with `initdb` and `postgres`
 * @throws Error with its programs' output, if it does not start
 */
export async function startOwnPostgres(programs = findPostgres() ?? ""): Promise<OwnPostgres> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "servicechat-postgres-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const account = findAccount();
  const password = randomBytes(16).toString("hex");
  const data = join(folder, "data");
  await makeData({ programs, folder, data, password, account });

  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const given = Object.entries({ ...settings, port: String(port) });
  const words = ["-D", data, ...given.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(join(programs, "postgres"), words, {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      ...account,
    });
    await untilAnswers(server, url);
  }

  async function stop(how: "fast" | "crash"): Promise<void> {
    const ending = server;
    server = undefined;
    if (!ending || hasEnded(ending)) return;
    const ended = once(ending, "exit");
    ending.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
  }

  stack.defer(() => stop("crash"));
  await start();
  const running = stack.move();
  return { url, start, stop, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function makeData({
  programs,
  folder,
  data,
  password,
  account,
}: {
  readonly programs: string;
  readonly folder: string;
  readonly data: string;
  readonly password: string;
  readonly account: Account | undefined;
}): Promise<void> {
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password);
  if (account) for (const path of [folder, passwordFile]) await chown(path, account.uid, account.gid);
  // Plain passwords are the only method that costs no time at each connection; they never leave this machine.
  const access = ["--username=postgres", "--auth=password", `--pwfile=${passwordFile}`];
  const language = ["--encoding=UTF8", `--locale=${process.platform === "darwin" ? "en_US" : "C"}.UTF-8`];
  await promisify(execFile)(
    join(programs, "initdb"),
    [`--pgdata=${data}`, "--no-sync", ...access, ...language],
    { cwd: folder, ...account },
  );
}

/** PostgreSQL refuses to run as root, so then it runs as another user who owns its folder. */
function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((what) => Number(spawnSync("id", [what, user]).stdout || Number.NaN));
    if (uid && gid) return { uid, gid };
  }
  throw new Error("root may not run it, and there is no user 'postgres' or 'nobody' to do it");
}

async function untilAnswers(server: ChildProcess, url: string): Promise<void> {
  let said = "";
  server.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  // A program that cannot even be run ends without an exit code.
  server.once("error", (error) => (said += error.message));
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline && !hasEnded(server)) {
    const isAnswered = await runSql(url, "select 1").then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await pause(50);
  }
  throw new Error(`PostgreSQL did not start: ${said}`);
}

function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}
