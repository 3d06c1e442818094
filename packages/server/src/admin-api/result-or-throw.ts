import { ServiceError } from "@servicechat/contract";
import { isRefused } from "@servicechat/operations";
import type { Refused } from "@servicechat/operations";
import { AdminError } from "../response/admin-error.ts";
import { malformed } from "../request/malformed.ts";

/** The result of an operation. @throws AdminError, or ServiceError for failures of the wire, if it was refused */
export function resultOrThrow<Result>(result: Result): Exclude<Result, Refused> {
  if (isRefused(result)) {
    const error = errorOf(result);
    refusals.set(error, result);
    throw error;
  }
  return result as Exclude<Result, Refused>;
}

/** Stored separately, because errors contain only what may be sent to clients. */
const refusals = new WeakMap<Error, Refused>();

/** The refusal that an error was made from; `undefined` if no operation refused. */
export function refusalOf(error: Error): Refused | undefined {
  return refusals.get(error);
}

function errorOf(refused: Refused): Error {
  const { kind } = refused;
  if (kind === "input_invalid")
    return malformed(refused.field === undefined ? refused.reason : `${refused.field}: ${refused.reason}`);
  // Failures of the wire count as such in the metrics.
  if (kind === "idempotency_mismatch" || kind === "reply_not_found") return new ServiceError(kind);
  if (kind === "rate_limited") return new ServiceError(kind, refused);
  return new AdminError(kind, refused);
}
