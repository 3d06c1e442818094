import { extname } from "node:path";

/** How a file is read. */
export type DocumentKind = "markdown" | "html" | "text" | "pdf" | "docx" | "csv";

const kinds: ReadonlyMap<string, DocumentKind> = new Map([
  [".md", "markdown"],
  [".markdown", "markdown"],
  [".html", "html"],
  [".htm", "html"],
  [".txt", "text"],
  [".csv", "csv"],
  [".pdf", "pdf"],
  [".docx", "docx"],
]);

/** The file endings that can be read, for the sentence that refuses another one. */
export const readableEndings: string = [...kinds.keys()].join(", ");

/** The kind of a file by its ending, in any case; `undefined` when it cannot be read. */
export function documentKind(name: string): DocumentKind | undefined {
  return kinds.get(extname(name).toLowerCase());
}
