import type { TokenRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import { inList } from "../paging/in-list.ts";
import type { PageRequest } from "../paging/page.ts";
import type { OperationContext } from "../operation-context.ts";
import { createToken } from "./create-token.ts";
import type { NewApiToken } from "./create-token.ts";
import { tokenView } from "./token-view.ts";
import type { TokenView } from "./token-view.ts";

/** Names a token by its public part. */
interface NamedToken {
  readonly id: string;
}

/** Operations on API tokens. */
export const apiTokenOperations = {
  /** Tokens, newest first, revoked and expired ones too. */
  list: byRole("owner", (context, { limit, after }: PageRequest) =>
    inList(async () => {
      const { items, next } = await context.storage.apiTokens.list({
        limit,
        ...(after !== undefined && { after }),
      });
      return { items: await Promise.all(items.map((token) => shown(context, token))), next };
    }),
  ),

  /** Makes a token, which is shown at this moment only. */
  create: byRole("owner", (context, input: NewApiToken, actor) => createToken(context, input, actor)),

  /** Refuses a token from its next request. One that is revoked stays as it is. */
  revoke: byRole("owner", async (context, { id }: NamedToken, actor) => {
    const audit = auditLine(context, actor, "token.revoke", { kind: "token", id });
    const revoked = await context.storage.apiTokens.revoke({ id, at: context.now(), audit });
    return revoked.kind === "token_not_found" ? { ...revoked, id } : shown(context, revoked.token);
  }),
};

async function shown({ storage }: OperationContext, token: TokenRecord): Promise<TokenView> {
  const { operatorId } = token;
  const operator = operatorId === null ? undefined : await storage.operators.find(operatorId);
  return tokenView(token, operator ?? null);
}
