import { hash } from "node:crypto";
import type { Row } from "./copied-tables.ts";

/** The checksum of a number of rows. */
export interface Checksum {
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
