import { describe, expect, test } from "vitest";
import { chatsUntil, cumulative, readHours } from "../src/home/hours.ts";

type Item = Parameters<typeof readHours>[0][number];

/** An hour of usage, of which only the chats count. */
const hour = (date: Date, chats: number) => ({ at: date.toISOString(), chats }) as Item;

describe("the hours of Home", () => {
  const now = new Date(2026, 10, 24, 10, 30);

  test("belong to the day and the hour of the browser's clock", () => {
    const hours = readHours(
      [
        hour(new Date(2026, 10, 17, 9), 4),
        hour(new Date(2026, 10, 17, 23), 1),
        hour(new Date(2026, 10, 18, 0), 2),
        hour(new Date(2026, 10, 24, 0), 3),
        hour(new Date(2026, 10, 24, 10), 5),
      ],
      now,
    );
    expect(hours.today).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    expect(hours.weekAgo[9]).toBe(4);
    expect(hours.weekAgo[23]).toBe(1);
    expect(hours.days).toHaveLength(7);
    expect(hours.days[0]).toMatchObject({
      midnight: new Date(2026, 10, 18),
      hours: [2, ...Array(23).fill(0)],
    });
    expect(hours.days.at(-1)?.midnight).toEqual(new Date(2026, 10, 24));
  });

  test("of other days than the last eight are left out", () => {
    const hours = readHours([hour(new Date(2026, 10, 16, 23), 9), hour(new Date(2026, 10, 25, 0), 9)], now);
    expect([...hours.today, ...hours.weekAgo, ...hours.days.flatMap((day) => day.hours)].some(Boolean)).toBe(
      false,
    );
  });

  test("of a week ago are compared up to the same minute", () => {
    const weekAgo = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 8, 100, ...Array<number>(12).fill(0)];
    expect(chatsUntil(weekAgo, now)).toBe(14);
    expect(chatsUntil(weekAgo, new Date(2026, 10, 24, 0, 0))).toBe(0);
  });

  test("grow into a line that never falls", () => {
    expect(cumulative([2, 0, 3])).toEqual([2, 2, 5]);
    expect(cumulative([])).toEqual([]);
  });
});
