import { AdminError } from "../response/admin-error.ts";

/**
 * Refuses a session that has not been confirmed recently, so that a stolen one cannot make itself permanent.
 *
 * @throws AdminError `confirmation_needed`
 */
export function requireConfirmation(
  { confirmedUntil: until }: { readonly confirmedUntil: number },
  now: number,
): void {
  if (until <= now) throw new AdminError("confirmation_needed");
}
