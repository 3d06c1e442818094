import type { Times } from "./times.ts";

/** The labels of a metric's values. Each name has few values, none of them from a stranger. */
export type Labels = Readonly<Record<string, string>>;

/** One named figure of the page, with all of its values. */
export type Metric =
  | {
      /** Ends in its unit, a counter's in `_total`. */
      readonly name: string;
      /** A sentence. */
      readonly help: string;
      readonly type: "counter" | "gauge";
      readonly values: readonly (readonly [labels: Labels, value: number])[];
    }
  | {
      readonly name: string;
      readonly help: string;
      readonly type: "histogram";
      readonly values: readonly (readonly [labels: Labels, times: Times])[];
    };

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map((metric) => {
      const { name, help, type } = metric;
      const lines =
        metric.type === "histogram"
          ? metric.values.flatMap(([labels, times]) => histogramLines(name, labels, times))
          : metric.values.map(([labels, value]) => line(name, labels, value));
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");
}

/** Buckets are written as sums: each holds all shorter times too. */
function histogramLines(name: string, labels: Labels, { bounds, counts, count, sum }: Times): string[] {
  let below = 0;
  const buckets = bounds.map((bound, index) => {
    below += counts[index] ?? 0;
    return line(`${name}_bucket`, { ...labels, le: String(bound) }, below);
  });
  return [
    ...buckets,
    line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ];
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
