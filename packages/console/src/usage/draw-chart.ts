import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { colorOf, period, type ChartProps } from "./chart.tsx";

const height = 180;
/** Distances between grid lines: whole numbers, and fractions. */
const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7, 1e8,
];
const parts = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];

/** Draws a chart into an element, at its full width. Returns a function that removes it. */
export function drawChart(host: HTMLElement, props: ChartProps, lang: string): () => void {
  const style = getComputedStyle(host);
  const { kind, series, times, by, format, isMoney = false } = props;
  const bars = uPlot.paths.bars?.({ size: [0.7, 28], radius: 0.15 });
  const axis = {
    stroke: resolved(host, "--muted"),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: resolved(host, "--line"), width: 1 },
    ticks: { show: false },
  };
  const values = series.map((one) => one.values);
  // The highest first, so that each lower one of a stack is drawn in front of it.
  const drawn = (kind === "bars" ? stack(values) : values).toReversed();
  const data: uPlot.AlignedData = [times.map((_, index) => index), ...drawn.map((row) => [...row])];
  const chart = new uPlot(
    {
      width: Math.max(200, host.clientWidth),
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: (_, min, max) => [min - 0.6, max + 0.6] },
        y: { range: (_, __, max) => [0, Math.max(isMoney && max > 0 ? 0 : 1, max * 1.1)] },
      },
      axes: [
        {
          ...axis,
          size: 26,
          grid: { show: false },
          splits: () => everySome(times.length, Math.max(2, Math.floor(host.clientWidth / 90))),
          values: (_, places) => places.map((at) => period(times[at] ?? "", by, lang)),
        },
        {
          ...axis,
          size: 58,
          incrs: isMoney ? [...parts, ...steps] : steps,
          values: (_, values) => values.map(format),
        },
      ],
      series: [
        {},
        ...series.toReversed().map((one, index) => {
          const stroke = resolved(host, colorOf(one, series.length - 1 - index));
          return {
            label: one.name,
            stroke,
            width: kind === "bars" ? 0 : 2,
            ...(kind === "bars" && bars && { fill: stroke, paths: bars }),
            // A value without neighbours has no line, so it needs a point.
            ...(kind === "lines" && { points: { show: hasLonePoint(values), size: 6, fill: stroke } }),
            ...(kind === "bars" && { points: { show: false } }),
          };
        }),
      ],
    },
    data,
    host,
  );
  const resize = new ResizeObserver(() => chart.setSize({ width: Math.max(200, host.clientWidth), height }));
  resize.observe(host);
  return () => {
    resize.disconnect();
    chart.destroy();
  };
}

/** Whether a value is isolated, without a neighbour that a line could connect to. */
function hasLonePoint(rows: readonly (readonly (number | null)[])[]): boolean {
  return rows.some((row) =>
    row.some(
      (value, at) => value !== null && (row[at - 1] ?? null) === null && (row[at + 1] ?? null) === null,
    ),
  );
}

/** A colour that a canvas accepts: the result of `light-dark()`. */
function resolved(host: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Each row on top of the previous ones. */
function stack(rows: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const below: number[] = [];
  return rows.map((row) =>
    row.map((value, at) => {
      below[at] = (below[at] ?? 0) + (value ?? 0);
      return below[at];
    }),
  );
}

function everySome(length: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
}
