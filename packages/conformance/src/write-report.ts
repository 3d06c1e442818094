import type { ConformanceReport, Finding } from "./run-conformance.ts";

const marks = { passed: "pass", failed: "FAIL", skipped: "skip" } as const;

/** How many checks had each result. */
export function countResults({ findings }: ConformanceReport): Record<Finding["result"], number> {
  const count = (result: Finding["result"]) => findings.filter((finding) => finding.result === result).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** The report for people: the checks below the headings they come from, and the total. */
export function writeReport(report: ConformanceReport): readonly string[] {
  const groups = Map.groupBy(report.findings, ({ source, section }) => `${titles[source]}: ${section}`);
  const { passed, failed, skipped } = countResults(report);
  return [
    ...[...groups].flatMap(([title, findings]) => [title, ...findings.flatMap(linesOf), ""]),
    `${passed} passed, ${failed} failed, ${skipped} skipped, with ${report.requests} requests to ${report.url}`,
    ...(report.remark === undefined ? [] : [report.remark]),
  ];
}

const titles = { specification: "Specification", wire: "The wire" } as const;

function linesOf({ result, sentence, id, expected, found, reason }: Finding): readonly string[] {
  return [
    `  ${marks[result]}  ${sentence} [${id}]`,
    ...(expected === undefined ? [] : [`        expected ${expected}`]),
    ...(found === undefined ? [] : [`        found    ${found}`]),
    ...(reason === undefined ? [] : [`        because  ${reason}`]),
  ];
}
