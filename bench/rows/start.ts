import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Part } from "../part.ts";
import { freePort } from "../../test/servers/free-port.ts";
import { readResidentBytes } from "../read-resident-bytes.ts";
import { withUnit } from "../row.ts";
import type { Row } from "../row.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { median } from "../statistics.ts";

const starts = 7;
/** The first start reads the demo's documents in this time, in milliseconds. */
const firstMs = 3_000;
const patienceMs = 20_000;
/** After this long everything that follows a fresh start is over. */
const restMs = 60_000;

const repository = fileURLToPath(new URL("../../", import.meta.url));

interface Start {
  readonly readyMs: number;
  /** `undefined` if the system does not report it. */
  readonly restBytes: number | undefined;
}

/** How soon the whole program responds, with an existing data directory, and how much memory a fresh one uses at rest. */
export const start: Part = async ({ progress }) => {
  if (!existsSync(join(repository, "packages/chat/dist/index.html"))) {
    return { skipped: "the browser parts are not built; `npm run build` makes them" };
  }
  await using folder = await temporaryFolder();
  const taken: Start[] = [];
  for (let number = 0; number <= starts; number++) {
    progress(`starting the program, ${number + 1} of ${starts + 1}`);
    // The first start creates the database and reads the demo's documents.
    taken.push(await startProgram(folder.path, { restForMs: number === 0 ? firstMs : 0 }));
  }
  const warm = taken.slice(1).map(({ readyMs }) => readyMs / 1000);
  const ready = median(warm);
  progress("memory at rest");
  const rest = await Promise.all([restOf("off"), restOf("on")]);
  return [
    {
      figure: "ready after start, warm",
      measured: `${withUnit(ready, "s")}, slowest of ${starts} ${withUnit(Math.max(...warm), "s")}`,
      value: ready,
      unit: "s",
      atLeast: 0.6,
      aim: 0.3,
    },
    ...rest.flat(),
  ];
};

/** The memory of a fresh start after a minute. */
async function restOf(demo: "on" | "off"): Promise<readonly Row[]> {
  await using folder = await temporaryFolder();
  const { restBytes } = await startProgram(folder.path, { restForMs: restMs, demo });
  if (restBytes === undefined) return [];
  const megabytes = restBytes / 1024 ** 2;
  return [
    {
      figure: `memory at rest, a minute after a fresh start, ${demo === "on" ? "with" : "without"} the demo`,
      measured: withUnit(megabytes, "MB"),
      value: megabytes,
      unit: "MB",
      ...(demo === "on" ? { atLeast: 180, aim: 120 } : { atLeast: 120, aim: 80 }),
    },
  ];
}

async function startProgram(
  folder: string,
  { restForMs, demo = "on" }: { readonly restForMs: number; readonly demo?: "on" | "off" },
): Promise<Start> {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    HOST: "127.0.0.1",
    SERVICECHAT_DATA_DIR: folder,
    SERVICECHAT_DEMO: demo,
  };
  const startedAt = performance.now();
  const program = spawn(process.execPath, [join(repository, "packages/cli/bin/servicechat.mjs"), "serve"], {
    cwd: folder,
    env: { ...process.env, ...environment, SERVICECHAT_LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => program.once("exit", () => resolve()));
  try {
    while (!(await isReady(port))) {
      if (program.exitCode !== null) throw new Error("the program ended while it started");
      if (performance.now() - startedAt > patienceMs) throw new Error("the program was not ready in time");
      await pause(5);
    }
    const readyMs = performance.now() - startedAt;
    if (restForMs === 0) return { readyMs, restBytes: undefined };
    await pause(restForMs);
    const status = `/proc/${program.pid}/status`;
    return {
      readyMs,
      restBytes: existsSync(status) ? readResidentBytes(readFileSync(status, "utf8")) : undefined,
    };
  } finally {
    program.kill("SIGTERM");
    await ended;
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
