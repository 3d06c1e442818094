import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMemoryCoordination } from "@servicechat/coordination/memory";
import { openSqlite } from "@servicechat/storage/sqlite";
import { runCommand } from "../support/run-command.ts";
import { startService } from "../support/start-service.ts";
import { startNode } from "../support/start-node.ts";
import { ask } from "../support/visitor.ts";

/** How the program starts with this secret: `migrate` reads the settings as the service does. */
async function startWith(secret: string) {
  const folder = await mkdtemp(join(tmpdir(), "servicechat-secret-"));
  const run = await runCommand(folder, { SERVICECHAT_SECRET: secret }, ["migrate"]);
  await rm(folder, { recursive: true, force: true });
  return run;
}

test("a secret that is not random is refused at the start, with a command to create one, and not repeated", async () => {
  const weak = [
    "only thirty-one characters here",
    "aaaabbbbccccaaaabbbbccccaaaabbbbdd",
    "31415926535897932384626433832795028841971",
    "correct horse battery".repeat(2),
    "8f3c1e5a07d94b62".repeat(2),
    "8f3c1e5a07d94b62c8e1f0".repeat(3).slice(0, 50),
  ];
  for (const secret of weak) {
    const { code, out, err } = await startWith(secret);
    expect([secret, code]).not.toEqual([secret, 0]);
    expect(err).toContain(
      "SERVICECHAT_SECRET must be at least 32 characters long, with at least 12 different",
    );
    expect(err).toContain("openssl rand -hex 32");
    expect(out + err).not.toContain(secret);
  }
});

test("random secrets are accepted: 32 and 64 hexadecimal digits, 43 characters of Base64", async () => {
  for (let time = 0; time < 30; time++)
    for (const secret of [
      randomBytes(16).toString("hex"),
      randomBytes(32).toString("hex"),
      randomBytes(32).toString("base64url"),
    ])
      expect([secret, (await startWith(secret)).code]).toEqual([secret, 0]);
  // One of 59 random ones has no more than 11 different digits.
  expect((await startWith("8f3c1e5a08c31e5af83c1e5a0c8f3e1b")).code).toBe(0);
});

test("a new secret loses no chat: the owner of a token can read on, and a ticket made with the former secret is invalid", async () => {
  await using service = await startService();
  const { token } = await ask(service, "hello", { headers: { "Idempotency-Key": crypto.randomUUID() } });
  const config = await service.fetch("/chat-bot/config");
  const ticket = config.headers.get("X-Embed-Ticket") ?? "";
  await service.server.stop();

  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  await using storage = await openSqlite({ file: join(service.dataDirectory, "servicechat.db") });
  await using coordination = createMemoryCoordination({ clock });
  const options = { secret: randomBytes(32).toString("hex") };
  const { server } = await startNode({ storage, coordination, clock, log }, { options });
  const asked = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${server.port}/chat-bot/history`, {
      headers: { Authorization: `Bearer ${service.key}`, "X-Session-Token": token, ...headers },
    });
  expect((await asked({ Origin: "https://shop.example" })).status).toBe(200);
  expect(ticket).not.toBe("");
  expect((await asked({ Origin: "https://chat.example", "X-Embed-Ticket": ticket })).status).toBe(403);
  await server.stop();
});
