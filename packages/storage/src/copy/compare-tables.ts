import type { Checksum } from "./checksum.ts";

/** One table on both sides. */
export interface TableComparison {
  readonly table: string;
  readonly rowsInSource: number;
  readonly rowsInTarget: number;
  /** Of all values of all rows, 64 hexadecimal digits. */
  readonly checksumOfSource: string;
  readonly checksumOfTarget: string;
  /** Whether rows and checksums are the same. */
  readonly isEqual: boolean;
}

interface Sides {
  readonly table: string;
  /** As the source counted them, so that a row passed over on the way is noticed. */
  readonly rowsInSource: number;
  /** Of the rows that were read. */
  readonly source: Checksum;
  /** Of the rows that were read back. */
  readonly target: Checksum;
}

/** The result for one table. */
export function compareTable({ table, rowsInSource, source, target }: Sides): TableComparison {
  const checksums = { checksumOfSource: source.digest(), checksumOfTarget: target.digest() };
  const sameRows = rowsInSource === source.rows && rowsInSource === target.rows;
  return {
    table,
    rowsInSource,
    rowsInTarget: target.rows,
    ...checksums,
    isEqual: sameRows && checksums.checksumOfSource === checksums.checksumOfTarget,
  };
}
