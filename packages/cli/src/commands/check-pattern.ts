import { parseAllowEntry } from "@servicechat/operations/allowlist";
import { CommandError } from "../input/command-error.ts";

/** Refuses a pattern that no list of sites takes before the database is opened: there is nothing to wait for. @throws CommandError */
export function checkPattern(pattern: string): void {
  const parsed = parseAllowEntry(pattern);
  if ("fault" in parsed) throw new CommandError(invalidPattern(pattern, parsed.fault));
}

/** The sentence that says what is wrong with a pattern. */
export function invalidPattern(pattern: string, reason: string): string {
  return `The pattern ${JSON.stringify(pattern)} is invalid: ${reason}.`;
}
