import { agentFileSchema } from "@servicechat/contract/agent-file";
import { expect, test, vi } from "vitest";
import { createToolOpener } from "../src/tools/open-tools.ts";
import { startBackEnd } from "./back-end.ts";

test("a clock that is set back does not keep a server resting that failed before it", async () => {
  await using down = await startBackEnd((_, response) => response.writeHead(500).end());
  let [wallMs, passedMs] = [Date.UTC(2026, 0, 2), 1_000_000];
  const clock = { wallMs: () => wallMs, monotonicMs: () => passedMs };
  const openTools = createToolOpener({
    search: () => async () => [],
    outbound: down.outbound,
    sources: { environment: {} },
    clock,
    limits: { toolListMs: 30_000 },
    log: { warn: vi.fn(), error: vi.fn() },
  });
  const agent = agentFileSchema.parse({
    id: "acme",
    name: "Acme",
    tools: [{ mcp: { url: `${down.url}/mcp` } }],
    model: { provider: "extractive" },
  });

  await openTools(agent, 1000, []);
  const asked = down.asked.length;
  wallMs = Date.UTC(2025, 0, 2);
  await openTools(agent, 1000, []);
  expect(down.asked).toHaveLength(asked);
  passedMs += 30_000;
  await openTools(agent, 1000, []);
  expect(down.asked.length).toBeGreaterThan(asked);
});
