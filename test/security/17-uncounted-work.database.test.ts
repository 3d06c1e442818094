import { expect, test } from "vitest";
import { openSqlite } from "@servicechat/storage/sqlite";
import { demoPage } from "../../packages/server/src/pages/demo-page.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { startService, type TestService } from "../support/start-service.ts";

const guess = (number: number) => `${number.toString(36)}0guess`;

/** Sends requests with unknown keys, and for frames with them. */
async function floodWith(service: TestService, count: number): Promise<void> {
  const asked = Array.from({ length: count }, (_, number) => [
    service.fetch("/chat-bot/config", { headers: { Authorization: `Bearer ak_${guess(number)}_x` } }),
    service.fetch(`/chat/?key=${guess(number)}&parent=https://shop.example`),
  ]);
  const statuses = new Set((await Promise.all(asked.flat())).map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 200]));
}

test("a flood of unknown keys and frames costs a few queries, and a new key works at once", async () => {
  let queries = 0;
  await using service = await startService({
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      const { keys } = storage;
      return {
        ...storage,
        keys: {
          ...keys,
          find: (id) => (queries++, keys.find(id)),
          list: () => (queries++, keys.list()),
        },
      };
    },
  });
  const before = performance.now();
  for (let wave = 0; wave < 3; wave++) await floodWith(service, 100);
  const seconds = Math.ceil((performance.now() - before) / 1000) + 1;
  expect(queries).toBeLessThanOrEqual(10 * seconds + 1);

  const { key } = await service.createKey();
  const config = await service.fetch("/chat-bot/config", { headers: { Authorization: `Bearer ${key}` } });
  expect(config.status).toBe(200);
});

onOneAndTwoNodes("a new key", (nodes) => {
  test("works at once on each node, even if unknown ones were requested before", async () => {
    await using service = await startService({ nodes });
    for (let number = 0; number < 4; number++)
      await service.fetch(`/chat/?key=${guess(number)}&parent=https://shop.example`);
    const { key } = await service.createKey();
    for (let node = 0; node < nodes; node++) {
      const config = await service.fetch("/chat-bot/config", { headers: { Authorization: `Bearer ${key}` } });
      expect(config.status).toBe(200);
    }
  });
});

test("a document of the demo is rendered once, however often it is requested", async () => {
  let read = 0;
  class Counted extends Map<string, string> {
    override get(path: string): string | undefined {
      read++;
      return super.get(path);
    }
  }
  const documents = new Counted([["README.md", "# Tea\n\nWith milk."]]);
  const show = demoPage({
    demo: { guide: { key: "ak_a_b", documents } },
    options: { publicUrl: "http://localhost:8080" } as never,
    console: undefined,
  });
  const pages: string[] = [];
  for (let time = 0; time < 3; time++) {
    const response = { writeHead: () => undefined, end: (body: Buffer) => pages.push(body.toString()) };
    await show({ path: "/demo/docs/README.md", head: {}, response } as never);
  }
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain("With milk.");
  expect(read).toBe(1);
});
