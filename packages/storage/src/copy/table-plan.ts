/** What a table is copied by: every column, and those of its key. */
export interface TablePlan<TableRow> {
  readonly columns: {
    readonly [Column in keyof TableRow]: TableRow[Column] extends string | null
      ? "text"
      : TableRow[Column] extends Uint8Array
        ? "bytea"
        : "bigint";
  };
  readonly key: readonly (keyof TableRow & string)[];
}
