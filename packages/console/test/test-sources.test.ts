import { expect, test } from "vitest";
import { agentTests as german } from "../src/agent-tests/words.de.ts";
import { agentTests as english } from "../src/agent-tests/words.en.ts";
import { faultText, fileFaultText } from "../src/agent-tests/fault-text.ts";
import { decisiveWords } from "../src/agent-tests/test-sources.ts";

test("what an approved answer must not lose are its numbers, else its first sentence", () => {
  expect(decisiveWords("A refund takes **10 days**, by [card](https://shop.example/5).")).toEqual([
    "10 days",
  ]);
  expect(decisiveWords("Yes, we do! Ask in the shop.")).toEqual(["Yes, we do"]);
  expect(decisiveWords("Es kostet 4,90 €. Ab 50 € nichts, und 3 Tage.")).toEqual(["4,90 €", "50 €"]);
  expect(decisiveWords(" ** ")).toEqual([]);
});

test("unmet expectations are said in the language of the console, and unknown ones as they are", () => {
  const de = { agentTests: german, lang: "de" };
  expect(faultText("does not contain: a: b\nc", de)).toBe("sagt nicht: a: b\nc");
  expect(faultText("turn 2: does not cite: returns.md", de)).toBe("Nachricht 2: zitiert nicht: returns.md");
  expect(faultText("is written in en, not de", de)).toBe("ist auf Englisch statt auf Deutsch geschrieben");
  expect(faultText("sent: POST /returns", de)).toBe("sent: POST /returns");
  const en = { agentTests: english };
  expect(fileFaultText("tests[1].expect.contains: the group is not closed", en)).toBe(
    "Must say, test 2: the group is not closed",
  );
  expect(fileFaultText("tests[0]: must expect something", en)).toBe("Test 1: must expect something");
  expect(fileFaultText("agent: is missing", en)).toBe("agent: is missing");
});
