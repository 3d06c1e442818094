import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText, koreanNouns, otherCodes, searchWords, wordParts } from "../src/language/index.ts";

describe("folded text", () => {
  test.each([
    ["Zażółć Straße ＡＢ１２", "zazolc strasse ab12"],
    ["Ver\u00adsand ２½ m²", "versand 2 1/2 m2"],
    ["ｶﾞ か\u3099", "ガ が"],
    ["\uffbe\uffc2\uffa4\uffa1\uffd3\uffa1", "한국"],
    ["١٢٣ १२३ 𝟏𝟐𝟑", "123 123 123"],
    ["col·legi צה״ל", "collegi צהל"],
  ])("of %s is what people type", (written, folded) => {
    expect(foldText(written)).toBe(folded);
  });

  test("stays as it is when it is folded again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = foldText(text);
        expect(foldText(once)).toBe(once);
      }),
    );
  });

  test("leaves plain text alone but for its case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
        expect(foldText(text)).toBe(text.toLowerCase());
      }),
    );
  });
});

describe("words for a search", () => {
  test("end where scripts meet", () => {
    expect(searchWords("請ABC-12到 цена 750грн")).toEqual(
      expect.arrayContaining(["abc", "12", "750", "грн"]),
    );
  });

  test("are also found together when they are written apart, but not across a sentence", () => {
    expect(otherCodes("Wi-Fi, XK-2000 and AB12")).toEqual(["ab", "12", "wifi", "xk2000"]);
    expect(otherCodes("DE89 3704 0044 0532 0130 00")).toContain("de89370400440532013000");
    expect(otherCodes("at +49 40 987650 today")).toEqual(["4940987650"]);
    expect(otherCodes("a-b-c-d-e, 10 - 20, well - known, 3.5")).toEqual([]);
  });

  test("of scripts without spaces are pairs of letters", () => {
    expect(wordParts("退货政策")).toEqual(["退货", "货政", "政策"]);
  });

  test("of Korean lose particles, but not what is part of a noun", () => {
    expect(koreanNouns("배송료는 얼마인가요?")).toBe("배송료 ?");
    expect(koreanNouns("바나나")).toBe("바나나");
    expect(koreanNouns("얼마인가요?")).toBe("얼마인가요?");
  });
});
