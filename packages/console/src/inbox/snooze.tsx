import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../app/console-context.ts";
import { closeMenu, PopoverMenu } from "../ui/popover-menu.tsx";
import { exact } from "../ui/time.tsx";
import { snoozeTimes, untilText } from "./snooze-times.ts";

/** Until when a chat is set aside. */
export function SnoozedUntil({ until }: { until: string }): JSX.Element {
  const { lang, inbox } = useConsole().words;
  const date = new Date(until);
  return (
    <time dateTime={until} title={exact(date, lang)}>
      {inbox.until(untilText(date, new Date(), lang))}
    </time>
  );
}

/** A menu of times until which chats can be set aside. */
export function SnoozeMenu({
  id,
  isSnoozed = false,
  choose,
}: {
  /** Unique in the document. */
  id: string;
  /** Whether it can be brought back as well. */
  isSnoozed?: boolean;
  /** Called with the time, and with `null` to bring it back. */
  choose: (until: Date | null) => void;
}): JSX.Element {
  const { lang, inbox: text } = useConsole().words;
  const [opened, setOpened] = useState(() => new Date());
  return (
    <PopoverMenu
      id={id}
      label={text.snooze}
      sign="clock"
      kind="icon-button"
      hasLabel={false}
      opens={() => setOpened(new Date())}
    >
      {isSnoozed && (
        <button type="button" class="menu-item" data-first onClick={() => choose(null)}>
          {text.bringBack}
        </button>
      )}
      {snoozeTimes(opened).map(({ name, until }, index) => (
        <button
          key={name}
          type="button"
          class="menu-item snooze-time"
          data-first={!isSnoozed && index === 0 ? true : undefined}
          onClick={() => choose(until)}
        >
          {text.snoozeTimes[name]}
          <span>{shortTime(until, opened, lang)}</span>
        </button>
      ))}
      <form
        class="snooze-form"
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget).get("until");
          const until = new Date(typeof given === "string" ? given : "");
          if (!(until.getTime() > Date.now())) return;
          choose(until);
          closeMenu(id);
        }}
      >
        <label>
          <span class="legend">{text.snoozeAt}</span>
          <input type="datetime-local" name="until" required min={localMinute(opened)} />
        </label>
        <button type="submit" class="button">
          {text.snoozeSet}
        </button>
      </form>
    </PopoverMenu>
  );
}

/** The hour, and the weekday if it is not today's. */
function shortTime(until: Date, now: Date, lang: string): string {
  const isToday = until.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(lang, {
    hour: "numeric",
    minute: "2-digit",
    ...(!isToday && { weekday: "short" }),
  }).format(until);
}

/** As a field for date and time takes it. */
function localMinute(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
