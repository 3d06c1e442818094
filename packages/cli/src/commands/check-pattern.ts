import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { CommandError } from "../input/command-error.ts";

/**
 * Refuses an invalid pattern before the database is opened, so the operator does not have to wait. @throws CommandError
 */
export function checkPattern(pattern: string): void {
  const parsed = parseAllowEntry(pattern);
  if ("issue" in parsed) throw new CommandError(invalidPattern(pattern, parsed.issue));
}

/** A sentence that says what is wrong with a pattern. */
export function invalidPattern(pattern: string, reason: string): string {
  return `The pattern ${JSON.stringify(pattern)} is invalid: ${reason}.`;
}
