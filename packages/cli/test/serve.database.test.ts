import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, statSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freePort } from "../../../test/servers/free-port.ts";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { startModelServer } from "../../../test/support/model-server.ts";
import type { ModelServer, ModelStep } from "../../../test/support/model-server.ts";
import { node, program } from "../../../test/support/run-command.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";
import type { SpawnedService } from "../../../test/support/spawn-service.ts";
import { ask, hear, history, post } from "../../../test/support/visitor.ts";
import { startAnnouncingServer } from "./announcing-server.ts";
import { newOperator, smallAgent } from "./run-program.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** A service in the middle of a reply that ends on request. */
async function answering(stack: AsyncDisposableStack) {
  const { promise: told, resolve: finish } = Promise.withResolvers<void>();
  const steps: readonly ModelStep[] = ["The first half", { until: told }, " and the second."];
  const model: ModelServer = stack.use(await startModelServer(() => steps));
  const service: SpawnedService = stack.use(
    await spawnService({ model: { provider: "openai", baseUrl: model.baseUrl, name: "m" } }),
  );
  await service.start();
  const begun = Promise.withResolvers<void>();
  const response = await post(service, "go");
  const reply = hear(response, ({ event }) => event === "text" && begun.resolve());
  await begun.promise;
  const status = async () =>
    (await history(service, response.headers.get("X-Session-Token") ?? ""))[1]?.status;
  return { service, reply, finish, status };
}

test("a second start on the same data is refused, on any port, and a running reply of the first continues", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, reply, finish, status } = await answering(stack);
  const operator = stack.use(await newOperator());
  const data = join(service.dataDirectory, "data");
  const refused = {
    code: 1,
    stderr: `Another servicechat is already using ${data}/servicechat.db. Stop it first, or give this one another folder with SERVICECHAT_DATA_DIR.\n`,
  };

  await expect(service.command("serve")).rejects.toMatchObject(refused);
  const otherPort = { SERVICECHAT_DATA_DIR: data, PORT: `${await freePort()}` };
  const { code, out, err } = await operator.runWith(otherPort, "serve");
  expect({ code, out, stderr: err }).toEqual({ ...refused, out: "" });
  const sameFile = { SERVICECHAT_DATABASE_URL: `sqlite:${data}/servicechat.db`, PORT: otherPort.PORT };
  expect((await operator.runWith(sameFile, "serve")).err).toContain(
    "another file with SERVICECHAT_DATABASE_URL",
  );

  expect(await status()).toBe("streaming");
  finish();
  expect((await reply).text).toBe("The first half and the second.");
  expect(await status()).toBe("complete");
  expect(statSync(join(data, "servicechat.db-serving")).mode & 0o777).toBe(0o600);
});

test("every other command works beside the running service", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, reply, finish, status } = await answering(stack);
  const copy = join(service.dataDirectory, "copy.db");
  for (const words of [
    ["agent", "apply", join(service.dataDirectory, "agent.json")],
    ["key", "create", "--agent", "acme", "--allow", "other.example"],
    ["migrate"],
    ["backup", copy],
    ["doctor", "--offline"],
  ])
    await service.command(...words);
  expect(await status()).toBe("streaming");
  finish();
  await reply;
});

test("after a crash the next start serves at once, and ends the replies that were running", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, reply, status } = await answering(stack);
  const cut = reply.catch(() => undefined);
  await service.end("SIGKILL");
  await cut;
  await service.start();
  expect(await status()).toBe("incomplete");
});

test("after a clean stop the next start serves", async () => {
  await using service = await spawnService({ model: { provider: "extractive" } });
  for (let time = 0; time < 2; time++) {
    await service.start();
    expect((await service.end("SIGTERM")).code).toBe(0);
  }
});

test("Promise 14: a start that is stopped ends cleanly, and leaves nothing unfinished beside the database", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await using operator = await newOperator();
    const data = join(operator.folder, "data");
    const env = envOf(operator, await freePort(), { SERVICECHAT_DATA_DIR: data });
    const child = spawn(node, [program, "serve"], { cwd: operator.folder, env, stdio: "ignore" });
    const ended = once(child, "close") as Promise<[number | null]>;
    // Between creating its first file and listening, a first start does most of its work.
    while (!existsSync(join(data, "servicechat.db-serving"))) await setTimeout(1);
    child.kill(signal);
    expect([signal, (await ended)[0]]).toEqual([signal, 0]);
    const left = readdirSync(data).filter((name) => /-wal|-shm|-journal/.test(name));
    expect(left).toEqual([]);
  }
});

test("npm start passes a signal on to the service, which stops cleanly before npm ends", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await using operator = await newOperator();
    const port = await freePort();
    const env = envOf(operator, port, { SERVICECHAT_DATA_DIR: join(operator.folder, "data") });
    const npm = spawn("npm", ["start", "--ignore-scripts", "--", "--json"], { cwd: repository, env });
    const read = createInterface(npm.stdout);
    for await (const line of read) if (line.startsWith("{")) break;
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    npm.stdout.resume();
    npm.kill(signal);
    const [code] = (await once(npm, "close")) as [number | null];
    expect([signal, code]).toEqual([signal, 0]);
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow("fetch failed");
  }
});

test("a disk that is too full for the log prevents neither the service nor its clean stop", async () => {
  await using operator = await newOperator();
  const port = await freePort();
  // A misspelt setting causes a warning at the start, so something is written at once.
  const env = envOf(operator, port, { SERVICECHAT_DATADIR: "misspelt" });
  await using full = await open("/dev/full", "w");
  const child = spawn(node, [program, "serve", "--json"], {
    cwd: operator.folder,
    env,
    stdio: ["ignore", "pipe", full.fd],
  });
  const ended = once(child, "close");
  await Promise.race([child.stdout && once(child.stdout, "data"), ended]);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
});

