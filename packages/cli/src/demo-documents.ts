import { glob, readFile } from "node:fs/promises";
import { join, sep } from "node:path";

/** Markdown files of a folder by their path in it, so that the links between them lead on. */
export async function readDemoDocuments(
  folder: string,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const documents = new Map<string, string>();
  for await (const file of glob(patterns, { cwd: folder }))
    documents.set(file.split(sep).join("/"), await readFile(join(folder, file), "utf8"));
  return documents;
}
