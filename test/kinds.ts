/** What a test starts, and so what it needs and how long it takes. Each kind is a Vitest project. */
export const kindsOfTests = ["unit", "database", "browser", "faults"] as const;

/** One of them. */
export type KindOfTest = (typeof kindsOfTests)[number];

/** The kind in a test file's name, as in `copy.database.test.ts`; `undefined` for a file that is not a test. */
export function kindOfTest(path: string): KindOfTest | undefined {
  if (!path.endsWith(".test.ts")) return undefined;
  return kindsOfTests.find((kind) => path.endsWith(`.${kind}.test.ts`)) ?? "unit";
}
