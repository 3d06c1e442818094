import { expect, test } from "vitest";
import { startHookReceiver, verified } from "../support/hook-receiver.ts";
import { startModelServer } from "../support/model-server.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask } from "../support/visitor.ts";

test("what was pending when the process was killed is delivered after the next start, and nothing is lost", async () => {
  await using model = await startModelServer();
  await using receiver = await startHookReceiver();
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    settings: { SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.0/8" },
  });
  await service.start();
  const { stdout } = await service.command("token", "create", "--name", "t", "--role", "owner", "--json");
  const { token } = JSON.parse(stdout) as { readonly token: string };
  const made = await fetch(`${service.baseUrl}/console/api/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: receiver.baseUrl, events: ["message.created", "chat.started"] }),
  });
  const { secret } = (await made.json()) as { readonly secret: string };
  // Until somebody acknowledges them, all of them are still pending.
  receiver.isSilent = true;
  const chats = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(service, `Hello ${index}`)));
  expect(chats.every(({ events }) => events.at(-1)?.event === "done")).toBe(true);
  await service.end("SIGKILL");
  receiver.isSilent = false;
  const before = receiver.requests.length;
  await service.start();

  const after = () => receiver.requests.slice(before).map((request) => verified(request, secret));
  const ids = () => new Set(receiver.requests.slice(before).map(({ id }) => id));
  // What the killed process was sending is sent again 25 seconds later.
  await expect.poll(() => ids().size, { timeout: 90_000 }).toBe(24);
  const started = after().filter(({ type }) => type === "chat.started");
  expect(new Set(started.map(({ data }) => data["chat"])).size).toBe(8);
});
