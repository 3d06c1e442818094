import { adminFailures } from "@servicechat/contract/admin";
import type { AdminFailureCode } from "@servicechat/contract/admin";

/** A failure that only the admin API knows. Its message is safe to show. */
export class AdminError extends Error {
  readonly code: AdminFailureCode;
  /** Seconds to wait before trying again; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Further members of the problem document, such as the faults of a file. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: AdminFailureCode,
    options: {
      readonly detail?: string;
      readonly retryAfter?: number;
      readonly members?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(options.detail ?? adminFailures[code].message);
    this.name = "AdminError";
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.members = options.members ?? {};
  }
}
