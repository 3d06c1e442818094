import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { readSourceFiles } from "./source-files.ts";
import type { SourceFile } from "./source-files.ts";

/** Files shared by tests are left out: most are samples, and a name such as `tenQuestions` says enough. */
const files = readSourceFiles().filter(
  ({ path }) => /\.(?:ts|tsx|mts)$/.test(path) && !/(?:^|\/)test\//.test(path),
);

test("every exported name has a comment that says what it is", () => {
  expect(files.length, "source files found").toBeGreaterThan(50);
  expect(files.flatMap(findUndocumented)).toEqual([]);
});

test("an exported declaration without its own comment is reported with its location", () => {
  const text = `/** One. */
export const one = 1;

export const two = 2;
/** Of nothing that is exported. */
const three = 3;
export interface Four {}
// No doc comment.
export type Five = 5;
/** Begins it. */
/* And not this one. */
export function six(): void {}
`;
  expect(findUndocumented({ path: "tools/planted.ts", text })).toEqual([
    "tools/planted.ts:4: export const two = 2;",
    "tools/planted.ts:7: export interface Four {}",
    "tools/planted.ts:9: export type Five = 5;",
    "tools/planted.ts:12: export function six(): void {}",
  ]);
});

test("a re-export has its comment where it is declared, and an overload at the first one", () => {
  const text = `export * from "./one.ts";
export type { Two } from "./two.ts";
/** Either. */
export function three(value: string): void;
export function three(value: number): void;
export function three(value: unknown): void {}
`;
  expect(findUndocumented({ path: "tools/planted.ts", text })).toEqual([]);
});

test("a file that is not a program is refused, instead of counting as one without exports", () => {
  expect(() => findUndocumented({ path: "broken.ts", text: "export const" })).toThrow(/broken\.ts cannot/);
});

function findUndocumented({ path, text }: SourceFile): string[] {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const exported = program.body.filter((node) => node.type === "ExportNamedDeclaration" && node.declaration);
  return exported.flatMap(({ start }, index) => {
    const above = comments.findLast(({ end }) => end <= start);
    const isAbove = above && text.slice(above.end, start).trim() === "";
    if (isAbove && above.type === "Block" && above.value.startsWith("*")) return [];
    const before = exported[index - 1];
    const isOverload =
      before?.type === "ExportNamedDeclaration" && before.declaration?.type === "TSDeclareFunction";
    const [firstLine] = text.slice(start).split("\n");
    return isOverload ? [] : [`${path}:${text.slice(0, start).split("\n").length}: ${firstLine}`];
  });
}
