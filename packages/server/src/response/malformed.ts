import { ServiceError } from "@servicechat/contract";

/** A request that is not as it must be. `detail` says what is wrong with what, and is shown to whoever sent it. */
export function malformed(detail: string): ServiceError {
  return new ServiceError("malformed_request", { detail });
}
