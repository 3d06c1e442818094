/** One fault of a file that an operator wrote. */
export interface FileFault {
  /** From 1; `null` for the file as a whole. */
  readonly line: number | null;
  /** From 1; only where the text itself cannot be read. */
  readonly column?: number;
  /** The path of the field, where it has one, and what is wrong. */
  readonly message: string;
}

/** A fault in one line: `line 3: model.name: must be text`. */
export function faultText({ line, column, message }: FileFault): string {
  if (line === null) return message;
  return `line ${line}${column === undefined ? "" : `, column ${column}`}: ${message}`;
}
