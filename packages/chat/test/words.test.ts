import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { failures } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { enInputControls } from "../src/words/en-input-controls.ts";
import { enMenuAndTabs } from "../src/words/en-menu-and-tabs.ts";
import { en as firstWords } from "../src/words/en.ts";
import { enHandoff } from "../src/words/en-handoff.ts";
import { enPictures } from "../src/words/en-pictures.ts";
import { failureText, spoken, withWords } from "../src/words/service-words.ts";
import { spokenDetail } from "../src/words/spoken-detail.ts";
import { enTools } from "../src/words/en-tools.ts";
import { createFetchLater } from "../src/lazy/fetch-later.ts";
import { loadWords } from "../src/words/load-words.ts";
import type { Words } from "../src/words/words.ts";

const fetchLater = createFetchLater(() => undefined);
const dictionaries = readdirSync(join(import.meta.dirname, "../src/words"))
  .filter((name) => /^[a-z]{2}\.ts$/.test(name))
  .map((name) => name.slice(0, 2));
const translated = dictionaries.filter((language) => language !== "en");

/** Texts that are the same in another language and in English. */
const keys = ["keyEnter", "keyShift", "keyEscape", "keyControl"];
const alike: Readonly<Record<string, readonly string[]>> = {
  ar: keys,
  de: ["widget", "showDetails", "code", "optional", "keyEnter", "keyEscape"],
  es: ["widget", "no", "keyEscape", "keyControl"],
  fr: ["messages", "code", "image", "sources", "source", "sourceList", "keyControl"],
  it: ["widget", "no", "keyEscape", "keyControl"],
  ja: ["attribution", "ai", ...keys],
  nl: ["widget", "showDetails", "code", "ai", ...keys],
  pl: ["ai", ...keys],
  pt: keys,
  tr: keys,
  zh: ["ai", ...keys],
};

/** English with the texts of all parts. */
const en = withWords(
  enHandoff,
  withWords(enMenuAndTabs, withWords(enTools, withWords(enPictures, withWords(enInputControls, firstWords)))),
);

/** The entries that every language must have; `lang` and `dir` are not texts. */
const entries = Object.entries(en).filter(([name]) => name !== "lang" && name !== "dir");

/** The text of an entry of a dictionary, with a name or a number. */
function say(words: Words, name: string, given: number | string): string {
  const entry: unknown = Reflect.get(words, name);
  return typeof entry === "function" ? String(entry(given)) : String(entry);
}

const functions = entries.flatMap(([name, entry]) => (typeof entry === "function" ? [name] : []));
const named = functions.filter((name) => say(en, name, "Ada").includes("Ada"));
const counting = functions.filter((name) => !named.includes(name));

/** A number for each plural form of a language. */
function countsOf(language: string): readonly (readonly [string, number])[] {
  const rules = new Intl.PluralRules(language);
  return rules.resolvedOptions().pluralCategories.map((category) => {
    const count = [0, 1, 2, 3, 5, 11, 100, 1.5, 1_000_000].find((each) => rules.select(each) === category);
    if (count === undefined) throw new Error(`No count is ${category} in ${language}.`);
    return [category, count];
  });
}

describe("the texts of the chat", () => {
  test("exist in twelve languages, and nothing is left in English in another", async () => {
    expect(dictionaries).toEqual("ar de en es fr it ja nl pl pt tr zh".split(" "));
    for (const language of translated) {
      const words = await loadWords([language], fetchLater);
      expect(words.lang.slice(0, 2)).toBe(language);
      expect(words.dir).toBe(language === "ar" ? "rtl" : "ltr");
      const same = entries.flatMap(([name]) => (say(words, name, 4) === say(en, name, 4) ? [name] : []));
      expect(same, language).toEqual(
        entries.flatMap(([name]) => (alike[language]?.includes(name) ? [name] : [])),
      );
    }
  });

  test("are all checked here, and each of them is used somewhere", () => {
    const source = join(import.meta.dirname, "../src");
    const parts = readdirSync(join(source, "words")).filter((name) => name.startsWith("en-"));
    expect(parts).toEqual([
      "en-answer-view.ts",
      "en-handoff.ts",
      "en-input-controls.ts",
      "en-menu-and-tabs.ts",
      "en-pictures.ts",
      "en-tools.ts",
    ]);
    const code = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/words\/[a-z]{2}(?:-\w+)?\.ts$/.test(name))
      .map((name) => readFileSync(join(source, name), "utf8"))
      .join("\n");
    const silent = entries.flatMap(([name]) => (new RegExp(`[.{ ]${name}\\b`).test(code) ? [] : [name]));
    expect(silent).toEqual([]);
  });

  test.each(translated)("in %s: each has a text, with the name it is given", async (language) => {
    const words = await loadWords([language], fetchLater);
    for (const [name, entry] of entries) {
      expect(typeof Reflect.get(words, name), name).toBe(typeof entry);
      expect(say(words, name, 4).trim(), name).not.toBe("");
    }
    for (const name of named) expect(say(words, name, "Ada"), name).toContain("Ada");
  });

  test.each(dictionaries)(
    "in %s: each with a count has all forms of the language, with the number",
    async (language) => {
      const words = withWords(en, await loadWords([language], fetchLater));
      expect(counting.length).toBeGreaterThan(10);
      for (const name of counting) {
        for (const [category, count] of countsOf(language)) {
          const number = new Intl.NumberFormat(language).format(count);
          const said = say(words, name, count);
          expect(said, name).not.toMatch(/#|undefined|NaN/);
          // Arabic writes none, one and two in words.
          if (language !== "ar" || !/zero|one|two/.test(category))
            expect(said, `${name}, ${category}`).toContain(number);
        }
      }
    },
  );
});