test("a disk that is too full for the start message is reported once, and a clean stop still exits with 0", async () => {
  for (const words of [["serve"], ["serve", "--json"]]) {
    await using operator = await newOperator();
    const port = await freePort();
    await using full = await open("/dev/full", "w");
    const child = spawn(node, [program, ...words], {
      cwd: operator.folder,
      env: envOf(operator, port, {}),
      stdio: ["ignore", full.fd, "pipe"],
    });
    const ended = once(child, "close");
    let notes = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (notes += text));
    await expect.poll(() => notes).toContain("could not be written: ENOSPC");
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(notes.match(/could not be written/g)).toHaveLength(1);
  }
});

test("Promise 14: a second signal ends the process at once, whatever is being written", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, reply } = await answering(stack);
  const cut = expect(reply).rejects.toThrow("terminated");
  service.signal("SIGTERM");
  await expect.poll(() => service.log()).toContain("stopping");
  // The first ones may count as the same signal; the last one is late enough. A clean stop would exit with 0.
  const { code } = await service.end(...Array<NodeJS.Signals>(50).fill("SIGTERM"));
  expect(code).toBe(1);
  await cut;
});

test("Promise 14: a tool server that asks for a reconnection after a minute does not delay a stop", async () => {
  await using tools = await startAnnouncingServer();
  await using model = await startModelServer();
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    agent: { tools: [{ mcp: { url: tools.url } }] },
    settings: { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  await service.start();
  await ask(service, "hello");
  await tools.listenedTo;

  const { code, tookMs } = await service.end("SIGTERM");

  expect(code).toBe(0);
  expect(tookMs).toBeLessThan(20_000);
});

test("Promise 14: reading the demo's knowledge does not delay a stop, and the next start reads it", async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<void>();
  const site = createServer((request, response) => {
    onAsked();
    void answers.promise.then(() => {
      const isPage = request.url === "/page";
      response
        .writeHead(isPage ? 200 : 404, { "content-type": "text/html" })
        .end("<h1>Tea</h1><p>It is hot.</p>");
    });
  });
  await using listening = await listenOnLoopback(site);
  const settings = { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" };
  await using service = await spawnService({ model: { provider: "extractive" }, settings, demo: true });
  const file = join(service.dataDirectory, "demo.json");
  const knowledge = [{ url: `${listening.baseUrl}/page` }];
  await writeFile(
    file,
    JSON.stringify({ id: "demo", name: "Demo", model: { provider: "extractive" }, knowledge }),
  );
  await service.command("agent", "apply", file, "--no-sync");
  await service.start();
  await asked;

  const { code, log } = await service.end("SIGTERM");

  expect(code).toBe(0);
  expect(log).not.toContain("is taking too long");
  expect(log).not.toContain("could not be read");
  answers.resolve();
  await service.start();
  const known = async () => (await service.command("knowledge", "list", "demo", "--json")).stdout;
  await expect.poll(known, { interval: 500 }).toContain('/page"');
  expect((await service.end("SIGTERM")).code).toBe(0);
});

test("a Ctrl-C that arrives twice, from the terminal and from npm, counts once", async () => {
  await using stack = new AsyncDisposableStack();
  const { service, reply, finish } = await answering(stack);
  // Two simultaneous signals of one kind are one signal for the system too.
  service.signal("SIGINT");
  service.signal("SIGTERM");
  await expect.poll(() => service.log()).toContain("stopping");
  finish();
  expect((await reply).text).toBe("The first half and the second.");
  expect((await service.end()).code).toBe(0);
});

test("with --json the start prints one line for scripts, and nothing else", async () => {
  await using operator = await newOperator();
  await operator.run("agent", "apply", await operator.write("shop.yaml", smallAgent));
  const port = await freePort();
  const env = { PATH: process.env["PATH"], HOME: operator.folder, PORT: `${port}` };
  const child = spawn(node, [program, "serve", "--json"], { cwd: operator.folder, env });
  const lines: string[] = [];
  const read = createInterface(child.stdout).on("line", (line) => lines.push(line));
  await once(read, "line");
  child.kill("SIGTERM");
  await once(child, "close");

  expect(lines).toHaveLength(1);
  const address = `http://localhost:${port}`;
  const key = expect.stringMatching(/^ak_/) as string;
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    address,
    dataDirectory: join(operator.folder, "data"),
    console: { address: `${address}/console/`, firstOwner: "npx servicechat console link" },
    demo: {
      agent: "demo",
      page: `${address}/demo`,
      answers: expect.stringContaining("word for word") as string,
      key,
      tag: expect.stringContaining(`<script src="${address}/launcher.js"`) as string,
      shop: { agent: "demo-shop", page: `${address}/demo/shop`, key },
    },
  });
});

test("a misspelt setting causes a one-line warning at the start, and does not prevent it", async () => {
  const settings = { SERVICECHAT_SESION_DAYS: "7" };
  await using service = await spawnService({ model: { provider: "extractive" }, settings });
  await service.start();
  expect(await service.fetch("/chat-bot/config")).toMatchObject({ status: 200 });
  const { log } = await service.end("SIGTERM");
  const lines = log.split("\n").filter((line) => line.includes("SERVICECHAT_"));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: "unknown setting SERVICECHAT_SESION_DAYS. Did you mean SERVICECHAT_SESSION_DAYS?" },
  ]);
});

/** The environment of an operator's process. */
function envOf({ folder }: { readonly folder: string }, port: number, settings: Record<string, string>) {
  return { PATH: process.env["PATH"], HOME: folder, PORT: `${port}`, ...settings };
}
