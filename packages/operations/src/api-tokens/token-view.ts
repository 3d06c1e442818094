import type { TokenRecord } from "@servicechat/storage";

/** The fields of an API token that owners may see. */
export interface TokenView extends Omit<TokenRecord, "secretHash" | "operatorId" | "createdBy"> {
  /** The person it speaks for; `null` when it speaks for nobody, or they were removed. */
  readonly operator: { readonly id: string; readonly name: string } | null;
  /** Name of the person who made it; `null` for the command line. */
  readonly createdBy: string | null;
}

/** The visible fields of a token. */
export function tokenView(token: TokenRecord, operator: TokenView["operator"]): TokenView {
  const { id, name, role, agents, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  return {
    id,
    name,
    role,
    agents,
    operator: operator && { id: operator.id, name: operator.name },
    createdBy: createdBy.name,
    createdAt,
    expiresAt,
    lastUsedAt,
    revokedAt,
  };
}
