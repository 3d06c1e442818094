import { AdminError } from "../response/admin-error.ts";

/**
 * Refuses a session that has not been confirmed recently, so that a stolen one cannot make itself permanent.
 *
 * @throws AdminError `confirmation_needed`
 */
export function requireConfirmation(session: { readonly confirmedUntil: number }, now: number): void {
  if (!isConfirmed(session, now)) throw new AdminError("confirmation_needed");
}

/** Whether a session has been confirmed recently. */
export function isConfirmed(
  { confirmedUntil: until }: { readonly confirmedUntil: number },
  now: number,
): boolean {
  return until > now;
}
