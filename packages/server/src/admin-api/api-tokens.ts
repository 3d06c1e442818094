import {
  listQuery,
  newTokenSchema,
  pageSizes,
  postTokenSchema,
  tokensSchema,
} from "@servicechat/contract/admin-schemas";
import type { ApiToken } from "@servicechat/contract/admin";
import type { TokenView } from "@servicechat/operations";
import { z } from "zod";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, nothing, roleRoute } from "./route.ts";
import { timeOf } from "./times.ts";

/** GET tokens */
export const listTokens = roleRoute("owner", {
  summary: "API tokens, newest first, including revoked and expired ones",
  query: z.strictObject(listQuery),
  answer: tokensSchema,
  handle: async ({ admin, admission: { actor }, query: { limit = pageSizes.usual, after } }) => {
    const { items, next } = resultOrThrow(await admin.operations.apiTokens.list(actor, { limit, after }));
    return answer({ items: items.map(tokenAnswer), next });
  },
});

/** POST tokens */
export const createToken = roleRoute("owner", {
  summary: "Create an API token; it is shown only once",
  needsConfirmation: true,
  body: postTokenSchema,
  answer: newTokenSchema,
  fails: ["operator_not_found"],
  status: 201,
  handle: async ({ admin, admission: { actor }, body }) => {
    const created = resultOrThrow(await admin.operations.apiTokens.create(actor, body));
    return answer({ ...tokenAnswer(created), token: created.token }, { status: 201 });
  },
});

/** DELETE tokens/{id} */
export const revokeToken = roleRoute("owner", {
  summary: "Revoke an API token, from its next request; it stays in the list",
  handle: async ({ admin, admission: { actor }, params }) => {
    resultOrThrow(await admin.operations.apiTokens.revoke(actor, { id: params["id"] ?? "" }));
    return nothing;
  },
});

function tokenAnswer({ id, name, role, agents, operator, createdBy, ...times }: TokenView): ApiToken {
  return {
    id,
    name,
    role,
    agents: agents && [...agents],
    operator,
    createdBy,
    createdAt: timeOf(times.createdAt),
    expiresAt: timeOf(times.expiresAt),
    lastUsedAt: timeOf(times.lastUsedAt),
    revokedAt: timeOf(times.revokedAt),
  };
}
