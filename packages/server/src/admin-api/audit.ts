import { auditQuerySchema, auditSchema, pageSizes } from "@servicechat/contract/admin-schemas";
import type { AuditEntry } from "@servicechat/contract/admin";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET audit */
export const listAudit = roleRoute("owner", {
  summary: "Who did what, newest first",
  query: auditQuerySchema,
  answer: auditSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, ...query } }) => {
    const { items, next } = resultOrThrow(await admin.operations.audit.list(actor, { ...query, limit }));
    const lines = items.map(({ id, at, who, what, on, details = [], address }): AuditEntry => {
      const { kind, id: actorId, name } = who;
      const shown = { kind, ...(actorId !== null && { id: actorId }), ...(name !== null && { name }) };
      return { id, at: timeOf(at), who: shown, what, on, details: [...details], address };
    });
    return answer({ items: lines, next });
  },
});
