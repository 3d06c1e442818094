import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { Change } from "../ui/change.tsx";
import { count } from "../ui/time.tsx";
import { chatsUntil, cumulative, midnightOf, type Hours } from "./hours.ts";

/** The chats of today as an area that grows, in front of those of the same day a week ago. */
export function TodayChart({ hours, now }: { hours: Hours; now: Date }): JSX.Element {
  const { words } = useConsole();
  const text = words.home;
  const today = cumulative(hours.today);
  const weekAgo = cumulative(hours.weekAgo);
  const chats = today.at(-1) ?? 0;
  const before = chatsUntil(hours.weekAgo, now);
  const most = Math.max(1, chats, ...weekAgo);
  const nowAt = now.getHours() + now.getMinutes() / 60;
  // The hour that runs ends now.
  const points = today.map((sum, hour) => [Math.min(hour + 1, nowAt), sum] as const);
  return (
    <section class="card today" aria-labelledby="home-today">
      <div class="card-head">
        <h2 id="home-today">{text.todayTitle}</h2>
        <a href={hrefOf("usage", { period: "day" })}>{text.weekAction}</a>
      </div>
      <p class="figure">
        <strong>{count(chats, words.lang)}</strong> <Change now={chats} before={before} />
        <span class="muted">{text.weekAgo(count(before, words.lang))}</span>
      </p>
      <svg
        class="area"
        viewBox="0 0 24 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={text.todayChart(count(chats, words.lang), count(before, words.lang))}
      >
        <polyline
          class="area-before"
          points={line(
            weekAgo.map((sum, hour) => [hour + 1, sum]),
            most,
          )}
        />
        <polygon class="area-fill" points={`${line(points, most)} ${nowAt},100 0,100`} />
        <polyline class="area-line" points={line(points, most)} />
      </svg>
      <p class="area-hours" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hourName(hour, words.lang)}</span>
        ))}
      </p>
      <ul class="chart-legend" role="list">
        <li>
          <span class="swatch" />
          {text.today}
        </li>
        <li>
          <span class="swatch swatch-before" />
          {text.sameDay}
        </li>
      </ul>
    </section>
  );
}

function line(points: readonly (readonly [number, number])[], most: number): string {
  return ["0,98", ...points.map(([at, sum]) => `${at},${98 - (sum / most) * 94}`)].join(" ");
}

/** An hour of the day as the language writes it, such as `6 AM` or `06`. */
export function hourName(hour: number, lang: string): string {
  const date = midnightOf(new Date(2026, 0, 5));
  date.setHours(hour);
  return new Intl.DateTimeFormat(lang, { hour: "numeric" }).format(date);
}
