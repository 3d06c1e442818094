import type { JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { UsagePeriod } from "@servicechat/contract/admin";
import { useConsole } from "../app/console-context.ts";

/** A line or a row of bars. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The custom property of its color, where the same fact has it elsewhere too; otherwise the next of the charts' colors. */
  readonly color?: string;
}

/** The custom property that colors a series. */
export const colorOf = ({ color }: Series, index: number): string => color ?? `--series-${index % 6}`;

/** The content of a chart. */
export interface ChartProps {
  readonly title: string;
  readonly kind: "bars" | "lines";
  /** When each value's period begins. */
  readonly times: readonly string[];
  readonly by: UsagePeriod;
  readonly series: readonly Series[];
  /** Formats a value for people. */
  readonly format: (value: number) => string;
  /** Whether there are values between whole numbers, such as amounts of money. */
  readonly isMoney?: boolean;
}

/** A chart, with its figures as a table. The code that draws it is loaded with the first chart. */
export function Chart(props: ChartProps): JSX.Element {
  const { words, preferences } = useConsole();
  const text = words.usage;
  const { title, series, times, by, format } = props;
  const place = useRef<HTMLDivElement>(null);
  const heading = useId();
  const theme = preferences.theme.value;

  useEffect(() => {
    const host = place.current;
    if (!host) return;
    let remove: (() => void) | undefined;
    let isGone = false;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      import("./draw-chart.ts")
        .then(({ drawChart }) => {
          if (!isGone) remove = drawChart(host, props, words.lang);
        })
        // The table shows its figures anyway.
        .catch(() => undefined);
    });
    seen.observe(host);
    return () => {
      isGone = true;
      seen.disconnect();
      remove?.();
    };
  }, [series, theme, words]);

  return (
    <figure class="chart" aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        {series.length > 1 && (
          <ul class="chart-legend" role="list">
            {series.map((one, index) => (
              <li key={one.name}>
                <span class="swatch" style={{ background: `var(${colorOf(one, index)})` }} />
                {one.name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      <div class="chart-place" ref={place} role="img" aria-label={text.chartOf(title)} />
      <details class="chart-figures">
        <summary>{text.figures}</summary>
        <div class="table-frame" tabIndex={0} role="region" aria-label={title}>
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">{text.when}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((at, row) => (
                <tr key={at}>
                  <th scope="row">{period(at, by, words.lang)}</th>
                  {series.map(({ name, values }) => (
                    <td key={name}>{formatOrDash(values[row], format)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function formatOrDash(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "–" : format(value);
}

/** A period by its start, in UTC, as it is counted. */
export function period(at: string, by: UsagePeriod, lang: string): string {
  const parts: Intl.DateTimeFormatOptions =
    by === "hour"
      ? { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }
      : by === "day"
        ? { day: "numeric", month: "short" }
        : { month: "long", year: "numeric" };
  return new Intl.DateTimeFormat(lang, { ...parts, timeZone: "UTC" }).format(new Date(at));
}
