import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { count } from "../ui/time.tsx";
import type { Hours } from "./hours.ts";
import { hourName } from "./today-chart.tsx";

/** When visitors ask: a row for each of the last seven days, with a field for each hour. */
export function BusyHours({ hours }: { hours: Hours }): JSX.Element | null {
  const { words } = useConsole();
  const text = words.home;
  const most = Math.max(...hours.days.flatMap((day) => day.hours));
  if (most === 0) return null;
  const dayName = new Intl.DateTimeFormat(words.lang, { weekday: "short" });
  const fieldName = (midnight: Date, hour: number, chats: number) =>
    `${dayName.format(midnight)}, ${hourName(hour, words.lang)}: ${text.chatCount(count(chats, words.lang), chats)}`;
  const busiest = hours.days
    .flatMap(({ midnight, hours: row }) => row.map((chats, hour) => ({ midnight, hour, chats })))
    .reduce((one, other) => (other.chats > one.chats ? other : one));
  return (
    <section class="card" aria-labelledby="home-busy">
      <div class="card-head">
        <h2 id="home-busy">{text.busyTitle}</h2>
      </div>
      <div
        class="heat"
        role="img"
        aria-label={`${text.busiest} ${fieldName(busiest.midnight, busiest.hour, busiest.chats)}`}
      >
        {hours.days.map(({ midnight, hours: row }) => (
          <div class="heat-row" key={midnight.getTime()}>
            <span class="heat-day">{dayName.format(midnight)}</span>
            {row.map((chats, hour) => (
              <span
                key={hour}
                class="heat-hour"
                style={{ "--share": String(chats / most) }}
                title={fieldName(midnight, hour, chats)}
              />
            ))}
          </div>
        ))}
        <p class="heat-hours">
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour}>{hourName(hour, words.lang)}</span>
          ))}
        </p>
      </div>
    </section>
  );
}
