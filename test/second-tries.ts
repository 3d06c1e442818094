/** A test that may be tried a second time, with `retry` in its options. */
export interface SecondTry {
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
  /** What is not in our hands. */
  readonly reason: string;
}

/** All of them. Empty is as it should be: a test that fails now and then has found something. */
export const secondTries: readonly SecondTry[] = [];
