import { describe, expect, test } from "vitest";
import { afterPanelEvent, type PanelEvent, type PanelState } from "../src/connect/panel.ts";

const closed: PanelState = { isOpen: false, unread: 0 };
const opened: PanelState = { isOpen: true, unread: 0 };
const open: PanelEvent = { type: "open" };
const close: PanelEvent = { type: "close" };
const answered: PanelEvent = { type: "answered" };

const after = (state: PanelState, ...events: readonly PanelEvent[]): PanelState =>
  events.reduce(afterPanelEvent, state);

describe("the panel", () => {
  test("answers count as unread while it is closed, and not while it is open", () => {
    expect(after(closed, answered, answered).unread).toBe(2);
    expect(after(opened, answered).unread).toBe(0);
    expect(after(opened, close, answered).unread).toBe(1);
  });

  test("opening it marks everything as read, and closing it marks nothing as unread", () => {
    expect(after(closed, answered, open).unread).toBe(0);
    expect(after(closed, answered, open, answered, close).unread).toBe(0);
  });

  test("what one visitor has not seen does not count for the next, whether it is open or closed", () => {
    expect(after(closed, answered, { type: "user-changed" })).toEqual(closed);
    expect(after(opened, { type: "user-changed" })).toEqual(opened);
  });

  test("the composer takes the focus each time it is opened, even if it is already open", () => {
    expect(after(closed, open).focus).toBe("open");
    expect(after(opened, open, open).focus).toBe("open");
    expect(after(opened, close).focus).toBe("leave");
  });

  test("once drawn it takes the focus if it is open and the page does not keep it", () => {
    expect(after(opened, { type: "ready", mayFocus: true }).focus).toBe("take");
    expect(after(opened, { type: "ready", mayFocus: false }).focus).toBeUndefined();
    expect(after(closed, { type: "ready", mayFocus: true }).focus).toBeUndefined();
  });

  test("an answer or another visitor moves no focus", () => {
    expect(after(closed, open, answered).focus).toBeUndefined();
    expect(after(closed, open, { type: "user-changed" }).focus).toBeUndefined();
  });
});
