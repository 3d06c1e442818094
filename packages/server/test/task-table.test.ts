import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { taskTable, type TaskRow } from "../src/background/task-table.ts";

test("ARCHITECTURE.md lists exactly the tasks of the table, with what the table says of them", () => {
  const text = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");
  const section = /^## Background tasks\n(.*?)^## /ms.exec(text)?.[1] ?? "";
  const listed = section.split("\n").filter((line) => line.startsWith("| `"));
  const rows: readonly (readonly [string, TaskRow])[] = Object.entries(taskTable);
  expect(listed).toEqual(
    rows.map(([name, { periodMs, runsOn, does, cost }]) => {
      const nodes = runsOn === "each_node" ? "each" : "one";
      return `| \`${name}\` | ${periodText(periodMs)} | ${nodes} | ${does} | ${cost} |`;
    }),
  );
});

function periodText(ms: number | null): string {
  if (ms === null) return "when asked";
  if (ms >= 60_000) return `${ms / 60_000} min`;
  return ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`;
}
