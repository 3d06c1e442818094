import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { spawnService } from "../../../test/support/spawn-service.ts";

test("a start computes missing vectors of passages, even for an agent with files only", async () => {
  const asked: string[] = [];
  const model = createServer((request, response) => {
    void request.toArray().then((pieces) => {
      asked.push(Buffer.concat(pieces).toString());
      const isFirst = asked.length === 1;
      const vectors = { data: [{ index: 0, embedding: [1, 2] }] };
      response.writeHead(isFirst ? 400 : 200).end(JSON.stringify(isFirst ? {} : vectors));
    });
  });
  await using server = await listenOnLoopback(model);
  await using service = await spawnService({ model: { provider: "extractive" } });
  const { dataDirectory } = service;
  await writeFile(join(dataDirectory, "tents.md"), "# Tents\n\nFor camping.");
  const embeddings = { provider: "openai", name: "small", baseUrl: server.baseUrl };
  const knowledge = { sources: [{ files: "./*.md" }], embeddings };
  const file = join(dataDirectory, "camp.json");
  const agent = { id: "camp", name: "Camp", model: { provider: "extractive" }, knowledge };
  await writeFile(file, JSON.stringify(agent));
  await service.command("agent", "apply", file);
  expect(asked).toHaveLength(1);

  await service.start();

  await expect.poll(() => service.log()).toContain("missing vectors of passages and wordings were computed");
  expect(asked[1]).toContain("For camping.");
  expect((await service.end("SIGTERM")).code).toBe(0);
});
