import type { Row } from "./row.ts";

/** The inputs of the bench's parts. */
export interface BenchOptions {
  /** Node options for the service's process, such as `--cpu-prof`. */
  readonly serviceArguments: readonly string[];
  /** Reports what is being done, in a few words. */
  readonly progress: (text: string) => void;
}

/** One part of the bench: the rows it measured, or why it could not. */
export type Part = (options: BenchOptions) => Promise<readonly Row[] | { readonly skipped: string }>;
