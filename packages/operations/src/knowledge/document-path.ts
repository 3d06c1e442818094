/** The longest path of a document, in bytes of UTF-8. */
const maxPathBytes = 500;

/**
 * Whether a path can name a document: names between `/`, in any script. None is empty or leads elsewhere; nothing is tidied
 * up, so that no two paths are the same document.
 */
export function isDocumentPath(path: string): boolean {
  const bytes = Buffer.byteLength(path);
  if (bytes < 1 || bytes > maxPathBytes || !path.isWellFormed()) return false;
  if (/[\\\p{Cc}]/u.test(path)) return false;
  return path.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}
