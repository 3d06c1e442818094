import { createHash } from "node:crypto";

/** Stands for all that can change of something: the same as long as nothing has changed, else another. */
export function revisionOf(changing: unknown): string {
  return createHash("sha256").update(JSON.stringify(changing)).digest("base64url").slice(0, 16);
}

/** Whether what is there is still what an asker last saw. Absent, or `*`: whatever is there will do. */
export function isAsSeen(revision: string, seen: string | undefined): boolean {
  return seen === undefined || seen === "*" || seen === revision;
}
