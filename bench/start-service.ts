import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../test/servers/free-port.ts";
import { fillDatabase } from "../test/growth/fill-database.ts";
import type { Filling } from "../test/growth/fill-database.ts";
import { runCommand } from "../test/support/run-command.ts";
import type { Target } from "./chat-visitor.ts";
import { employ } from "./employ.ts";
import type { Places } from "./places.ts";
import { startChild } from "./processes/child.ts";
import type { Child } from "./processes/child.ts";
import type { ModelServerAnswers } from "./processes/model-server.ts";
import type { ServiceAnswers } from "./processes/service-answers.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const maxStartMs = 120_000;
const allowed = "https://shop.example";
const answering = new URL("processes/service-answers.ts", import.meta.url).href;

/** What the service works with. */
export interface Furniture {
  /** As in an agent's file; without it, people cannot take part. */
  readonly handoff?: Readonly<Record<string, unknown>>;
  /** What the database is filled with before the start. */
  readonly filling?: Filling;
}

/** The shipped program, without an agent: another node of a database. Resolves when it is ready. */
export async function startService(
  serviceArguments: readonly string[],
  places: Places,
): Promise<Child<ServiceAnswers>> {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder());
  const started = stack.use(await start(serviceArguments, await environmentOf(path, places)));
  return owning(started, stack.move());
}

/** The service and the model behind it, each in a separate process; `target` is what a page needs to send requests. */
export async function startServiceWithModel(
  serviceArguments: readonly string[],
  places: Places = {},
  { handoff, filling }: Furniture = {},
) {
  await using stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryFolder());
  const model = stack.use(startChild<ModelServerAnswers>("model-server.ts"));
  const modelPort = await model.ask("port");
  const where = places.postgresUrl === undefined ? { file: join(path, "servicechat.db"), ...places } : places;
  const environment = await environmentOf(path, where);
  const agent = {
    id: "acme",
    name: "Acme",
    welcomeMessage: "Hi! How can we help?",
    instructions: "You answer questions about Acme.",
    model: { provider: "openai", baseUrl: `http://127.0.0.1:${modelPort}/v1`, name: "bench-model" },
    ...(handoff && { handoff }),
  };
  const agentFile = join(path, "agent.json");
  await writeFile(agentFile, JSON.stringify(agent));
  const command = async (...words: readonly string[]) => {
    const { code, out, err } = await runCommand(path, environment, words);
    if (code !== 0) throw new Error(`servicechat ${words.join(" ")}: ${err}`);
    return out;
  };
  await command("agent", "apply", agentFile);
  const allowing = ["--allow", allowed, "--rate-limit", "1000000"];
  const created = await command("key", "create", "--agent", "acme", ...allowing, "--json");
  const { key } = JSON.parse(created) as { readonly key: string };
  if (filling)
    await fillDatabase(
      where.postgresUrl === undefined ? { file: where.file ?? "" } : { postgresUrl: where.postgresUrl },
      filling,
    );
  const service = stack.use(await start(serviceArguments, environment));
  const headers = { Authorization: `Bearer ${key}`, Origin: allowed };
  const target: Target = { port: Number(environment["PORT"]), headers };
  const owned = stack.move();

  return {
    service,
    modelPort,
    target,
    /** Creates people with a token each. Resolves to the headers of their requests. */
    employ: (people: number) => employ(where, people),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

async function environmentOf(folder: string, { file, postgresUrl, redis }: Places): Promise<Environment> {
  const port = await freePort();
  await mkdir(join(folder, "data"), { mode: 0o700 });
  return {
    PATH: process.env["PATH"],
    HOME: folder,
    PORT: String(port),
    SERVICECHAT_DATA_DIR: join(folder, "data"),
    SERVICECHAT_DEMO: "off",
    SERVICECHAT_LOG_LEVEL: "error",
    // Nothing listens there: what is due is looked for all the same.
    SERVICECHAT_SMTP_URL: "smtp://127.0.0.1:1",
    SERVICECHAT_MAIL_FROM: "chat@acme.example",
    ...(file !== undefined && { SERVICECHAT_DATABASE_URL: `sqlite:${file}` }),
    ...(postgresUrl !== undefined && { SERVICECHAT_DATABASE_URL: postgresUrl }),
    ...(redis && { SERVICECHAT_REDIS_URL: redis.url, SERVICECHAT_SECRET: redis.secret }),
  };
}

async function start(
  serviceArguments: readonly string[],
  environment: Environment,
): Promise<Child<ServiceAnswers>> {
  const service = startChild<ServiceAnswers>(
    "../../packages/cli/bin/servicechat.mjs",
    [...serviceArguments, "--import", answering],
    ["serve"],
    environment,
  );
  const giveUpAt = performance.now() + maxStartMs;
  while (performance.now() < giveUpAt) {
    const ready = await fetch(`http://127.0.0.1:${environment["PORT"]}/readyz`).catch(() => undefined);
    await ready?.arrayBuffer();
    if (ready?.status === 200) return service;
    await pause(20);
  }
  await service[Symbol.asyncDispose]();
  throw new Error("the service was not ready in time");
}

function owning(child: Child<ServiceAnswers>, owned: AsyncDisposableStack): Child<ServiceAnswers> {
  return { ...child, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
