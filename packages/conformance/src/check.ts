import type { Evidence } from "./evidence.ts";
import type { Visitor } from "./visitor.ts";

/** Where a check's sentence stands: in the specification itself, or in the page that fills what it leaves open. */
export type Source = "specification" | "wire";

/** One sentence about the service, and how to see from outside whether it is true. */
export interface Check {
  /** Permanent name, such as `config/cache`. */
  readonly id: string;
  readonly sentence: string;
  readonly source: Source;
  /** The heading there. */
  readonly section: string;
  /** Returns when the sentence is true. @throws Mismatch when it is not, NotChecked when that cannot be seen here */
  readonly run: (inspection: Inspection) => Promise<void> | void;
}

/** What a check looks with. */
export interface Inspection {
  readonly visitor: Visitor;
  readonly evidence: Evidence;
}
