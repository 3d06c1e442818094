import { performance } from "node:perf_hooks";
import type { Metric } from "./prometheus-format.ts";

/** Figures of the process: what it uses. */
export function processMetrics(): readonly Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "servicechat_event_loop_busy_seconds_total",
      help: "Time that the event loop was busy rather than idle.",
      type: "counter",
      values: [[{}, performance.eventLoopUtilization().active / 1000]],
    },
    {
      name: "servicechat_process_cpu_seconds_total",
      help: "Processor time that the process has used.",
      type: "counter",
      values: [[{}, (user + system) / 1e6]],
    },
    {
      name: "servicechat_process_resident_memory_bytes",
      help: "Memory of the process.",
      type: "gauge",
      values: [[{}, rss]],
    },
    {
      name: "servicechat_process_heap_used_bytes",
      help: "Memory used by the program's objects.",
      type: "gauge",
      values: [[{}, heapUsed]],
    },
    {
      name: "servicechat_process_start_time_seconds",
      help: "When the process started, in seconds since 1970.",
      type: "gauge",
      values: [[{}, performance.timeOrigin / 1000]],
    },
  ];
}
