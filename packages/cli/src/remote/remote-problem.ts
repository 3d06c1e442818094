import type { adminProblemSchema } from "@servicechat/contract/admin-schemas";
import type { Refused } from "@servicechat/operations";
import type { z } from "zod";
import { CommandError } from "../input/command-error.ts";

type Problem = z.output<typeof adminProblemSchema>;

/** The service refused a request. Its message says why. */
export class RemoteProblem extends CommandError {
  readonly problem: Problem;

  constructor(problem: Problem) {
    const fields = problem.faults?.map(
      ({ line, message }) => `\n  ${line === null ? "" : `line ${line}: `}${message}`,
    );
    super(`The service refused: ${problem.detail}${(fields ?? []).join("")}`);
    this.name = "RemoteProblem";
    this.problem = problem;
  }
}

/**
 * Turns known error codes into the same refusals that an operation on a local database returns, so that commands find
 * the same sentence for them.
 *
 * @throws RemoteProblem for all other codes
 */
export async function orRefused<Result, Kinds extends Readonly<Record<string, Refused>>>(
  work: () => Promise<Result>,
  refusals: { readonly [Code in keyof Kinds]: (problem: Problem) => Kinds[Code] | Promise<Kinds[Code]> },
): Promise<Result | Kinds[keyof Kinds]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RemoteProblem) || !Object.hasOwn(refusals, error.problem.code)) throw error;
    const code: keyof Kinds = error.problem.code;
    return refusals[code](error.problem);
  }
}
