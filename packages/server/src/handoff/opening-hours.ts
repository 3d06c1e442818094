import { weekdays, type HandoffDefinition } from "@servicechat/contract/agent-file";

/** Whether people are there, and if not, when they are again. */
export interface Opening {
  readonly open: boolean;
  /** Milliseconds since 1970; absent while it is open, and where the hours name no further day. */
  readonly opensAt?: number;
}

type Hours = NonNullable<HandoffDefinition["hours"]>;

const [minuteMs, dayMs] = [60_000, 86_400_000];
/** How far ahead an opening is looked for: past every closed day that a file may list. */
const maxDaysAhead = 410;

/** Formats cost more to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether people are there at a moment, by the hours alone: without any they always are. */
export function openingAt({ hours }: Pick<HandoffDefinition, "hours">, at: number): Opening {
  if (!hours) return { open: true };
  const local = localTime(hours.zone, at);
  const today = Math.floor(local / dayMs) * dayMs;
  const isIn = ({ start, end }: Span) => today + start <= local && local < today + end;
  if (spansOf(hours, today).some(isIn)) return { open: true };
  for (let ahead = 0; ahead <= maxDaysAhead; ahead++) {
    const day = today + ahead * dayMs;
    const next = spansOf(hours, day)
      .map(({ start }) => day + start)
      .toSorted((one, other) => one - other)
      .find((start) => start > local);
    if (next !== undefined) return { open: false, opensAt: momentOf(hours.zone, next) };
  }
  return { open: false };
}

/** A span of a day, in milliseconds from its beginning. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param day the beginning of a day on the clocks of the zone, as if they showed UTC */
function spansOf(hours: Hours, day: number): readonly Span[] {
  const date = new Date(day);
  if (hours.closed.includes(date.toISOString().slice(0, 10))) return [];
  const weekday = weekdays[(date.getUTCDay() + 6) % 7];
  return (weekday && hours[weekday] ? hours[weekday] : []).map((span) => ({
    start: timeOf(span.slice(0, 5)),
    end: timeOf(span.slice(6)),
  }));
}

/** `09:30` in milliseconds. */
function timeOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  return (hour * 60 + minute) * minuteMs;
}

/** The local time in a zone, as if it were UTC. */
function localTime(zone: string, at: number): number {
  const format = formats.get(zone) ?? formatOf(zone);
  formats.set(zone, format);
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** The moment at which clocks in a zone show a time; where they never show it, a little later. */
function momentOf(zone: string, local: number): number {
  // Twice, since the zone may be off by something else at the first guess than at the moment itself.
  const guess = local - (localTime(zone, local) - local);
  return guess - (localTime(zone, guess) - local);
}
