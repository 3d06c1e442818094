import type { TokenRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { byRole } from "../access/operation.ts";
import { inList } from "../lists/in-list.ts";
import type { PageRequest } from "../lists/page.ts";
import type { OperationParts } from "../operation-parts.ts";
import { createToken } from "./create-token.ts";
import type { NewApiToken } from "./create-token.ts";
import { tokenView } from "./token-view.ts";
import type { TokenView } from "./token-view.ts";

/** Names a token by its public part. */
interface NamedToken {
  readonly id: string;
}

/** What can be done with API tokens. */
export const tokenOperations = {
  /** Tokens, newest first, revoked and expired ones too. */
  list: byRole("owner", (parts, { limit, after }: PageRequest) =>
    inList(async () => {
      const { items, next } = await parts.storage.tokens.list({
        limit,
        ...(after !== undefined && { after }),
      });
      return { items: await Promise.all(items.map((token) => shown(parts, token))), next };
    }),
  ),

  /** Makes a token, which is shown at this moment only. */
  create: byRole("owner", (parts, input: NewApiToken, asker) => createToken(parts, input, asker)),

  /** Refuses a token from its next request. One that is revoked stays as it is. */
  revoke: byRole("owner", async (parts, { id }: NamedToken, asker) => {
    const audit = auditLine(parts, asker, "token.revoke", { kind: "token", id });
    const revoked = await parts.storage.tokens.revoke({ id, at: parts.now(), audit });
    return revoked.kind === "token_not_found" ? { ...revoked, id } : shown(parts, revoked.token);
  }),
};

async function shown({ storage }: OperationParts, token: TokenRecord): Promise<TokenView> {
  const { operatorId } = token;
  const operator = operatorId === null ? undefined : await storage.operators.find(operatorId);
  return tokenView(token, operator ?? null);
}
