import { describe, expect, test } from "vitest";
import { firstLine } from "../src/message-preview/first-line.ts";

describe("the first line of a message", () => {
  test("is the first one with words, without what follows", () => {
    expect(firstLine("\n\n  Hello there. \nMore")).toBe("Hello there.");
    expect(firstLine(" \n ")).toBe("");
  });

  test("is cut after a whole word if it is long", () => {
    const cut = firstLine("Every parcel is on its way within a day. ".repeat(5));
    expect(cut).toBe(
      "Every parcel is on its way within a day. Every parcel is on its way within a day. Every…",
    );
  });

  test("without spaces is cut after a whole character", () => {
    expect(firstLine("😀".repeat(100))).toBe(`${"😀".repeat(90)}…`);
  });
});
