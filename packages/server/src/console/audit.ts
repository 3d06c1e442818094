import { auditQuerySchema, auditSchema, pageSizes } from "@servicechat/contract/admin-schemas";
import type { AuditEntry } from "@servicechat/contract/admin";
import { answered } from "./answered.ts";
import { answer, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET audit */
export const listAudit = roleRoute("owner", {
  summary: "Who did what, newest first",
  query: auditQuerySchema,
  answer: auditSchema,
  handle: async ({ admin, admission: { asker }, query: { limit = pageSizes.usual, ...query } }) => {
    const { items, next } = answered(await admin.operations.audit.list(asker, { ...query, limit }));
    const lines = items.map(({ id, at, who, what, on, address }): AuditEntry => {
      const { kind, id: actor, name } = who;
      const shown = { kind, ...(actor !== null && { id: actor }), ...(name !== null && { name }) };
      return { id, at: timeOf(at), who: shown, what, on, address };
    });
    return answer({ items: lines, next });
  },
});
