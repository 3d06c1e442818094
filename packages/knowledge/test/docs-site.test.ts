import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openKnowledge } from "./open-knowledge.ts";
import { startSite } from "../../../test/support/start-site.ts";

/** The reference of a game engine as it is published: 391 pages that JSDoc made, sources of the engine among them. */
const folder = fileURLToPath(new URL("../../../node_modules/phaser-docs/docs/", import.meta.url));
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));

/** Bytes in use after a collection; of this thread, which is the one that serves visitors. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return getHeapStatistics().used_heap_size;
}

test("a documentation site of several hundred pages is read in bounded memory, and only once", async () => {
  expect(pages.length).toBeGreaterThan(350);
  await using site = await startSite({});
  for (const name of pages) {
    Object.defineProperty(site.pages, `/${name}`, {
      enumerable: true,
      get: () => readFileSync(folder + name),
    });
  }
  await using known = await openKnowledge();
  const agent = known.agent([{ url: `${site.origin}/index.html`, depth: 3, maxPages: 1000 }]);

  const before = heapUsed();
  let most = 0;
  const report = await known.knowledge.sync(agent, {
    onStep: ({ done }) => {
      if (done % 50 === 0) most = Math.max(most, heapUsed() - before);
    },
  });
  expect(report.read).toBeGreaterThan(350);
  expect(report.passages).toBeGreaterThan(5000);
  expect(most).toBeLessThan(60 * 1024 * 1024);

  const found = await known.knowledge.search(
    "shop",
    "How do I make a tween yoyo back to its start values?",
    5,
  );
  expect(found.map(({ url }) => url)).toContainEqual(expect.stringContaining("/Phaser.Tween"));

  known.writes.length = 0;
  site.asked.length = 0;
  const second = await known.knowledge.sync(agent);
  expect(second).toMatchObject({ read: 0, removed: 0, passages: 0, unchanged: report.read });
  expect(known.writes).toEqual([]);
  const sent = site.asked.filter(({ status }) => status === 200).map(({ path }) => path);
  expect(sent).toEqual([]);
}, 600_000);
