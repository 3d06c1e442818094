import type { Metrics } from "./metrics.ts";
import type { Labels, Metric } from "./prometheus-format.ts";

/** Current values, read when the metrics are read. */
export interface Now {
  readonly openStreams: number;
  readonly waitingReplies: number;
  readonly runningReplies: number;
}

/** Figures of the service, by the names that docs/monitoring.md explains. */
export function serviceMetrics(metrics: Metrics, now: Now): readonly Metric[] {
  return [
    {
      name: "servicechat_requests_total",
      help: "Requests by door and class of the answer's status.",
      type: "counter",
      values: [...metrics.routes].flatMap(([door, counters]) =>
        Object.entries(counters).map(([outcome, count]) => [{ door, outcome }, count] as const),
      ),
    },
    counter("servicechat_refusals_total", "Requests that were answered with a failure, by its code.", {
      code: metrics.refusals,
    }),
    {
      name: "servicechat_key_refusals_total",
      help: "Requests refused by a rate limit, by key and by whose limit it was: the key's or an address's.",
      type: "counter",
      values: [...metrics.keyRefusals].flatMap(([key, refused]) =>
        Object.entries(refused).map(([limit, count]) => [{ key, limit }, count] as const),
      ),
    },
    gauge("servicechat_open_streams", "Event streams that are open.", now.openStreams),
    counter("servicechat_events_sent_total", "Events that were written to readers, by type.", {
      type: metrics.eventsSent,
    }),
    {
      name: "servicechat_first_event_seconds",
      help: "Time from a message's arrival to its start event, when the message has been saved.",
      type: "histogram",
      values: [[{}, metrics.firstEvent]],
    },
    {
      name: "servicechat_first_text_seconds",
      help: "Time from the moment a reply's turn came to its first text.",
      type: "histogram",
      values: [[{}, metrics.firstText]],
    },
    {
      name: "servicechat_model_seconds",
      help: "Time that a model took for a whole reply, including the tools it used and repeated attempts.",
      type: "histogram",
      values: [[{}, metrics.model]],
    },
    counter("servicechat_replies_total", "Replies that ended, by how they ended.", {
      status: metrics.replies,
    }),
    counter("servicechat_reply_failures_total", "Replies that ended with an error event, by its code.", {
      code: metrics.replyFailures,
    }),
    counter("servicechat_feedback_total", "Ratings of replies; `none` means that one was taken back.", {
      rating: metrics.feedback,
    }),
    gauge(
      "servicechat_unhealthy_agents",
      "Agents whose model's provider refused the setting or the account, until they complete a reply.",
      metrics.unhealthyAgents.size,
    ),
    {
      name: "servicechat_input_tokens_total",
      help: "Tokens that models were sent, by agent, as their providers report them.",
      type: "counter",
      values: [...metrics.tokens].map(([agent, { input }]) => [{ agent }, input]),
    },
    {
      name: "servicechat_output_tokens_total",
      help: "Tokens that models have written, by agent, as their providers count; estimated where they do not.",
      type: "counter",
      values: [...metrics.tokens].map(([agent, { output }]) => [{ agent }, output]),
    },
    gauge(
      "servicechat_waiting_replies",
      "Replies that wait for an earlier one of their chat.",
      now.waitingReplies,
    ),
    gauge("servicechat_running_replies", "Replies that are being written.", now.runningReplies),
    {
      name: "servicechat_storage_seconds",
      help: "Time that the database took, by operation, including waiting for other operations.",
      type: "histogram",
      values: Object.entries(metrics.storage).map(([operation, times]) => [{ operation }, times]),
    },
    counter("servicechat_storage_failures_total", "Database operations that failed.", {
      operation: metrics.storageFailures,
    }),
    counter(
      "servicechat_resumes_total",
      "Streams requested from a position: resumed, over because the reply had finished, or lost.",
      { outcome: metrics.resumes },
    ),
  ];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", values: [[{}, value]] };
}

function counter(
  name: string,
  help: string,
  by: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Metric {
  const values = Object.entries(by).flatMap(([label, counts]) =>
    Object.entries(counts).map(([text, count]): [Labels, number] => [{ [label]: text }, count]),
  );
  return { name, help, type: "counter", values };
}
