/** What a row of the table can change. */
export interface TestFields {
  readonly name: string;
  /** What the visitor says; empty if the test is a conversation. */
  readonly question: string;
  /** Texts, or regular expressions between slashes. */
  readonly mustSay: readonly string[];
  readonly mustCite: readonly string[];
  readonly mustNotSay: readonly string[];
  /** Whether it must have an answer at all; `undefined`: either is right. */
  readonly answers: boolean | undefined;
  /** Of the answer, such as `de`; empty for any. */
  readonly language: string;
  /** What the visitor does in a test of several messages. */
  readonly said?: readonly string[] | undefined;
}

/** A test as a row. */
export interface TestRow extends TestFields {
  /** All of it, as it is written. */
  readonly source: string;
  /** What the row does not show, as it is written; empty if it shows everything. */
  readonly others: string;
}

/** The tests of a file, in its order. */
export interface TestsTable {
  readonly rows: readonly TestRow[];
}
