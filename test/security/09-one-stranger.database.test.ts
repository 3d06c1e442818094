import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createManualClock } from "../../packages/coordination/test/manual-clock.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startService, type TestService } from "../support/start-service.ts";

const trusting = { options: { trustedProxies: ["127.0.0.1"] } };
const stranger = "203.0.113.66";
const visitor = "198.51.100.7";

/** One request for the configuration, as a page makes it, from an address that a trusted proxy reports. */
const configFor = (service: TestService, address: string) =>
  service.fetch("/chat-bot/config", { headers: { "X-Forwarded-For": address } });

async function statuses(service: TestService, address: string, times: number) {
  const asked: number[] = [];
  for (let time = 0; time < times; time++) asked.push((await configFor(service, address)).status);
  return asked;
}

const toldOf = ({ logged }: TestService) => logged.filter(({ message }) => / is at its limit:/.test(message));

onOneAndTwoNodes("one stranger", (nodes) => {
  test("a stranger who sends endless requests uses only their own share, and visitors are let in", async () => {
    const clock = createManualClock();
    const agent = { limits: { addressRequestsPerMinute: 10 } };
    await using service = await startService({ nodes, clock, agent, rateLimit: 60, ...trusting });

    expect(await statuses(service, stranger, 100)).toEqual([...Array(10).fill(200), ...Array(90).fill(429)]);
    const refused = await configFor(service, stranger);
    expect(await refused.json()).toMatchObject({ code: "address_rate_limited", retryable: true });
    expect(refused.headers.get("Retry-After")).toBe("60");
    // Refused requests did not count towards the key.
    expect(refused.headers.get("RateLimit")).toBe('"key";r=50;t=60');
    expect(await statuses(service, visitor, 10)).toEqual(Array(10).fill(200));

    clock.advance(60_000);
    expect((await configFor(service, stranger)).status).toBe(200);
  });

  test("many addresses that use up a key together are reported once an hour, and none of them in the log", async () => {
    const clock = createManualClock();
    const agent = { limits: { addressRequestsPerMinute: 2 } };
    await using service = await startService({ nodes, clock, agent, rateLimit: 4, ...trusting });
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4", "203.0.113.5"])
      await statuses(service, address, 2);

    const lines = toldOf(service).map(({ detail }) => detail);
    // Each node reports for itself.
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(nodes);
    for (const line of lines) expect(line).toMatchObject({ keyId: service.keyId, most: 4 });
    expect(inspect(service.logged, { depth: Infinity })).not.toContain("203.0.113");
    // Requests that the key refused do not count towards an address.
    clock.advance(60_000);
    expect(await statuses(service, "203.0.113.5", 2)).toEqual([200, 200]);
  });
});

test("without such a limit a key has its single window, as before", async () => {
  await using service = await startService({ rateLimit: 3, ...trusting });
  expect(await statuses(service, stranger, 4)).toEqual([200, 200, 200, 429]);
  expect((await configFor(service, visitor)).status).toBe(429);
});

test("metrics show which key refuses, and by which limit", async () => {
  const agent = { limits: { addressRequestsPerMinute: 1 } };
  await using service = await startService({ agent, rateLimit: 2, ...trusting });
  await statuses(service, stranger, 3);
  await statuses(service, visitor, 1);
  await statuses(service, "198.51.100.8", 2);

  const metrics = await readMetrics(service);
  const refused = (limit: string) =>
    metrics.values.get(`servicechat_key_refusals_total{key="${service.keyId}",limit="${limit}"}`);
  expect([refused("address"), refused("key")]).toEqual([2, 2]);
});

test("the doctor reports a key that refused visitors today, even after a restart", async () => {
  await using service = await spawnService({ model: { provider: "extractive" } });
  const keyId = service.key.split("_")[1] ?? "";
  await service.command("key", "rate", keyId, "1");
  await service.start();
  for (let time = 0; time < 4; time++) await service.fetch("/chat-bot/config");
  await service.end("SIGTERM");

  const { stdout } = await service.command("doctor", "--offline", "--json");
  const { findings } = JSON.parse(stdout) as { findings: object[] };
  expect(findings).toContainEqual({
    check: `key ${keyId}`,
    status: "warning",
    detail: "refused 3 requests today: its limit is 1 in any minute",
    advice: expect.stringContaining("addressRequestsPerMinute") as string,
  });
});
