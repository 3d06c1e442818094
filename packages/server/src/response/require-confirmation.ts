import { AdminError } from "./admin-error.ts";

/**
 * Refuses a session whose person has not proved lately who they are: whoever has stolen it must not stay.
 *
 * @throws AdminError `confirmation_needed`
 */
export function requireConfirmation(
  { confirmedUntil: until }: { readonly confirmedUntil: number },
  now: number,
): void {
  if (until <= now) throw new AdminError("confirmation_needed");
}
