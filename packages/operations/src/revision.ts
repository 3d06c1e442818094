import { createHash } from "node:crypto";

/** Stands for everything about something that can change: it stays the same until something changes. */
export function revisionOf(changing: unknown): string {
  return createHash("sha256").update(JSON.stringify(changing)).digest("base64url").slice(0, 16);
}

/** Whether something is still as an actor last saw it. Absent, or `*`: any state will do. */
export function isAsSeen(revision: string, seen: string | undefined): boolean {
  return seen === undefined || seen === "*" || seen === revision;
}
