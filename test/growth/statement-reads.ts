/** What one statement read. */
export interface StatementReads {
  /** The file below `packages` and the line that ran it. */
  readonly place: string;
  readonly text: string;
  /** Of tables and indexes, each time that one was fetched. */
  readonly pages: number;
  /** Rows and entries of indexes; 0 where the database does not count them. */
  readonly rows: number;
  /** Where it read most: tables with their amounts, or steps of the plan. */
  readonly tables: string;
}
