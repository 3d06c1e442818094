import type { TableComparison } from "./compare-tables.ts";

/**
 * The copy was given up, and the target holds none of it; or all of it, when the connection broke at the very end, and
 * then another attempt is refused. The message is for the operator, without an address or a password in it; where the
 * database itself said why, that is in `cause`.
 */
export class CopyFailed extends Error {
  /** How far source and target agreed; empty when it did not come to comparing them. */
  readonly tables: readonly TableComparison[];

  constructor(
    message: string,
    { cause, tables = [] }: { readonly cause?: unknown; readonly tables?: readonly TableComparison[] } = {},
  ) {
    super(message, { cause });
    this.name = "CopyFailed";
    this.tables = tables;
  }
}
