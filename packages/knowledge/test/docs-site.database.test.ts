import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { helpCentrePage, helpCentrePages } from "./help-centre.ts";
import { openKnowledge } from "./open-knowledge.ts";
import { startSite } from "../../../test/support/start-site.ts";

/** Bytes in use after a collection; of this thread, which is the one that serves visitors. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return getHeapStatistics().used_heap_size;
}

test("a help centre of several hundred pages is read in bounded memory, and only once", async () => {
  expect(helpCentrePages.length).toBeGreaterThan(350);
  await using site = await startSite({});
  // Written when they are asked for: kept, they would count as memory.
  for (const path of helpCentrePages)
    Object.defineProperty(site.pages, path, { enumerable: true, get: () => helpCentrePage(path) });
  await using known = await openKnowledge();
  const agent = known.agent([{ url: `${site.origin}/index.html`, depth: 3, maxPages: 1000 }]);

  const before = heapUsed();
  let max = 0;
  const report = await known.knowledge.sync(agent, {
    onStep: ({ done }) => {
      if (done % 50 === 0) max = Math.max(max, heapUsed() - before);
    },
  });
  expect(report.read).toBe(helpCentrePages.length);
  expect(report.passages).toBeGreaterThan(5000);
  expect(max).toBeLessThan(60 * 1024 * 1024);

  const found = await known.knowledge.search("shop", "What about the hinge when descaling a kettle?", 5);
  expect(found[0]?.url).toBe(`${site.origin}/kettle-descaling.html#hinge`);

  known.writes.length = 0;
  site.asked.length = 0;
  const second = await known.knowledge.sync(agent);
  expect(second).toMatchObject({ read: 0, removed: 0, passages: 0, unchanged: report.read });
  expect(known.writes).toEqual([]);
  const sent = site.asked.filter(({ status }) => status === 200).map(({ path }) => path);
  expect(sent).toEqual([]);
}, 600_000);
