import { letterDays } from "@servicechat/contract/admin";
import type { LetterDay } from "@servicechat/contract/admin";
import type { Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { byRole } from "../access/operation.ts";
import { isAsSeen } from "../revision.ts";

/** The changes; omitted fields stay. */
type LetterChange = Partial<LetterSetting> & { readonly seen?: string | undefined };

/** Operations on the weekly letter, which webhooks with the event `week.ended` receive. */
export const letterOperations = {
  read: byRole("owner", ({ storage }) => readLetter(storage)),

  change: byRole("owner", async (parts, { seen, ...values }: LetterChange, actor) => {
    if (values.zone !== undefined && !isZone(values.zone))
      return {
        kind: "input_invalid",
        field: "zone",
        reason: "must be a time zone, such as Europe/Berlin",
      } as const;
    const { revision, ...before } = await readLetter(parts.storage);
    if (!isAsSeen(revision, seen)) return { kind: "precondition_failed", revision } as const;
    const changed = { ...before, ...values };
    // A letter that is already due is sent according to the old setting. One that would be due by the change is not:
    // that was not a day for a letter.
    await enqueueDueLetter(parts);
    const end = lastDue(changed, parts.now());
    await parts.storage.webhooks.tellWeek({ end, isDue: true, isSilent: true });
    const result = await parts.storage.settings.set({
      name: letterSetting,
      value: JSON.stringify(changed),
      expected: Number(revision),
      audit: auditLine(parts, actor, "letter.change"),
    });
    if (result.kind === "set") return readLetter(parts.storage);
    return { kind: "precondition_failed", revision: String(result.revision) } as const;
  }),

  /** Sends the letter about the last seven days now, to everybody who gets it every week. */
  send: byRole("owner", async (parts, _: object, actor) => {
    const sent = await parts.storage.webhooks.tellWeek({
      end: parts.now(),
      audit: auditLine(parts, actor, "letter.send"),
    });
    if (sent > 0) return { sent };
    const reason = "has no recipients: first add an address or a webhook that gets it";
    return { kind: "input_invalid", field: "letter", reason } as const;
  }),
};

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

/** When the weekly letter is sent. Its recipients are webhooks. */
export interface LetterSetting {
  readonly enabled: boolean;
  readonly day: LetterDay;
  /** From 0 to 23, in `zone`. */
  readonly hour: number;
  /** Of the IANA database, such as `Europe/Berlin`. */
  readonly zone: string;
}

/** The setting with what changes whenever it does. */
export interface Letter extends LetterSetting {
  readonly revision: string;
}

/** The name under which it is kept. */
const letterSetting = "letter";

/** The default: Monday morning. */
const usual: LetterSetting = { enabled: true, day: "mon", hour: 8, zone: "UTC" };

/** Reads when the letter is sent. */
async function readLetter({ settings }: Pick<Storage, "settings">): Promise<Letter> {
  const setting = await settings.find(letterSetting);
  const stored: Partial<LetterSetting> = setting ? JSON.parse(setting.value) : {};
  return { ...usual, ...stored, revision: String(setting?.revision ?? 0) };
}

interface Dependencies {
  readonly storage: Pick<Storage, "settings" | "webhooks">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Enqueues the weekly letter for webhooks where a week has ended since the last one, once across all nodes. A week that
 * ended while the service was off is reported when it is back. @returns for how many
 */
export async function enqueueDueLetter({ storage, now }: Dependencies): Promise<number> {
  const { enabled, ...setting } = await readLetter(storage);
  const end = lastDue({ enabled, ...setting }, now());
  return storage.webhooks.tellWeek({ end, isDue: true, isSilent: !enabled });
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * The last moment, now or before, at which the day and hour of a letter began. On a day that skips the hour, since clocks
 * are put forward, it is the next one; on a day that has it twice, the first.
 */
export function lastDue({ day, hour, zone }: LetterSetting, now: number): number {
  const localNow = localTime(zone);
  const today = Math.floor(localNow(now) / dayMs) * dayMs;
  // Days are counted from Monday, and 1 January 1970 was a Thursday.
  const weekday = (today / dayMs + 3) % 7;
  const date = today - ((weekday - letterDays.indexOf(day) + 7) % 7) * dayMs;
  const due = momentOf(date + hour * hourMs, localNow);
  return due <= now ? due : momentOf(date - 7 * dayMs + hour * hourMs, localNow);
}

/** The first moment at which clocks show a time, or at which they are put forward past it. */
function momentOf(local: number, localNow: (at: number) => number): number {
  const offsetAt = (at: number) => localNow(at) - at;
  const [before, after] = [offsetAt(local - dayMs), offsetAt(local + dayMs)];
  const moments = [local - Math.max(before, after), local - Math.min(before, after)];
  return moments.find((at) => localNow(at) === local) ?? local - before;
}

/** The local time in a zone, as if it were UTC. */
function localTime(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const [year = 0, month = 1, ...rest] = (
      ["year", "month", "day", "hour", "minute", "second"] as const
    ).map((type) => Number(parts.find((part) => part.type === type)?.value));
    const [date = 1, hours = 0, minutes = 0, seconds = 0] = rest;
    return Date.UTC(year, month - 1, date, hours, minutes, seconds);
  };
}
