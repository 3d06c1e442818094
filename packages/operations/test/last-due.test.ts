import { expect, test } from "vitest";
import { lastDue } from "../src/weekly-letter/letter-operations.ts";

const berlin = { enabled: true, day: "mon", hour: 8, zone: "Europe/Berlin" } as const;
const due = (now: string, setting: Partial<Parameters<typeof lastDue>[0]> = {}) =>
  new Date(lastDue({ ...berlin, ...setting }, Date.parse(now))).toISOString();

test.each([
  ["at its very moment", "2026-11-23T07:00:00Z", {}, "2026-11-23T07:00:00.000Z"],
  ["a moment before, it is that of the week before", "2026-11-23T06:59:59Z", {}, "2026-11-16T07:00:00.000Z"],
  ["later on its day", "2026-11-23T22:59:00Z", {}, "2026-11-23T07:00:00.000Z"],
  ["on the last day before the next", "2026-11-30T06:00:00Z", {}, "2026-11-23T07:00:00.000Z"],
  ["in summer", "2026-07-08T12:00:00Z", {}, "2026-07-06T06:00:00.000Z"],
  ["at the beginning of a day", "2026-11-26T12:00:00Z", { hour: 0 }, "2026-11-22T23:00:00.000Z"],
  ["in its last hour", "2026-11-26T12:00:00Z", { hour: 23 }, "2026-11-23T22:00:00.000Z"],
  [
    "on a day that skips its hour",
    "2026-03-29T12:00:00Z",
    { day: "sun", hour: 2 },
    "2026-03-29T01:00:00.000Z",
  ],
  ["on a day that has it twice", "2026-10-25T12:00:00Z", { day: "sun", hour: 2 }, "2026-10-25T00:00:00.000Z"],
  [
    "where the hour begins between hours",
    "2026-11-26T12:00:00Z",
    { zone: "Asia/Kathmandu" },
    "2026-11-23T02:15:00.000Z",
  ],
] as const)("a letter was due last: %s", (_, now, setting, expected) => {
  expect(due(now, setting)).toBe(expected);
});
