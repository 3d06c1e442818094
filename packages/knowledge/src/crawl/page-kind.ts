import { documentKind, type DocumentKind } from "../extract/document-kind.ts";

const kinds: ReadonlyMap<string, DocumentKind> = new Map([
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
]);
/** Types that servers send for whatever they do not know: the address's ending tells more. */
const vague = new Set(["", "text/plain", "application/octet-stream", "binary/octet-stream"]);

/** How to read a page. */
interface PageKind {
  /** `undefined` when pages of this type are not read. */
  readonly kind: DocumentKind | undefined;
  /** Lower case, such as `text/html`; empty when the server named none. */
  readonly type: string;
  readonly charset?: string;
}

/** The kind of a page by what the server says of it. */
export function pageKind(contentType: string, address: string): PageKind {
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const name = type.toLowerCase();
  const charset = parameters
    .map((parameter) => /^charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  return { kind: kinds.get(name) ?? vagueKind(name, address), type: name, ...(charset && { charset }) };
}

function vagueKind(type: string, address: string): DocumentKind | undefined {
  if (!vague.has(type)) return undefined;
  const byEnding = documentKind(new URL(address).pathname);
  if (type === "text/plain") return byEnding === "markdown" ? "markdown" : "text";
  return byEnding;
}
