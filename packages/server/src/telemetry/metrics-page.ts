import { performance } from "node:perf_hooks";
import { ServiceError } from "@servicechat/contract";
import manifest from "../../package.json" with { type: "json" };
import type { ServerContext } from "../server-context.ts";
import type { OpenHandler } from "../request-context.ts";
import { backgroundMetrics } from "./background-metrics.ts";
import { mayRead } from "./may-read.ts";
import { writeMetrics, type Metric } from "./prometheus-format.ts";
import { serviceMetrics } from "./service-metrics.ts";

/** GET /metrics: counts since the start, for Prometheus. For clients without access the path does not exist. */
export function metricsPage(server: ServerContext): OpenHandler {
  const { metrics, streams, replies, options } = server;
  const build = { version: manifest.version, node: process.versions.node };

  return ({ request, response, head }) => {
    if (!mayRead(request, options.metricsToken)) throw new ServiceError("not_found");
    const { waiting, running } = replies.count();
    const now = { openStreams: streams.count(), waitingReplies: waiting, runningReplies: running };
    const text = writeMetrics([
      {
        name: "servicechat_build_info",
        help: "Always 1: its labels say what is running.",
        type: "gauge",
        values: [[build, 1]],
      },
      ...serviceMetrics(metrics, now),
      ...backgroundMetrics(server),
      ...processMetrics(),
    ]);
    head["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8";
    head["Content-Length"] = Buffer.byteLength(text);
    head["Cache-Control"] = "no-store";
    response.writeHead(200, head);
    response.end(text);
  };
}

/** Figures of the process: what it uses. */
function processMetrics(): readonly Metric[] {
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
