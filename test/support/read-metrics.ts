import type { TestService } from "./start-service.ts";

/** The page at /metrics, parsed strictly: an invalid line throws. */
interface MetricsPage {
  readonly text: string;
  /** Every value by its name and labels as written, such as `up{job="x"}`. */
  readonly values: ReadonlyMap<string, number>;
  /** Names of metrics with their help and type. */
  readonly described: ReadonlyMap<string, { readonly help: string; readonly type: string }>;
  /** The values of one name that are not 0, by their labels. */
  above0(name: string): Readonly<Record<string, number>>;
}

const described = /^# (HELP|TYPE) ([a-z_]+) (.+)$/;
const valued = /^([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\.)*",?)+)\})? (-?[\d.e+-]+|NaN|\+Inf)$/;

/** Reads the metrics as a program on this machine does. */
export async function readMetrics(
  service: Pick<TestService, "baseUrl">,
  headers: Record<string, string> = {},
): Promise<MetricsPage> {
  const response = await fetch(`${service.baseUrl}/metrics`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}: ${text}`);
  return parseMetrics(text);
}

function parseMetrics(text: string): MetricsPage {
  if (!text.endsWith("\n")) throw new Error("the page does not end with a line break");
  const values = new Map<string, number>();
  const about = new Map<string, { help: string; type: string }>();
  const labelled: { name: string; labels: string; value: number }[] = [];
  for (const line of text.slice(0, -1).split("\n")) {
    const [, kind, of = "", words = ""] = described.exec(line) ?? [];
    if (kind) {
      const known = about.get(of) ?? { help: "", type: "" };
      about.set(of, kind === "HELP" ? { ...known, help: words } : { ...known, type: words });
      continue;
    }
    const [, name, labels = "", number] = valued.exec(line) ?? [];
    if (name === undefined) throw new Error(`no line of the text format: ${line}`);
    const key = labels === "" ? name : `${name}{${labels}}`;
    if (values.has(key)) throw new Error(`twice: ${key}`);
    values.set(key, Number(number));
    labelled.push({ name, labels, value: Number(number) });
  }
  return {
    text,
    values,
    described: about,
    above0: (wanted) =>
      Object.fromEntries(
        labelled
          .filter(({ name, value }) => name === wanted && value !== 0)
          .map(({ labels, value }) => [labels, value]),
      ),
  };
}
