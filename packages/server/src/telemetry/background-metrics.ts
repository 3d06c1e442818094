import type { ServerContext } from "../server-context.ts";
import type { Labels, Metric } from "./prometheus-format.ts";

/** Figures of the periodic tasks, and how late the event loop is. */
export function backgroundMetrics({
  scheduler,
  loopDelay,
}: Pick<ServerContext, "scheduler" | "loopDelay">): readonly Metric[] {
  const reports = scheduler.reports();
  const byTask = <Value>(valueOf: (report: (typeof reports)[number]) => Value): [Labels, Value][] =>
    reports.map((report) => [{ task: report.name }, valueOf(report)]);
  const { p50, p90, p99, max } = loopDelay.read();
  return [
    {
      name: "servicechat_task_seconds",
      help: "Time that a round of a periodic task took, by task, including waiting.",
      type: "histogram",
      values: byTask(({ times }) => times),
    },
    {
      name: "servicechat_task_failures_total",
      help: "Rounds of periodic tasks that failed, by task.",
      type: "counter",
      values: byTask(({ failures }) => failures),
    },
    {
      name: "servicechat_task_longest_block_seconds",
      help: "Longest time since the start that the event loop was blocked while a task ran, by task.",
      type: "gauge",
      values: byTask(({ longestBlockSeconds }) => longestBlockSeconds),
    },
    {
      name: "servicechat_loop_delay_seconds",
      help: "How late the event loop came to what was due, in the last whole minute, by quantile.",
      type: "gauge",
      values: [
        [{ quantile: "0.5" }, p50],
        [{ quantile: "0.9" }, p90],
        [{ quantile: "0.99" }, p99],
        [{ quantile: "1" }, max],
      ],
    },
  ];
}
