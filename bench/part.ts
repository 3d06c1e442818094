import type { Row } from "./row.ts";

/** What the parts of the bench are given. */
export interface BenchOptions {
  /** Options of node for the service's process, such as `--cpu-prof`. */
  readonly serviceArguments: readonly string[];
  /** Says what is being done, in a few words. */
  readonly progress: (text: string) => void;
}

/** One part of the bench: the rows it measured, or why it could not. */
export type Part = (options: BenchOptions) => Promise<readonly Row[] | { readonly skipped: string }>;
