import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readMetrics } from "../support/read-metrics.ts";
import { startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

describe("docs/monitoring.md and the dashboard", () => {
  const manual = readFileSync(new URL("../../docs/monitoring.md", import.meta.url), "utf8");
  const dashboard = readFileSync(new URL("../../examples/grafana/servicechat.json", import.meta.url), "utf8");

  test("every metric is explained, and no other is named", async () => {
    await using service = await startService();
    const names = [...(await readMetrics(service)).described.keys()];
    const explained = [...manual.matchAll(/^\| `(servicechat_\w+)`/gm)].map(([, name = ""]) => name);
    expect(explained.toSorted()).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining([...namesIn(manual)]));
  });

  test("the dashboard uses only existing metrics and labels", async () => {
    await using service = await startService();
    // Metrics by agent exist from its first reply on.
    await ask(service, "hello");
    const page = await readMetrics(service);
    const used = namesIn(dashboard);
    expect(used.size).toBeGreaterThan(10);
    expect([...page.described.keys()]).toEqual(expect.arrayContaining([...used]));
    const texts = `${manual}${dashboard}`;
    const asked = [...texts.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = ""]) => list.split(/, */));
    expect(new Set(asked).size).toBeGreaterThan(5);
    for (const label of asked) {
      const isThere = page.text.includes(`${label}="`) || label === "instance"; // Prometheus adds that one
      expect([label, isThere]).toEqual([label, true]);
    }
    const chosen = [...texts.matchAll(/[{,](\w+)=\\?"([^"\\]+)\\?"/g)];
    expect(chosen.length).toBeGreaterThan(0);
    for (const [, label, text] of chosen) expect(page.text).toContain(`${label}="${text}"`);
    expect((JSON.parse(dashboard) as { panels: unknown[] }).panels.length).toBeGreaterThan(8);
  });
});

/** The metrics' own names in a text, without the suffixes of a histogram's series. */
function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\bservicechat_\w+/g)].map(([name]) =>
      name.replace(/(_seconds|_bytes)_(?:bucket|sum|count)$/, "$1"),
    ),
  );
}
