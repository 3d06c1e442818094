import type { Chat } from "@servicechat/contract/admin";
import { describe, expect, test } from "vitest";
import { between, holdStill, type InboxChats } from "../src/inbox/list-order.ts";
import { snoozeTimes, untilText } from "../src/inbox/snooze-times.ts";

const named = (now: Date) => snoozeTimes(now).map(({ name, until }) => [name, until.toString()]);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

describe("times until which a chat can be set aside", () => {
  test("are those of the person's own clock, and never in the past", () => {
    // A Tuesday.
    expect(named(at(24, 10, 20))).toEqual([
      ["hour", at(24, 11, 20).toString()],
      ["evening", at(24, 18).toString()],
      ["tomorrow", at(25, 9).toString()],
      ["monday", at(30, 9).toString()],
    ]);
    expect(snoozeTimes(at(24, 17)).map(({ name }) => name)).toEqual(["hour", "tomorrow", "monday"]);
    // On a Sunday the next Monday is tomorrow, and on a Monday it is in a week.
    expect(snoozeTimes(at(29, 8)).map(({ name }) => name)).toEqual(["hour", "evening", "tomorrow"]);
    expect(snoozeTimes(at(30, 8)).at(-1)?.until).toEqual(new Date(2026, 11, 7, 9));
  });

  test("are said as short as they are clear", () => {
    const now = at(24, 10);
    const said = (until: Date) => untilText(until, now, "en-GB");
    expect(said(at(24, 18))).toBe("18:00");
    expect(said(at(25, 9))).toBe("tomorrow, 9:00");
    expect(said(at(28, 9))).toBe("Saturday, 9:00");
    expect(said(new Date(2026, 11, 24, 9))).toBe("24 Dec, 9:00");
    expect(said(new Date(2027, 0, 2, 9))).toBe("2 Jan 2027, 9:00");
  });
});

test("a range of chats reaches from the last one to this one, in either direction", () => {
  const order = ["a", "b", "c", "d"];
  expect(between(order, "b", "d")).toEqual(["b", "c", "d"]);
  expect(between(order, "c", "a")).toEqual(["a", "b", "c"]);
  expect(between(order, "gone", "c")).toEqual(["c"]);
});

test("lists that are held still keep their rows in place, with what they say now, and count what is new", () => {
  const chat = (id: string, last = "") => ({ id, last }) as Chat;
  const none = { waiting: [], me: [], address: [], person: [], snoozed: [], agent: [] };
  const drawn: InboxChats = {
    ...none,
    waiting: [chat("a"), chat("b")],
    me: [chat("c")],
    oldestAddress: undefined,
  };
  const now: InboxChats = {
    ...none,
    waiting: [chat("new"), chat("b", "said")],
    me: [chat("a", "taken")],
    oldestAddress: undefined,
  };
  const { chats, newCount, gone } = holdStill(drawn, now);
  expect(chats.waiting).toEqual([chat("a", "taken"), chat("b", "said")]);
  expect(chats.me).toEqual([chat("c")]);
  expect([newCount, [...gone]]).toEqual([1, ["c"]]);
});
