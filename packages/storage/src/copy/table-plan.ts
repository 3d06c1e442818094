/** The columns of a table for copying it: all of them, and those of its key. */
export interface TablePlan<TableRow> {
  readonly columns: {
    readonly [Column in keyof TableRow]: TableRow[Column] extends string | null
      ? "text"
      : TableRow[Column] extends Uint8Array | null
        ? "bytea"
        : "bigint";
  };
  readonly key: readonly (keyof TableRow & string)[];
}
