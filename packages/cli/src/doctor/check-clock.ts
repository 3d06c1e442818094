import { ask } from "./ask.ts";
import type { Check } from "./examination.ts";
import { ok, problem, warning } from "./finding.ts";

/** This version is no older: a clock before it was never set. */
const writtenAt = Date.UTC(2026, 0, 1);
/** Seconds. A `Date` header is cut to the second and takes a moment to arrive. */
const wrongAfter = 30;
const uselessAfter = 600;

/** This machine's clock, by itself and against the `Date` that the public address sends. */
export const checkClock: Check = {
  name: "clock",
  look: async ({ settings: { publicUrl }, now }) => {
    const time = new Date(now()).toISOString();
    const advice = "turn on time synchronisation (timedatectl set-ntp true)";
    if (now() < writtenAt) return [problem("clock", `it shows ${time}, which is in the past`, advice)];
    const date = await ask(`${publicUrl}/healthz`).then(
      ({ headers }) => Date.parse(headers.date ?? ""),
      () => NaN,
    );
    if (Number.isNaN(date)) return [ok("clock", `${time}; there was no other clock to compare it with`)];
    const seconds = Math.round(Math.abs(now() - date) / 1000);
    const detail = `it is ${seconds} s away from the one at ${publicUrl}`;
    if (seconds <= wrongAfter) return [ok("clock", detail)];
    return [seconds <= uselessAfter ? warning("clock", detail, advice) : problem("clock", detail, advice)];
  },
};
