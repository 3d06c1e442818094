import type { Tool } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { cacheToolList } from "../src/tools/mcp/cache-tool-list.ts";

const toolNamed = (name: string): Tool => ({ name, inputSchema: { type: "object" } });

test("a list that was being read when its server said that its tools changed is read again", async () => {
  const readings: PromiseWithResolvers<readonly Tool[]>[] = [];
  const list = cacheToolList({
    read() {
      const reading = Promise.withResolvers<readonly Tool[]>();
      readings.push(reading);
      return reading.promise;
    },
    now: () => 0,
    patienceMs: 30_000,
    onFailure: () => undefined,
  });

  const first = list.tools();
  list.doubt();
  readings[0]?.resolve([toolNamed("old")]);
  expect(await first).toEqual([toolNamed("old")]);
  const second = list.tools();
  readings[1]?.resolve([toolNamed("new")]);
  expect(await second).toEqual([toolNamed("new")]);
  expect(await list.tools()).toEqual([toolNamed("new")]);
  expect(readings).toHaveLength(2);
});
