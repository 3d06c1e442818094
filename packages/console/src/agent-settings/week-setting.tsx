import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { valueIn, type FilePath } from "../agent-file/edit-file.ts";
import { Faults } from "./fields.tsx";
import { useFileForm } from "./form-context.tsx";
import { drawSpan, readSpans, timeOf, type Span } from "./week-spans.ts";

/** Days of the week, as hours name them. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Minutes to which drawn times are rounded. */
const step = 30;
const dayMinutes = 24 * 60;

/** Opening hours as a week: each day can be drawn on, and typed beside it. */
export function WeekSetting({ path }: { path: FilePath }): JSX.Element {
  const form = useFileForm();
  return (
    <div class="week">
      <p class="hint">{form.words.dayHint}</p>
      {weekdays.map((day) => (
        <Day key={day} path={[...path, day]} label={form.words.days[day]} />
      ))}
    </div>
  );
}

function Day({ path, label }: { path: FilePath; label: string }): JSX.Element {
  const form = useFileForm();
  const value = valueIn(form.file, path);
  const texts = Array.isArray(value) ? value.map(String) : [];
  const [written, setWritten] = useState("");
  const isOwn = partsOf(written).join() === texts.join();
  const write = (entered: readonly string[]): void =>
    form.set(path, entered.length > 0 ? entered : undefined);
  return (
    <div class="day">
      <span class="day-name" aria-hidden="true">
        {label}
      </span>
      <Track spans={readSpans(texts)} mayEdit={form.mayEdit} change={write} />
      <input
        aria-label={label}
        disabled={!form.mayEdit}
        placeholder={form.words.closedDay}
        spellcheck={false}
        value={isOwn ? written : texts.join(", ")}
        onInput={({ currentTarget }) => {
          setWritten(currentTarget.value);
          write(partsOf(currentTarget.value));
        }}
      />
      <Faults path={path} inside />
    </div>
  );
}

const partsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/[–—]/g, "-")
    .split(",")
    .map((each) => each.replaceAll(/\s+/g, ""))
    .filter((each) => each !== "");

/** A day from midnight to midnight. Dragging adds time, or removes it where it begins inside of some. */
function Track({
  spans,
  mayEdit,
  change,
}: {
  spans: readonly Span[];
  mayEdit: boolean;
  change: (texts: readonly string[]) => void;
}): JSX.Element {
  const track = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number; isRemoving: boolean }>();
  const shown = drag ? drawSpan(spans, drag, step) : spans;
  const minuteAt = (event: PointerEvent): number => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(dayMinutes - 1, Math.max(0, ((event.clientX - left) / width) * dayMinutes));
  };
  return (
    <div
      class="day-track"
      ref={track}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (!mayEdit || event.button !== 0) return;
        track.current?.setPointerCapture(event.pointerId);
        const at = minuteAt(event);
        setDrag({ from: at, to: at, isRemoving: spans.some(({ from, to }) => at >= from && at < to) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: minuteAt(event) })}
      onPointerUp={() => {
        if (drag) change(shown.map(({ from, to }) => `${timeOf(from)}-${timeOf(to)}`));
        setDrag(undefined);
      }}
      onPointerCancel={() => setDrag(undefined)}
    >
      {[6, 12, 18].map((hour) => (
        <PlacedSpan key={hour} className="day-hour" from={hour * 60} to={hour * 60} label={String(hour)} />
      ))}
      {shown.map(({ from, to }) => (
        <PlacedSpan key={from} className="day-span" from={from} to={to} />
      ))}
    </div>
  );
}

/** Placed by a script, because the content security policy allows no style attributes. */
function PlacedSpan({
  className,
  from,
  to,
  label,
}: {
  className: string;
  from: number;
  to: number;
  label?: string;
}): JSX.Element {
  const span = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    span.current?.style.setProperty("inset-inline-start", `${(from / dayMinutes) * 100}%`);
    span.current?.style.setProperty("inline-size", `${((to - from) / dayMinutes) * 100}%`);
  }, [from, to]);
  return (
    <span class={className} ref={span}>
      {label}
    </span>
  );
}
