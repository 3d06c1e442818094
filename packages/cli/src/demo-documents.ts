import { glob, readFile } from "node:fs/promises";
import { join, sep } from "node:path";

/** The project's own Markdown files, by their path in the repository, so that the links between them lead on. */
export async function readDemoDocuments(repository: string): Promise<ReadonlyMap<string, string>> {
  const documents = new Map<string, string>();
  for await (const file of glob(["*.md", "docs/*.md"], { cwd: repository })) {
    documents.set(file.split(sep).join("/"), await readFile(join(repository, file), "utf8"));
  }
  return documents;
}
