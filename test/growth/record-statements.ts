import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startModelServer } from "../support/model-server.ts";
import { postBlocks, textBlock } from "../support/post-blocks.ts";
import { spawnService } from "../support/spawn-service.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import { fileBlock, upload } from "../support/uploads.ts";
import { ask, hear, history, post } from "../support/visitor.ts";
import { fillDatabase } from "./fill-database.ts";
import type { Filling } from "./fill-database.ts";
import type { StatementReads } from "./statement-reads.ts";

const counter = pathToFileURL(join(import.meta.dirname, "count-reads.ts")).href;
const longToken = `st_${"a".repeat(43)}`;
/** Every task that repeats every two seconds or more often has run again in this time, in milliseconds. */
const quietMs = 2_500;

/**
 * Runs the shipped service on a filled database while a visitor and an operator do what they do, and its tasks run.
 * Returns what each statement of each place read at most.
 */
export async function recordStatements(
  filling: Omit<Filling, "longTokenHash">,
  { postgresUrl }: { readonly postgresUrl?: string } = {},
): Promise<ReadonlyMap<string, StatementReads>> {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startModelServer());
  const service = stack.use(
    await spawnService({
      model: { provider: "openai", baseUrl: model.baseUrl, name: "tiny" },
      agent: { handoff: { waitMinutes: 1_440, silentMinutes: 1_440 }, uploads: {} },
      settings: {
        // Nothing listens there: what is due is looked for all the same.
        SERVICECHAT_SMTP_URL: "smtp://127.0.0.1:1",
        SERVICECHAT_MAIL_FROM: "chat@acme.example",
        ...(postgresUrl !== undefined && { SERVICECHAT_DATABASE_URL: postgresUrl }),
      },
      nodeOptions: ["--import", `${counter}?to=statements`],
    }),
  );
  const record = join(service.dataDirectory, "statements");
  const made = await service.command("token", "create", "--name", "t", "--role", "owner", "--json");
  const { token } = JSON.parse(made.stdout) as { readonly token: string };
  await fillDatabase(
    postgresUrl === undefined
      ? { file: join(service.dataDirectory, "data", "servicechat.db") }
      : { postgresUrl },
    { ...filling, longTokenHash: createHash("sha256").update(longToken).digest("hex") },
  );
  await service.start();
  const operator = operatorOf(service, token);
  const events = await operator("GET", "events");
  await visit(service, operator);
  await operator("DELETE", "agents/closing");
  await untilQuiet(record);
  await events.body?.cancel();
  const { code, log } = await service.end("SIGTERM");
  if (code !== 0) throw new Error(`The service ended with ${code}: ${log}`);
  return readReads(await readFile(record, "utf8"));
}

type Operator = ReturnType<typeof operatorOf>;

/** Sends requests of the admin API. @throws if one is refused */
function operatorOf({ baseUrl }: SpawnedService, token: string) {
  return async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(`${baseUrl}/console/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
}

/** Everything that a visitor does, and what an operator does in a chat. */
async function visit(service: SpawnedService, operator: Operator): Promise<void> {
  await expectOk(service.fetch("/chat-bot/config"));
  const { token } = await ask(service, "What does it cost?");
  const running = await post(service, "And each month?", { token });
  await expectOk(service.fetch("/chat-bot/stream", { headers: { "X-Session-Token": token } }));
  await hear(running);
  const [last] = (await history(service, token)).slice(-1);
  await expectOk(
    service.fetch("/chat-bot/feedback", {
      method: "POST",
      headers: { "content-type": "application/json", "X-Session-Token": token },
      body: JSON.stringify({ messageId: last?.id, rating: "down" }),
    }),
  );
  const file = await upload(service, { bytes: "An invoice.", token });
  await hear(await postBlocks(service, [textBlock("This one."), fileBlock(file.id)], { token }));
  await hear(await post(service, "And in this long chat?", { token: longToken }));
  await hear(await post(service, "Thank you.", { token: longToken }));

  const listed = (await (await operator("GET", "chats?limit=20")).json()) as {
    readonly items: readonly { readonly id: string }[];
  };
  const asked = await ask(service, "Can I talk to somebody?");
  const visitor = { "content-type": "application/json", "X-Session-Token": asked.token };
  await expectOk(service.fetch("/chat-bot/handoff", { method: "POST", headers: visitor, body: "{}" }));
  await expectOk(service.fetch("/chat-bot/handoff", { method: "DELETE", headers: visitor }));
  await operator("GET", "health");
  await expectOk(service.fetch("/chat-bot/session", { method: "DELETE", headers: visitor }));
  // The newest that nobody has used since, with three turns.
  const old = listed.items.at(-1);
  await operator("DELETE", `chats/${old?.id}`);
}

async function expectOk(asked: Promise<Response>): Promise<void> {
  const response = await asked;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
}

/** Resolves when no statement has read more than before for a while. */
async function untilQuiet(record: string): Promise<void> {
  for (let before = -1; ; await pause(quietMs)) {
    const { length } = await readFile(record);
    if (length === before) return;
    before = length;
  }
}

function readReads(lines: string): ReadonlyMap<string, StatementReads> {
  const most = new Map<string, StatementReads>();
  for (const line of lines.trim().split("\n")) {
    const reads = JSON.parse(line) as StatementReads;
    const key = `${reads.place.replace(/:\d+$/, "")} ${reads.text}`;
    const known = most.get(key);
    if (known === undefined || reads.pages + reads.rows > known.pages + known.rows) most.set(key, reads);
  }
  return most;
}
