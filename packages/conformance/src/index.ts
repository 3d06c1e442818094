export { allChecks } from "./all-checks.ts";
export type { Check, Source } from "./check.ts";
export type { Clock } from "./pacer.ts";
export { CannotCheck, runConformance } from "./run-conformance.ts";
export type { ConformanceOptions, ConformanceReport, Finding, Progress } from "./run-conformance.ts";
export { countResults, writeReport } from "./write-report.ts";
