import { hash } from "node:crypto";
import type { Row } from "../schema/table-names.ts";

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

/** The checksum of a number of rows. */
interface Checksum {
  add(row: Row): void;
  /** Rows added so far. */
  readonly rows: number;
  /** 64 hexadecimal digits. */
  digest(): string;
}

const modulus = 1n << 256n;

/**
 * The sum of the rows' SHA-256. In whatever order they come, the sum is the same, so that neither database has to sort
 * as the other does; a row that is missing, doubled or changed makes another sum.
 */
export function createChecksum(): Checksum {
  let rows = 0;
  let sum = 0n;
  return {
    add(row) {
      rows += 1;
      sum = (sum + BigInt(`0x${hash("sha256", JSON.stringify(row))}`)) % modulus;
    },
    get rows() {
      return rows;
    },
    digest: () => sum.toString(16).padStart(64, "0"),
  };
}
