import { isDeepStrictEqual } from "node:util";

/** The service does not do what the statement says. */
export class Mismatch extends Error {
  readonly expected: string;
  readonly found: string;

  constructor({ expected, found }: { readonly expected: string; readonly found: string }) {
    super(`expected ${expected}, found ${found}`);
    this.name = "Mismatch";
    this.expected = expected;
    this.found = found;
  }
}

/** The check had nothing to verify; the message is the reason, for the report. */
export class NotChecked extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "NotChecked";
  }
}

/** @throws Mismatch unless the condition holds */
export function must(condition: boolean, expected: string, found: unknown): asserts condition {
  if (!condition) throw new Mismatch({ expected, found: show(found) });
}

/** @throws Mismatch unless both are deeply equal; `what` names the value */
export function mustBe(what: string, found: unknown, expected: unknown): void {
  must(isDeepStrictEqual(found, expected), `${what}: ${show(expected)}`, found);
}

/** @throws NotChecked unless the condition holds */
export function needs(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new NotChecked(reason);
}

/** Any value as one line of a report, truncated if it is long. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  if (text === "") return "an empty text";
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
