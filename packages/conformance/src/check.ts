import type { Evidence } from "./evidence.ts";
import type { Visitor } from "./visitor.ts";

/** Where a check's statement is from: the specification itself, or the page that fills its gaps. */
export type Source = "specification" | "wire";

/** One statement about the service, and how to verify it from outside. */
export interface Check {
  /** Permanent name, such as `config/cache`. */
  readonly id: string;
  readonly sentence: string;
  readonly source: Source;
  /** The heading in that document. */
  readonly section: string;
  /** Returns if the statement is true. @throws Mismatch if it is not, NotChecked if that cannot be verified here */
  readonly run: (inspection: Inspection) => Promise<void> | void;
}

/** What a check uses. */
export interface Inspection {
  readonly visitor: Visitor;
  readonly evidence: Evidence;
}
