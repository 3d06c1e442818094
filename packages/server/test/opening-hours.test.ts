import { handoffSchema } from "@servicechat/contract/agent-file";
import { describe, expect, test } from "vitest";
import { openingAt } from "../src/handoff/opening-hours.ts";

const weekdays = {
  mon: ["09:00-17:00"],
  tue: ["09:00-17:00"],
  wed: ["09:00-17:00"],
  thu: ["09:00-17:00"],
  fri: ["09:00-17:00"],
};
/** Whether people are there, and when they are again, as RFC 3339. */
function openAt(hours: object, at: string): true | string | undefined {
  const { open, opensAt } = openingAt(handoffSchema.parse({ hours }), Date.parse(at));
  return open || (opensAt === undefined ? undefined : new Date(opensAt).toISOString());
}

describe("hours", () => {
  test("without any, people are always there", () => {
    expect(openingAt(handoffSchema.parse({}), 0)).toEqual({ open: true });
  });

  test.each([
    // The same moment is morning in one zone, night or the next day in another.
    ["Europe/Berlin", "2026-01-12T08:00:00Z", true],
    ["Europe/Berlin", "2026-01-12T07:59:59.999Z", "2026-01-12T08:00:00.000Z"],
    ["Europe/Berlin", "2026-01-12T15:59:59Z", true],
    ["Europe/Berlin", "2026-01-12T16:00:00Z", "2026-01-13T08:00:00.000Z"],
    ["America/Los_Angeles", "2026-01-12T08:00:00Z", "2026-01-12T17:00:00.000Z"],
    ["Asia/Tokyo", "2026-01-11T23:59:00Z", "2026-01-12T00:00:00.000Z"],
    ["Asia/Kathmandu", "2026-01-12T03:14:00Z", "2026-01-12T03:15:00.000Z"],
    ["Pacific/Kiritimati", "2026-01-11T19:00:00Z", true],
    ["UTC", "2026-01-16T17:00:00Z", "2026-01-19T09:00:00.000Z"],
  ])("in %s, at %s", (zone, at, expected) => {
    expect(openAt({ zone, ...weekdays }, at)).toBe(expected);
  });

  test.each([
    // In winter 9 o'clock in Berlin is 8 in UTC, in summer 7; the clocks change in between.
    ["2026-03-27T08:00:00Z", true],
    ["2026-03-27T16:00:00Z", "2026-03-30T07:00:00.000Z"],
    ["2026-03-30T07:00:00Z", true],
    ["2026-10-23T15:00:00Z", "2026-10-26T08:00:00.000Z"],
    ["2026-10-26T07:30:00Z", "2026-10-26T08:00:00.000Z"],
  ])("over a change of the clocks, at %s", (at, expected) => {
    expect(openAt({ zone: "Europe/Berlin", ...weekdays }, at)).toBe(expected);
  });

  test("a time that the clocks leave out is the first one that they show, and one that comes twice is open twice", () => {
    const hours = { zone: "Europe/Berlin", sun: ["02:30-05:00"] };
    expect(openAt(hours, "2026-03-29T00:30:00Z")).toBe("2026-03-29T01:30:00.000Z");
    expect(openAt(hours, "2026-03-29T01:30:00Z")).toBe(true);
    for (const at of ["2026-10-25T00:45:00Z", "2026-10-25T01:45:00Z"]) expect(openAt(hours, at)).toBe(true);
  });

  test("a night is two days, without a gap at midnight", () => {
    const hours = { zone: "Europe/Berlin", mon: ["22:00-24:00"], tue: ["00:00-06:00"] };
    expect(openAt(hours, "2026-01-12T20:59:00Z")).toBe("2026-01-12T21:00:00.000Z");
    for (const at of ["2026-01-12T22:59:59.999Z", "2026-01-12T23:00:00Z", "2026-01-13T04:59:00Z"])
      expect(openAt(hours, at)).toBe(true);
    expect(openAt(hours, "2026-01-13T05:00:00Z")).toBe("2026-01-19T21:00:00.000Z");
  });

  test("several spans of a day are in any order, and closed days are days of the zone", () => {
    const hours = {
      zone: "Pacific/Auckland",
      ...weekdays,
      fri: ["14:00-17:00", "09:00-12:00"],
      closed: ["2026-12-25", "2026-12-28"],
    };
    // Friday the 18th, 12:30 there.
    expect(openAt(hours, "2026-12-17T23:30:00Z")).toBe("2026-12-18T01:00:00.000Z");
    // Friday the 25th there, Thursday still in UTC.
    expect(openAt(hours, "2026-12-24T21:00:00Z")).toBe("2026-12-28T20:00:00.000Z");
  });

  test("hours that name no day, and closed days without an end, say nothing of when", () => {
    expect(openAt({ zone: "UTC" }, "2026-01-12T12:00:00Z")).toBe(undefined);
  });

  test.each([
    { zone: "+01:00" },
    { zone: "Europe/Atlantis" },
    { zone: "UTC", mon: ["22:00-06:00"] },
    { zone: "UTC", mon: ["9:00-17:00"] },
    { zone: "UTC", mon: ["24:00-24:00"] },
    { zone: "UTC", closed: ["2026-02-30"] },
  ])("%j is refused", (hours) => {
    expect(handoffSchema.safeParse({ hours }).success).toBe(false);
  });
});
