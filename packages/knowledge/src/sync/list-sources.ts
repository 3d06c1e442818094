import type { AgentRecord } from "@servicechat/storage";
import { ReadingError } from "../extract/reading-error.ts";
import type { SyncFailure } from "../knowledge.ts";
import { listFiles, type FoundFile } from "./list-files.ts";
import { sourceOf } from "./out-of-reach.ts";

/** A file with the source entry that found it first. */
export interface SourceFile extends FoundFile {
  /** Such as `files:./docs/**\/*.md`. */
  readonly source: string;
  readonly linkBase: string | undefined;
}

/** Every file of an agent's sources, once each, and the sources that led nowhere. */
export async function listSources({
  definition,
  baseDirectory,
}: Pick<AgentRecord, "definition" | "baseDirectory">): Promise<{
  readonly files: readonly SourceFile[];
  readonly faults: readonly SyncFailure[];
}> {
  const files = new Map<string, SourceFile>();
  const faults: SyncFailure[] = [];
  for (const source of definition.knowledge.sources) {
    if (!("files" in source)) continue;
    const { files: pattern, linkBase } = source;
    try {
      const found = await listFiles({ pattern, baseDirectory });
      if (found.length === 0) faults.push({ location: pattern, reason: "No file matches this pattern." });
      for (const file of found) {
        if (!files.has(file.location)) {
          files.set(file.location, { ...file, source: sourceOf(pattern), linkBase });
        }
      }
    } catch (error) {
      if (!(error instanceof ReadingError)) throw error;
      faults.push({ location: pattern, reason: error.message });
    }
  }
  return { files: [...files.values()], faults };
}
