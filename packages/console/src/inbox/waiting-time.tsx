import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { exact } from "../ui/time.tsx";

/** How long somebody has been waiting, updated live. */
export function WaitingTime({ since }: { since: string }): JSX.Element {
  const { lang, inbox } = useConsole().words;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(since);
  const minutes = Math.max(0, Math.floor((now - date.getTime()) / 60_000));
  const [value, unit] =
    minutes < 120 ? ([minutes, "minute"] as const) : ([Math.floor(minutes / 60), "hour"] as const);
  return (
    <time dateTime={since} title={exact(date, lang)} class="waiting-time">
      {inbox.waitsFor(
        minutes === 0
          ? inbox.underMinute
          : new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(value),
      )}
    </time>
  );
}
