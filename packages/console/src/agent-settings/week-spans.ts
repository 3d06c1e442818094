/** A time of a day, in minutes since midnight. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The times of a day as a file has them. What is no time is left out. */
export function readSpans(texts: readonly string[]): readonly Span[] {
  return texts.flatMap((text) => {
    const [, fromHour, fromMinute, toHour, toMinute] = /^(\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(text) ?? [];
    if (fromHour === undefined) return [];
    const span = {
      from: Number(fromHour) * 60 + Number(fromMinute),
      to: Number(toHour) * 60 + Number(toMinute),
    };
    return span.from < span.to && span.to <= 24 * 60 ? [span] : [];
  });
}

/** Minutes since midnight as `09:30`; the end of the day is `24:00`. */
export function timeOf(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The times after something was drawn: what it touches is added to them, or removed, in whole steps. */
export function drawSpan(
  spans: readonly Span[],
  { from, to, isRemoving }: Span & { readonly isRemoving: boolean },
  step: number,
): readonly Span[] {
  const start = Math.floor(Math.min(from, to) / step) * step;
  const end = Math.floor(Math.max(from, to) / step) * step + step;
  if (isRemoving)
    return spans.flatMap((span) =>
      [
        { from: span.from, to: Math.min(span.to, start) },
        { from: Math.max(span.from, end), to: span.to },
      ].filter((left) => left.from < left.to),
    );
  const touched = spans.filter((span) => span.from <= end && span.to >= start);
  const joined = {
    from: Math.min(start, ...touched.map((span) => span.from)),
    to: Math.max(end, ...touched.map((span) => span.to)),
  };
  return [...spans.filter((span) => !touched.includes(span)), joined].toSorted(
    (one, other) => one.from - other.from,
  );
}
