import { ask } from "./ask.ts";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";

/** This version was written later, so an earlier time means that the clock was never set. */
const writtenAt = Date.UTC(2026, 0, 1);
/** Seconds. A `Date` header is rounded down to a second and takes a moment to arrive. */
const wrongAfter = 30;
const uselessAfter = 600;

/** This machine's clock: whether it was set, and whether it agrees with the `Date` header of the public address. */
export const checkClock: Check = {
  name: "clock",
  run: async ({ settings: { publicUrl }, now }) => {
    const time = new Date(now()).toISOString();
    const advice = "turn on time synchronisation (timedatectl set-ntp true)";
    if (now() < writtenAt) return [problem("clock", `it shows ${time}, which is in the past`, advice)];
    const date = await ask(`${publicUrl}/healthz`).then(
      ({ headers }) => Date.parse(headers.date ?? ""),
      () => NaN,
    );
    if (Number.isNaN(date)) return [ok("clock", `${time}; there was no other clock to compare it with`)];
    const seconds = Math.round(Math.abs(now() - date) / 1000);
    const detail = `it differs by ${seconds} s from the one at ${publicUrl}`;
    if (seconds <= wrongAfter) return [ok("clock", detail)];
    return [seconds <= uselessAfter ? warning("clock", detail, advice) : problem("clock", detail, advice)];
  },
};
