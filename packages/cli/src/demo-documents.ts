import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The Markdown files that the demo agent knows, by the path its answers link to: their file names. */
export async function readDemoDocuments(repository: string): Promise<ReadonlyMap<string, string>> {
  const documents = new Map<string, string>();
  for await (const file of glob(["README.md", "docs/*.md"], { cwd: repository })) {
    documents.set(basename(file), await readFile(join(repository, file), "utf8"));
  }
  return documents;
}
