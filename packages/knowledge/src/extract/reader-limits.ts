/** The limits for reading one document, after which its process is ended. */
export interface ReaderLimits {
  /** Of a processor. */
  readonly maxSeconds: number;
  /** On top of what the process has at its start. */
  readonly maxMegabytes: number;
}

/** The signal that ends a process whose document took too much time of a processor. */
export const outOfTime = "SIGVTALRM";
