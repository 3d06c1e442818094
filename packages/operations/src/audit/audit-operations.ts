import { byRole } from "../access/operation.ts";
import { inList } from "../paging/in-list.ts";
import type { PageRequest } from "../paging/page.ts";

/** Which lines of the audit log are listed: those that fit everything that is given. */
interface AuditFilter {
  /** From this moment on. */
  readonly from?: number;
  /** Before this moment. */
  readonly to?: number;
  /** Id of the actor. */
  readonly who?: string;
  readonly what?: string;
  /** Id of what it was done to. */
  readonly on?: string;
}

/** Operations on the audit log: reading it. */
export const auditOperations = {
  /** Who did what, newest first. */
  list: byRole("owner", ({ storage }, { after, ...query }: AuditFilter & PageRequest) =>
    inList(() => storage.audit.list({ ...query, ...(after !== undefined && { after }) })),
  ),
};
