import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Part } from "../part.ts";
import { freePort } from "../../test/servers/free-port.ts";
import { readResidentBytes } from "../read-resident-bytes.ts";
import { withUnit } from "../row.ts";
import { median } from "../statistics.ts";

const starts = 7;
const patienceMs = 20_000;
/** After this long everything related to the start has finished, including reading the demo's documents. */
const restMs = 3_000;

const repository = fileURLToPath(new URL("../../", import.meta.url));

interface Start {
  readonly readyMs: number;
  /** `undefined` if the system does not report it. */
  readonly restBytes: number | undefined;
}

/** How soon the whole program responds, with an existing data directory, and how much memory it then uses. */
export const start: Part = async ({ progress }) => {
  if (!existsSync(join(repository, "packages/chat/dist/index.html"))) {
    return { skipped: "the browser parts are not built; `npm run build` makes them" };
  }
  const folder = await mkdtemp(join(tmpdir(), "servicechat-bench-"));
  const taken: Start[] = [];
  try {
    for (let number = 0; number <= starts; number++) {
      progress(`starting the program, ${number + 1} of ${starts + 1}`);
      // The first start creates the database and reads the demo's documents; the last one is measured after it has settled.
      const settles = number === 0 || number === starts;
      taken.push(await startProgram(folder, settles ? restMs : 0));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const warm = taken.slice(1).map(({ readyMs }) => readyMs / 1000);
  const rest = taken.at(-1)?.restBytes;
  const ready = median(warm);
  return [
    {
      figure: "ready after start, warm",
      measured: `${withUnit(ready, "s")}, slowest of ${starts} ${withUnit(Math.max(...warm), "s")}`,
      value: ready,
      unit: "s",
      atLeast: 1.5,
      aim: 0.5,
    },
    ...(rest === undefined
      ? []
      : [
          {
            figure: "memory at rest",
            measured: withUnit(rest / 1024 ** 2, "MB"),
            value: rest / 1024 ** 2,
            unit: "MB",
            atLeast: 140,
            aim: 90,
          } as const,
        ]),
  ];
};

async function startProgram(folder: string, restForMs: number): Promise<Start> {
  const port = await freePort();
  const environment = { PORT: String(port), HOST: "127.0.0.1", SERVICECHAT_DATA_DIR: folder };
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
