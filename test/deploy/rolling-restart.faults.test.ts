import { describe, expect, test } from "vitest";
import { missingForCluster, spawnCluster } from "../support/spawn-cluster.ts";
import type { Cluster } from "../support/spawn-cluster.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import { shop } from "../support/shop.ts";
import { askOverHttp2, setUpNginx, startCaddy, whyNo } from "./start-proxy.ts";

const missing = await missingForCluster();
const portOf = ({ baseUrl }: SpawnedService) => Number(new URL(baseUrl).port);
const headersOf = ({ key }: SpawnedService) => ({
  authorization: `Bearer ${key}`,
  origin: shop,
  "content-type": "application/json",
});
const body = JSON.stringify({ messages: [{ type: "text", block: { value: "hello" } }] });

/** Restarts one node and then the other, and sends requests through the proxy in the meantime. */
async function askDuringRestarts({ a, b }: Cluster, ask: () => Promise<unknown>) {
  const answers: unknown[] = [];
  await a.end("SIGTERM");
  for (let round = 0; round < 10; round++) answers.push(await ask());
  await a.start();
  await b.end("SIGTERM");
  for (let round = 0; round < 10; round++) answers.push(await ask());
  return answers;
}

const noNginx = missing ?? whyNo("nginx");
test.skipIf(noNginx !== undefined)(
  `behind examples/deploy/nginx.conf, two nodes restarted in turn answer every message${noNginx ? ` (${noNginx})` : ""}`,
  async () => {
    await using cluster = await spawnCluster();
    using nginx = await setUpNginx(portOf(cluster.a), portOf(cluster.b));
    await using proxy = await nginx.start();

    const answers = await askDuringRestarts(cluster, async () => {
      let text = "";
      const headers = { ":method": "POST", ":path": "/chat-bot/", ...headersOf(cluster.a) };
      const answered = await askOverHttp2(proxy, { headers, body, onText: (piece) => (text += piece) });
      return [answered[":status"], text.includes("event: done")];
    });

    expect(answers).toEqual(answers.map(() => [200, true]));
  },
);

const noCaddy = missing ?? whyNo("caddy");
describe.skipIf(noCaddy !== undefined)(
  `examples/deploy/cluster/Caddyfile${noCaddy ? ` (${noCaddy})` : ""}`,
  () => {
    test("two nodes restarted in turn answer every request", async () => {
      await using cluster = await spawnCluster();
      await using proxy = await startCaddy(portOf(cluster.a), portOf(cluster.b));

      const answers = await askDuringRestarts(cluster, async () => {
        const config = `http://127.0.0.1:${proxy.port}/chat-bot/config`;
        return (await fetch(config, { headers: headersOf(cluster.a) })).status;
      });

      expect(answers).toEqual(answers.map(() => 200));
    });
  },
);
