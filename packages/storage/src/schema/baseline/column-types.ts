/** What the databases call the id of a row that counts up. Everything else is written alike for both. */
export interface ColumnTypes {
  /** Of a column that refers to such a row, or whose number the service chooses. */
  readonly rowId: "integer" | "bigint";
  /** Of a primary key that the database counts up itself. */
  readonly countedKey: "integer primary key" | "bigint generated always as identity primary key";
}
