import type { RefusedAs } from "../access/refused.ts";
import { parseAllowEntry } from "./allow-entry.ts";

/** The limits of a key's settings. */
export const keyLimits = {
  /** Longest name, in UTF-16 units: that of an agent. */
  name: 100,
  /** Accepted requests in any 60 seconds. */
  rateLimit: { min: 1, max: 1_000_000 },
  /** Hours for which a rotated key remains valid. */
  overlapHours: { min: 0, max: 720 },
} as const;

/** The settings of a key that operators can change. */
export interface KeySettings {
  /** Patterns such as `example.com`, as they were typed. */
  readonly allowed: readonly string[];
  readonly name: string;
  readonly rateLimit: number;
}

/** The same, checked, with the patterns in their canonical form. */
export function readKeySettings<Given extends Partial<KeySettings>>(
  given: Given,
): Given | RefusedAs<"pattern_invalid" | "key_setting_invalid"> {
  const { allowed, name, rateLimit } = given;
  if (name !== undefined && name.length > keyLimits.name) {
    const reason = `must be at most ${keyLimits.name} characters long, but this one has ${name.length}`;
    return { kind: "key_setting_invalid", setting: "name", reason };
  }
  const { min, max } = keyLimits.rateLimit;
  if (rateLimit !== undefined && !isWholeFrom(rateLimit, min, max)) {
    const reason = `must be a whole number from ${min} to ${max}`;
    return { kind: "key_setting_invalid", setting: "rateLimit", reason };
  }
  if (allowed === undefined) return given;
  const entries: string[] = [];
  for (const pattern of allowed) {
    const parsed = parseAllowEntry(pattern);
    if ("issue" in parsed) return { kind: "pattern_invalid", pattern, reason: parsed.issue };
    entries.push(parsed.entry);
  }
  return { ...given, allowed: [...new Set(entries)] };
}

/** Whether a value is a whole number within these bounds. */
export function isWholeFrom(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
