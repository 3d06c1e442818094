import { describe, expect, test } from "vitest";
import { maxContextBytes } from "@servicechat/contract";
import { pageContext, plainJson } from "../src/conversation/page-data.ts";

const page = { title: "Tents", url: "https://shop.example/tents" };
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

describe("the context of a message", () => {
  test("is what the page set and its address, each only if there is any", () => {
    expect(pageContext({ product: "tent-2" }, page)).toEqual({ data: { product: "tent-2" }, page });
    expect(pageContext(undefined, page)).toEqual({ page });
    expect(pageContext({ product: "tent-2" }, undefined)).toEqual({ data: { product: "tent-2" } });
    expect(pageContext(undefined, undefined)).toBeUndefined();
  });

  test("is never what the service would refuse: no list, nothing too large or too deep, no NUL", () => {
    for (const odd of [{}, ["a"], "text", 1, null, () => 1, 10n])
      expect(pageContext(odd, undefined)).toBeUndefined();
    expect(pageContext({ text: "x".repeat(maxContextBytes) }, page)).toEqual({ page });
    expect(pageContext({ text: "ü".repeat(maxContextBytes / 2) }, undefined)).toBeUndefined();
    let deep: object = {};
    for (let level = 0; level < 30; level++) deep = { deep };
    expect(pageContext(deep, undefined)).toBeUndefined();
    expect(pageContext({ "na\0me": "a\0b", path: "C:\\u0000" }, undefined)).toEqual({
      data: { name: "ab", path: "C:\\u0000" },
    });
  });

  test("stays within its limit by leaving out the page before its context", () => {
    const data = { text: "x".repeat(maxContextBytes - 100) };
    expect(pageContext(data, { ...page, title: "t".repeat(5000) })).toEqual({ data });
    const context = pageContext(undefined, {
      title: "ü".repeat(9000),
      url: `https://a.example/${"x".repeat(9000)}`,
    });
    expect(bytes(context)).toBeLessThanOrEqual(maxContextBytes);
    expect(context?.page).toEqual({ title: "ü".repeat(1000) });
  });
});

describe("a page's result", () => {
  test("is read as JSON", () => {
    expect(plainJson({ at: new Date(0), gone: undefined })).toEqual({ at: "1970-01-01T00:00:00.000Z" });
    expect(plainJson(null)).toBeNull();
    expect(plainJson(undefined)).toBeUndefined();
  });
});
