import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

test("the chat's style sheets have the sizes and weights of the design's tokens, or sizes relative to the text around", () => {
  const others = globSync("**/*.css", { cwd: source }).flatMap((file) => {
    const rules = readFileSync(join(source, file), "utf8").replaceAll(/@font-face \{[^}]*\}/g, "");
    return [...rules.matchAll(/font-(?:size|weight): ([^;]+);/g)]
      .map(([, value = ""]) => value)
      .filter((value) => !/^(?:var\(--(?:size-[a-z]+|medium|strong)\)|400|inherit|[\d.]+em)$/.test(value))
      .map((value) => `${file}: ${value}`);
  });
  expect(others).toEqual([]);
});
