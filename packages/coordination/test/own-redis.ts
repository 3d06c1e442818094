import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../test/servers/free-port.ts";

/** A Redis for this test alone, which it may stall, kill and restart. It loses its data when killed. */
export interface OwnRedis extends AsyncDisposable {
  readonly url: string;
  /** It no longer responds, although its connections remain open. */
  stall(): void;
  /** It continues where it was stalled. */
  goOn(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a Redis in a temporary folder, on a free port of this machine. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-redis-"));
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""];
    const child = spawn("redis-server", settings, { stdio: ["ignore", "pipe", "ignore"] });
    server = child;
    let said = "";
    for await (const chunk of child.stdout) {
      said += String(chunk);
      if (said.includes("Ready to accept connections")) break;
    }
    child.stdout.resume();
    if (child.exitCode !== null) throw new Error(`redis-server did not start:\n${said}`);
  }

  async function kill(): Promise<void> {
    const child = server;
    server = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    stall: () => void server?.kill("SIGSTOP"),
    goOn: () => void server?.kill("SIGCONT"),
    kill,
    start,
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
