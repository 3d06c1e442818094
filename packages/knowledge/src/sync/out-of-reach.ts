import { readdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { AgentRecord, DocumentRecord } from "@servicechat/storage";
import { ReadingError } from "../extract/reading-error.ts";

/** A file that cannot be opened at the moment, but is not gone: what was read from it before is kept. */
export class OutOfReach extends ReadingError {}

/** Why a file or folder could not be opened. */
export function openingError(cause: unknown): ReadingError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown reason";
  const isGone = code === "ENOENT" || code === "ENOTDIR";
  return new (isGone ? ReadingError : OutOfReach)(`It cannot be opened (${code}).`, { cause });
}

/**
 * Why a document's file was not found, although one of the agent's sources found it before: looking for files passes over
 * what cannot be opened. `undefined` when it is gone.
 */
export async function outOfReach(
  { definition, baseDirectory }: AgentRecord,
  { location, source }: DocumentRecord,
): Promise<OutOfReach | undefined> {
  const isStillSought = definition.knowledge.sources.some(
    (entry) => "files" in entry && sourceOf(entry.files) === source,
  );
  if (!isStillSought) return undefined;
  const path = resolve(baseDirectory, location);
  try {
    await readdir(dirname(path));
    await stat(path);
    return undefined;
  } catch (cause) {
    const fault = openingError(cause);
    return fault instanceof OutOfReach ? fault : undefined;
  }
}

/** How a document names the pattern that found it. */
export const sourceOf = (pattern: string): string => `files:${pattern}`;
