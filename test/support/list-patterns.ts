import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A regular expression as written in the source. */
export interface WrittenPattern {
  /** Where, from the root of the repository. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression with a repetition, in the packages that read strangers' input, each once. */
export function listPatterns(): readonly WrittenPattern[] {
  const found = new Map<string, WrittenPattern>();
  for (const file of globSync("packages/!(cli|conformance)/src/**/*.{ts,tsx}", { cwd: root }).toSorted()) {
    const { program } = parseSync(file, readFileSync(root + file, "utf8"));
    for (const { pattern: source, flags } of literalsIn(program))
      if (/[*+]|\{\d+,/.test(source)) found.set(`${file} /${source}/${flags}`, { file, source, flags });
  }
  return [...found.values()];
}

function literalsIn(node: unknown): readonly { readonly pattern: string; readonly flags: string }[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, regex } = node as {
    readonly type?: string;
    readonly regex?: { pattern: string; flags: string };
  };
  if (type === "Literal" && regex) return [regex];
  return Object.values(node).flatMap(literalsIn);
}
