import { describe, expect, test } from "vitest";
import {
  afterHandling,
  afterScroll,
  afterUnfolding,
  belowOf,
  firstPlace,
  type ListView,
  type ReadingPlace,
  type ScrollEvent,
} from "../src/screens/after-scroll.ts";

/** A list in a frame 400 pixels high, as a browser would scroll it. */
class List {
  place: ReadingPlace = firstPlace;
  view: ListView = { top: 0, end: 0, height: 400 };

  /** Draws it with this height, and the question and the last message at these positions. */
  draw(content: number, asked?: number, latest = asked): this {
    const end = Math.max(0, content - this.view.height);
    this.view = { ...this.view, end, asked, latest, top: Math.min(this.view.top, end) };
    return this;
  }

  after(event: ScrollEvent): this {
    this.place = afterScroll(this.place, event, this.view);
    this.view = { ...this.view, top: this.place.top };
    return this;
  }

  /** The visitor scrolls it; the browser has not reported it yet. */
  turnWheel(top: number): this {
    this.place = afterHandling(this.place);
    this.view = { ...this.view, top };
    return this;
  }

  get below(): false | "news" | "more" {
    return belowOf(this.place, this.view);
  }
}

const asked = () => new List().draw(500, 100).after({ type: "sent", isAnswering: true });

describe("the visitor's place in the conversation", () => {
  test("the welcome is read from its beginning", () => {
    const list = new List().draw(900).after({ type: "drawn" });
    expect(list.view.top).toBe(0);
    expect(list.below).toBe(false);
  });

  test("a question stays in view with the end of its answer until it has reached the top", () => {
    const list = asked();
    expect(list.view.top).toBe(86);
    expect(list.draw(480, 100).after({ type: "told" }).view.top).toBe(80);
    expect(list.draw(2000, 100).after({ type: "told" }).view.top).toBe(86);
    expect(list.below).toBe("more");
  });

  test("somebody who reads the end stays at the end", () => {
    const list = new List().draw(1000, 600).after({ type: "sent", isAnswering: false });
    expect(list.view.top).toBe(600);
    expect(list.draw(1400, 600, 1100).after({ type: "told" }).view.top).toBe(1000);
    expect(list.below).toBe(false);
  });

  test("somebody who has scrolled stays there, and is told about new messages below", () => {
    const list = asked().draw(2000, 100).turnWheel(300).after({ type: "scrolled" });
    expect(list.below).toBe("more");
    expect(list.draw(2600, 2100, 2100).after({ type: "told" }).view.top).toBe(300);
    expect(list.below).toBe("news");
    expect(list.after({ type: "end-wanted" }).view.top).toBe(2200);
    expect(list.below).toBe(false);
  });

  test("scrolling that the browser has not reported yet counts when a message arrives", () => {
    const list = asked().draw(2000, 100).after({ type: "drawn" }).turnWheel(300);
    expect(list.draw(2600, 2100, 2100).after({ type: "told" }).view.top).toBe(300);
    expect(list.after({ type: "scrolled" }).view.top).toBe(300);
    expect(list.place.mode).toBe("free");
  });

  test("somebody who scrolls to the end sees what comes after it", () => {
    const list = asked().draw(2000, 100).turnWheel(300).after({ type: "scrolled" });
    list.turnWheel(1590).after({ type: "scrolled" });
    expect(list.draw(2300, 100, 1900).after({ type: "told" }).view.top).toBe(1900);
  });

  test("somebody who scrolls to the end is there even if more has been drawn before the browser reports it", () => {
    const list = asked().draw(2000, 100).after({ type: "drawn" }).turnWheel(1600);
    list.draw(2060, 100).after({ type: "scrolled" });
    expect(list.after({ type: "drawn" }).view.top).toBe(1660);
  });

  test("a movement without interaction while the list changes its size is the browser's, and is corrected", () => {
    const list = asked().draw(2000, 100).after({ type: "drawn" });
    list.draw(1800, 100);
    list.view = { ...list.view, top: 300 };
    expect(list.after({ type: "scrolled" }).view.top).toBe(86);
  });

  test("somebody who asks for a person sees the end from then on, wherever they were", () => {
    const list = asked().draw(2000, 100).turnWheel(300).after({ type: "scrolled" });
    expect(list.after({ type: "end-wanted" }).view.top).toBe(1600);
    expect(list.draw(2300, 100, 2200).after({ type: "told" }).view.top).toBe(1900);
    list.turnWheel(1500).after({ type: "scrolled" });
    expect(list.draw(2600, 100, 2500).after({ type: "told" }).view.top).toBe(1500);
  });

  test("the person for whom somebody waited is seen while a long answer is in view, unless they have scrolled", () => {
    const list = asked().draw(2000, 100).after({ type: "told" });
    expect(list.view.top).toBe(86);
    expect(list.draw(2100, 100, 2050).after({ type: "person-came" }).view.top).toBe(1700);
    expect(list.draw(2300, 100, 2200).after({ type: "told" }).view.top).toBe(1900);

    list.turnWheel(300).after({ type: "scrolled" });
    expect(list.draw(2600, 100, 2500).after({ type: "person-came" }).view.top).toBe(300);
    expect(list.place.mode).toBe("free");
  });

  test("a chat in which only people have written is read at its end", () => {
    const list = new List().draw(300, undefined, 200).after({ type: "sent", isAnswering: false });
    expect(list.draw(900, undefined, 850).after({ type: "told" }).view.top).toBe(500);
    list.turnWheel(100).after({ type: "scrolled" });
    expect(list.draw(1200, undefined, 1100).after({ type: "told" }).below).toBe("news");
  });

  test("expanding something moves nothing", () => {
    const list = new List().draw(1000, 600).after({ type: "sent", isAnswering: false });
    list.place = afterUnfolding(list.place);
    expect(list.draw(1500, 600).after({ type: "drawn" }).view.top).toBe(600);
    expect(list.below).toBe("more");
  });

  test("sending something takes the visitor to it from anywhere", () => {
    const list = asked().draw(2000, 100).turnWheel(0).after({ type: "scrolled" });
    expect(list.draw(2400, 1900, 1900).after({ type: "sent", isAnswering: true }).view.top).toBe(1886);
    expect(list.place.mode).toBe("question");
  });

  test("a message whose first line is in view is not new", () => {
    const list = asked().draw(2000, 100).turnWheel(300).after({ type: "scrolled" });
    expect(list.draw(2600, 100, 660).after({ type: "told" }).below).toBe("more");
  });
});
