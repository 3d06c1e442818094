import { kindsOfLoss } from "./check-history.ts";
import type { Report } from "./run-under-faults.ts";

/** The combined report of several runs. */
export function sumOf(reports: readonly Report[]): Report {
  const faults = new Map<string, number>();
  for (const report of reports)
    for (const [name, count] of report.faults) faults.set(name, (faults.get(name) ?? 0) + count);
  const sum = (count: (report: Report) => number) =>
    reports.reduce((total, report) => total + count(report), 0);
  return {
    faults,
    chats: sum(({ chats }) => chats),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    replies: sum(({ replies }) => replies),
    resumed: sum(({ resumed }) => resumed),
    repeated: sum(({ repeated }) => repeated),
    losses: reports.flatMap(({ losses }) => losses),
  };
}

/** A report as Markdown: what was injected, what visitors did in the meantime, what was lost. */
export function reportTable(report: Report): string {
  const { faults, chats, acknowledged, replies, resumed, repeated, losses } = report;
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const injected = [...faults].toSorted(([one], [other]) => one.localeCompare(other));
  return [
    ...table(["Fault", "injected"], [...injected, ["all faults", total]]),
    "",
    ...table(
      ["What visitors did", "times"],
      [
        ["chats", chats],
        ["messages acknowledged", acknowledged],
        ["replies heard to their end", replies],
        ["broken streams followed on", resumed],
        ["repeated requests recognised", repeated],
      ],
    ),
    "",
    ...table(
      ["What was found wrong", "times"],
      kindsOfLoss.map((kind) => [kind, losses.filter((loss) => loss.kind === kind).length]),
    ),
  ].join("\n");
}

function table(
  head: readonly [string, string],
  rows: readonly (readonly [string, number])[],
): readonly string[] {
  return [
    `| ${head.join(" | ")} |`,
    "|---|--:|",
    ...rows.map(([name, count]) => `| ${name} | ${count.toLocaleString("en")} |`),
  ];
}
