/** One line of the result: a figure, its comparison, and its target. */
export interface Row {
  readonly figure: string;
  /** What was measured, in words, such as `58 ms, pipe 66 ms`. */
  readonly measured: string;
  /** The number that is judged: a ratio to the baseline of the same run, or the figure itself. */
  readonly value: number;
  /** Unit of `value`: `x` for a ratio; empty for a count. */
  readonly unit: "x" | "MB" | "KB" | "ms" | "s" | "";
  readonly atLeast: number;
  readonly aim: number;
  /** Whether more is better; by default less is. */
  readonly moreIsBetter?: boolean;
}

/** Judges a figure. */
export function verdict({ value, atLeast, aim, moreIsBetter = false }: Row): "aim" | "at least" | "missed" {
  const reaches = (mark: number) => (moreIsBetter ? value >= mark : value <= mark);
  if (reaches(aim)) return "aim";
  return reaches(atLeast) ? "at least" : "missed";
}

/**
 * The rows as a Markdown table.
 *
 * @param last The numbers that were judged at the last release, by figure
 */
export function formatRows(rows: readonly Row[], last: Readonly<Record<string, number>> = {}): string {
  return formatTable([
    ["figure", "measured", "judged", "last release", "at least", "aim", "reached"],
    ...rows.map((row) => [
      row.figure,
      row.measured,
      ...[row.value, last[row.figure], row.atLeast, row.aim].map((value) =>
        value === undefined ? "" : withUnit(value, row.unit),
      ),
      verdict(row),
    ]),
  ]);
}

/** A Markdown table whose columns are also aligned on a terminal; the first line is its head. */
export function formatTable(cells: readonly (readonly string[])[]): string {
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = cells.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`,
  );
  return lines.toSpliced(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`).join("\n");
}

/** Two decimals if they are significant. */
export function withUnit(value: number, unit: string): string {
  const number = value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0).replace(/\.0+$/, "");
  return unit === "x" ? `${number}x` : `${number} ${unit}`.trimEnd();
}
