/** https://sqlite.org/fileformat2.html#b_tree_pages: the first byte of a page of an index or table, and the length of its header. */
const headerBytes: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/**
 * A database, one character a byte, without what lies between the pointers of a page to its cells and the cells: that part
 * of a page is not in use. Freed cells and freed pages remain.
 */
export function withoutUnusedParts(bytes: string): string {
  const file = Buffer.from(bytes, "latin1");
  const pageBytes = file.readUInt16BE(16);
  for (let page = 0; page < file.length; page += pageBytes) {
    const header = page === 0 ? 100 : page;
    const length = headerBytes[file[header] ?? 0];
    if (length === undefined) continue;
    const pointersEnd = header + length + 2 * file.readUInt16BE(header + 3);
    file.fill(0, pointersEnd, page + (file.readUInt16BE(header + 5) || 65_536));
  }
  return file.toString("latin1");
}
