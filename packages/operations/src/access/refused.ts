import type { AdminFailureCode, FailureMembers } from "@servicechat/contract/admin";

/** Why an operation was not carried out: a failure of the admin API with what its row requires. Nothing was changed. */
export type Refused =
  | { [Code in AdminFailureCode]: { readonly kind: Code } & FailureMembers<Code> }[AdminFailureCode]
  | InvalidInput;

/** A value that was given is invalid. */
interface InvalidInput {
  readonly kind: "input_invalid";
  /** Absent: no field is to blame, and `reason` is a whole sentence. */
  readonly field?: string;
  /** Follows the name of the field in a sentence. */
  readonly reason: string;
  /** What the command line prints instead of the field and the reason. */
  readonly sentence?: string;
}

/** The refusals with these names. */
export type RefusedAs<Kind extends Refused["kind"]> = Extract<Refused, { readonly kind: Kind }>;

/** Whether a result is a refusal. No other result has a `kind`. */
export function isRefused(result: unknown): result is Refused {
  return typeof result === "object" && result !== null && "kind" in result;
}
