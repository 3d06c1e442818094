import { describe, expect, test, vi } from "vitest";
import { detectLanguage, stopWordsOf, termsOf } from "../src/language/index.ts";
import { readConcepts } from "../src/language/synonyms/synonyms.ts";

describe("the language of a question", () => {
  test.each([
    ["how do i reset my password", "en"],
    ["what happens if my card expires", "en"],
    ["Was kostet das?", "de"],
    ["Öffnungszeiten", "de"],
    ["¿Funciona con WordPress?", "es"],
    ["Combien coûte la livraison ?", "fr"],
    ["Quanto costa?", "it"],
    ["hoe kan ik betalen", "nl"],
    ["jak zwrócić towar", "pl"],
    ["kargo ne kadar sürer", "tr"],
    ["كم تكلفة الشحن", "ar"],
    ["送料はいくらですか", "ja"],
    ["运费多少钱", "zh"],
  ])("of %s is %s", (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });

  test("cannot be told of names and numbers, of nothing, and of words that several have", () => {
    for (const text of ["", "nginx", "GDPR", "refund", "403", "de", "in die"])
      expect(detectLanguage(text), text).toBeUndefined();
  });

  test("is that of its first 1,000 characters, and no more are taken apart, once for the small words too", () => {
    const text = `${"what happens if my card expires ".repeat(40)}${"Was kostet das? ".repeat(400)}`;
    expect(detectLanguage(text)).toBe("en");

    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    stopWordsOf(text);
    const read = segment.mock.calls.map(([part]) => part.length);
    segment.mockRestore();
    expect(read).toEqual([1_000]);
  });

  test("decides which words are small: what is one in Polish means something in English", () => {
    expect(stopWordsOf("how do I restart a pod").has("pod")).toBe(false);
    expect(stopWordsOf("kubernetes pod").has("pod")).toBe(true);
  });
});

describe("synonyms", () => {
  const alternatives = (question: string, word: string) => termsOf(question, [word])[0]?.alternatives;

  test("mean the same in the question's language, and in English where that is another", () => {
    expect(alternatives("how do I remove it", "remove")).toEqual(expect.arrayContaining(["delete", "erase"]));
    expect(alternatives("Wie kündige ich?", "kundige")).toEqual(
      expect.arrayContaining(["cancel", "kundigung"]),
    );
    expect(alternatives("What is a gift card?", "gift")).not.toContain("poison");
    expect(alternatives("anything at all", "fjordbank")).toEqual([]);
  });

  test("are found where the language of a few words cannot be told", () => {
    expect(termsOf("Passwort vergessen", ["passwort"])[0]).toMatchObject({ english: "password" });
  });

  test("a form of a word is the word", () => {
    expect(alternatives("are there discounts", "discounts")).toContain("reduction");
  });

  test("every line of the tables has as many columns as there are languages, of single words, each once", () => {
    const concepts = readConcepts();
    expect(concepts.length).toBeGreaterThan(300);
    for (const concept of concepts) {
      expect(concept.en.length, JSON.stringify(concept)).toBeGreaterThan(0);
      for (const words of Object.values(concept)) {
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) expect(word).toMatch(/^[\p{Ll}\p{M}\p{N}-]+$/u);
      }
    }
  });
});