describe("the selected dictionary", () => {
  test("is that of the first available language, in any spelling, region and script", async () => {
    const lang = async (...wanted: (string | undefined)[]) => (await loadWords(wanted, fetchLater)).lang;
    expect(await lang("de")).toBe("de");
    expect(await lang(" DE_at ")).toBe("de-AT");
    expect(await lang("pt-BR")).toBe("pt-BR");
    expect(await lang("zh-Hant-TW")).toBe("zh-Hans");
    expect(await lang("ar-EG")).toBe("ar");
    expect(await lang("tlh", "constructor", "not a language", "", undefined, "ja", "fr")).toBe("ja");
    expect(await lang("en-GB", "de")).toBe("en-GB");
  });

  test("is English if there is none", async () => {
    expect(await loadWords(["tlh", undefined], fetchLater)).toBe(firstWords);
    expect(await loadWords([], fetchLater)).toBe(firstWords);
  });
});

describe("the service's English sentences", () => {
  test("about a failure are shown in the visitor's language, whatever the detail", async () => {
    const codes = Object.keys(failures);
    for (const language of translated) {
      const words = await loadWords([language], fetchLater);
      expect(Object.keys(words.failures ?? {}).sort()).toEqual([...codes].sort());
      for (const code of codes) expect(failureText(code, "The body is wrong.", words)).not.toContain("body");
    }
  });

  test("about a failure are shown if there is no translation, sanitised", async () => {
    const de = await loadWords(["de"], fetchLater);
    expect(failureText("a_code_of_tomorrow", "Closed\ud800 today.", de)).toBe("Closed\ufffd today.");
    expect(failureText("constructor", "", de)).toBe(de.failed);
    expect(failureText("internal", "Our side.", en)).toBe("Our side.");
  });

  test("about its work are shown in the visitor's language, and an operator's title is left alone", async () => {
    const de = await loadWords(["de"], fetchLater);
    expect(spoken("Thinking", de)).toBe("Denkt nach");
    expect(spoken("It took too long", de)).toBe("Das hat zu lange gedauert");
    expect(spoken("Looking at your order", de)).toBe("Looking at your order");
    expect(spoken("constructor", de)).toBe("constructor");
    expect(spoken("It took too long", en)).toBe("It took too long");
  });

  test("about the size of an answer are formatted for the visitor's language, and any other detail is left alone", async () => {
    const fr = await loadWords(["fr"], fetchLater);
    expect(spokenDetail("109 KB", fr)).toBe("109\u202fko");
    expect(spokenDetail("812 bytes", fr)).toBe("812\u202fo");
    expect(spokenDetail("109 KB", await loadWords(["ar"], fetchLater))).toMatch(/^[\d٠-٩]+ كيلوبايت$/);
    expect(spokenDetail("Disks of 109 KB", fr)).toBe("Disks of 109 KB");
    expect(spokenDetail("109 KB", en)).toBe("109 KB");
    expect(spokenDetail("Nothing was sent", fr)).toBe("Rien n’a été envoyé");
  });

  test("are still the ones that the service sends", async () => {
    const packages = join(import.meta.dirname, "../..");
    const sources = ["agent/src", "server/src"].flatMap((folder) =>
      readdirSync(join(packages, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .map((name) => readFileSync(join(packages, folder, name), "utf8")),
    );
    const { service = {} } = await loadWords(["de"], fetchLater);
    for (const sentence of [...Object.keys(service), "} KB", "} bytes"])
      expect(
        sources.some((text) => text.includes(sentence)),
        sentence,
      ).toBe(true);
  });
});
