import type { OperatorSession, SessionLimits } from "@servicechat/storage";

/** How long a session lasts without a request, and at most, in milliseconds. */
const idleMs = 12 * 3_600_000;
const ageMs = 30 * 86_400_000;

/** How long a confirmation is valid, in milliseconds. */
const confirmedMs = 10 * 60_000;

/** Until when a session may change who has access without another confirmation. */
export function confirmedUntil({ confirmedAt }: Pick<OperatorSession, "confirmedAt">): number {
  return confirmedAt + confirmedMs;
}

/** The maximum duration of a session in seconds. */
export const maxSessionSeconds = ageMs / 1_000;

/** The earliest moments that keep a session alive. */
export function sessionLimits(now: number): SessionLimits {
  return { idleSince: now - idleMs, createdSince: now - ageMs };
}

/** When an unused session ends. */
export function sessionEnd({ createdAt, lastSeenAt }: OperatorSession): number {
  return Math.min(createdAt + ageMs, lastSeenAt + idleMs);
}
