import { letterDays } from "@servicechat/contract/admin";
import type { LetterSetting } from "./letter-setting.ts";

/** Offsets of zones are multiples of it, in milliseconds. */
const stepMs = 15 * 60_000;
const maxSteps = 9 * 24 * 4;

/**
 * The last moment, now or before, at which the day and hour of a letter began. On a day that skips the hour, since clocks
 * are put forward, it is the next one.
 */
export function lastDue({ day, hour, zone }: LetterSetting, now: number): number {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  let found: number | undefined;
  for (let step = 0; step < maxSteps; step++) {
    const at = Math.floor(now / stepMs) * stepMs - step * stepMs;
    const parts = format.formatToParts(at);
    const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
    const weekday = letterDays.find((each) => each === valueOf("weekday").toLowerCase());
    if (weekday === day && Number(valueOf("hour")) >= hour) found = at;
    else if (found !== undefined) return found;
  }
  throw new RangeError(`No ${day} in ${zone} within nine days.`);
}
