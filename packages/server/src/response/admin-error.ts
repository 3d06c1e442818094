import { adminFailures } from "@servicechat/contract/admin";
import type { AdminFailureCode, FileFault } from "@servicechat/contract/admin";

/** What is known about a failure: often a refusal, of which only the following is sent. */
interface Known {
  readonly kind?: AdminFailureCode;
  /** Instead of the sentence that all failures with this code have. */
  readonly detail?: string;
  /** Seconds to wait before trying again; becomes `Retry-After`. */
  readonly retryAfter?: number;
  /** What is wrong with a file. */
  readonly faults?: readonly FileFault[];
  /** Who holds the chat. */
  readonly holder?: { readonly id: string; readonly name: string };
  /** Which agents use what was to be removed. */
  readonly agents?: readonly string[];
}

/** A failure of the admin API. Its message is safe to show. */
export class AdminError extends Error {
  readonly code: AdminFailureCode;
  /** Seconds to wait before trying again; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Further members of the problem document, such as the faults of a file. */
  readonly members: Pick<Known, "faults" | "holder" | "agents">;

  constructor(code: AdminFailureCode, known: Known = {}) {
    const { detail, retryAfter, faults, holder, agents } = known;
    super(detail ?? adminFailures[code].message);
    this.name = "AdminError";
    this.code = code;
    this.retryAfter = retryAfter;
    this.members = {
      ...(faults && { faults: faults.map(({ line, message }) => ({ line, message })) }),
      ...(holder && { holder: { ...holder } }),
      ...(agents && { agents: [...agents] }),
    };
  }
}
