import fc from "fast-check";
import { expect, test } from "vitest";
import { compare, takeTurns } from "../../bench/compare.ts";
import { readResidentBytes } from "../../bench/read-resident-bytes.ts";
import { formatRows, verdict } from "../../bench/row.ts";
import { createStampReader, stamp } from "../../bench/stamps.ts";
import { median, percentile } from "../../bench/statistics.ts";

test("a percentile is one of the values, by nearest rank, whatever their order", () => {
  const values = [50, 10, 40, 20, 30];
  expect([0, 0.2, 0.21, 0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([
    10, 10, 20, 30, 50, 50,
  ]);
  expect(() => percentile([], 0.5)).toThrow("no values");
});

test("the median is the middle value, or the mean of the two in the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});

test("stamps are found wherever the text is cut, in either encoding, but other numbers are not", () => {
  const times = fc.array(
    fc.integer({ min: 0, max: 1e9 }).map((hundredths) => hundredths / 100),
    { minLength: 1 },
  );
  const wrappings = [
    (text: string) => `event: text\nid: rep_0.12\ndata: ${JSON.stringify(text)}\n\n`,
    (text: string) => `data: {"created":1.50,"choices":[{"delta":{"content":${JSON.stringify(text)}}}]}\n\n`,
  ];
  fc.assert(
    fc.property(times, fc.constantFrom(...wrappings), fc.integer({ min: 1, max: 60 }), (sent, wrap, size) => {
      const text = sent.map((ms) => wrap(stamp(ms))).join("");
      const reader = createStampReader();
      const found: number[] = [];
      for (let at = 0; at < text.length; at += size) found.push(...reader.read(text.slice(at, at + size)));
      expect(found).toEqual(sent);
    }),
  );
});

test("a comparison uses the median of the rounds' ratios, not the ratio of medians", () => {
  const rounds = [
    { service: 20, baseline: 10 },
    { service: 90, baseline: 30 },
    { service: 25, baseline: 25 },
  ];
  expect(compare(rounds, (value) => value)).toEqual({ service: 25, baseline: 25, ratio: 2 });
});

test("rounds alternate, and the three warm-up rounds are not counted", async () => {
  const taken: string[] = [];
  const take = (name: string) => async () => {
    taken.push(name);
    return taken.length;
  };
  const rounds = await takeTurns(2, { service: take("A"), baseline: take("B") }, () => undefined);
  expect(taken.join("")).toBe("ABABABABAB");
  expect(rounds).toEqual([
    { service: 7, baseline: 8 },
    { service: 9, baseline: 10 },
  ]);
});

test("a figure is judged by its thresholds, in the direction that is better", () => {
  const row = { figure: "cost", measured: "9 ms", unit: "x", atLeast: 1.5, aim: 0.9 } as const;
  expect([0.9, 0.91, 1.5, 1.51].map((value) => verdict({ ...row, value }))).toEqual([
    "aim",
    "at least",
    "at least",
    "missed",
  ]);
  const speed = { ...row, atLeast: 0.6, aim: 0.85, moreIsBetter: true };
  expect([0.85, 0.84, 0.6, 0.59].map((value) => verdict({ ...speed, value }))).toEqual([
    "aim",
    "at least",
    "at least",
    "missed",
  ]);
});

test("the table has one line per row, all of the same width, with units and the last release beside it", () => {
  const rows = [
    { figure: "cost", measured: "9 ms", value: 1.234, unit: "x", atLeast: 1.5, aim: 0.9 },
    { figure: "memory at rest", measured: "100 MB", value: 100, unit: "MB", atLeast: 140, aim: 90 },
  ] as const;
  const table = formatRows(rows, { cost: 2.1 });
  const lines = table.split("\n");
  expect(lines).toHaveLength(4);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[2]).toMatch(/\| cost +\| 9 ms +\| 1\.23x +\| 2\.10x +\| 1\.50x +\| 0\.90x +\| at least \|/);
  expect(lines[3]).toContain("| 100 MB |              | 140 MB   | 90 MB | at least |");
});

test("resident memory is read from the status of a process, and it is an error if it is missing", () => {
  expect(readResidentBytes("Name:\tnode\nVmHWM:\t  900 kB\nVmRSS:\t   512 kB\n")).toBe(524_288);
  expect(() => readResidentBytes("Name:\tnode\n")).toThrow("no resident memory");
});
