import { asObject } from "@servicechat/contract";

/** The windows of all keys at one time. */
export interface Windows {
  /** Wall clock, milliseconds since 1970. */
  readonly takenAt: number;
  /** Per key, how many milliseconds before that time each request was counted. */
  readonly ages: readonly (readonly [key: string, ages: readonly number[]])[];
}

/** Writes windows as text for `readWindows`. */
export function writeWindows({ takenAt, ages }: Windows): string {
  return JSON.stringify({ version: 1, takenAt, ages });
}

/** Reads windows; `undefined` for text that `writeWindows` did not write. */
export function readWindows(text: string): Windows | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isSnapshot(value) ? value : undefined;
}

function isSnapshot(value: unknown): value is Windows & { readonly version: 1 } {
  const { version, takenAt, ages } = asObject(value) ?? {};
  return version === 1 && Number.isFinite(takenAt) && Array.isArray(ages) && ages.every(isKeyWithAges);
}

function isKeyWithAges(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [key, ages]: readonly unknown[] = value;
  return typeof key === "string" && Array.isArray(ages) && ages.every(isAge);
}

function isAge(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && Number.isFinite(value);
}
