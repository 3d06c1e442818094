import { ServiceError } from "@servicechat/contract";

/** An invalid request. `detail` describes the fault, and is shown to the client. */
export function malformed(detail: string): ServiceError {
  return new ServiceError("malformed_request", { detail });
}
