import type { TokenRecord } from "@servicechat/storage";
import { auditLine, actorOf } from "../access/audit.ts";
import { byRole } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import { pageQuery, refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { OperationContext } from "../operation-context.ts";
import type { Actor, Role, Scope } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import { findPersonRefusal } from "./find-person-refusal.ts";

/** Operations on API tokens. */
export const apiTokenOperations = {
  /** Tokens, newest first, revoked and expired ones too. */
  list: byRole("owner", (context, { limit, after }: PageRequest) =>
    refuseInvalidCursor(async () => {
      const { items, next } = await context.storage.apiTokens.list(pageQuery({ limit, after }));
      return { items: await Promise.all(items.map((token) => shown(context, token))), next };
    }),
  ),

  /** Makes a token, which is shown at this moment only. */
  create: byRole("owner", createToken),

  /** Refuses a token from its next request. One that is revoked stays as it is. */
  revoke: byRole("owner", async (context, { id }: WithId, actor) => {
    const name = (await context.storage.apiTokens.find(id))?.token.name;
    const on = { kind: "token", id, name };
    const audit = auditLine(context, actor, "token.revoke", on);
    const revoked = await context.storage.apiTokens.revoke({ id, at: context.now(), audit });
    return revoked.kind === "token_not_found" ? { ...revoked, id } : shown(context, revoked.token);
  }),
};

async function shown({ storage }: OperationContext, token: TokenRecord): Promise<TokenView> {
  const { operatorId } = token;
  const operator = operatorId === null ? undefined : await storage.operators.find(operatorId);
  return tokenView(token, operator ?? null);
}

/** For how many days a token can be valid, and is by default (`usual`). */
export const tokenDays = { min: 1, max: 3_650, usual: 90 } as const;

const dayMs = 86_400_000;

/** An API token to be created. */
export interface NewApiToken {
  readonly name: string;
  readonly role: Role;
  /** Left out: all agents. */
  readonly agents?: Scope | undefined;
  readonly days?: number | undefined;
  /** Name of the person on whose behalf it may speak to visitors; left out: it speaks for no person. */
  readonly operator?: string | undefined;
}

/** A token with its secret, which is known only at this moment. */
export interface CreatedToken extends TokenView {
  /** All of it: `sc_<id>_<secret>`. */
  readonly token: string;
}

/** Creates an API token. */
async function createToken(
  context: OperationContext,
  { name, role, agents = null, days = tokenDays.usual, operator }: NewApiToken,
  actor: Actor,
): Promise<CreatedToken | RefusedAs<"input_invalid" | "operator_not_found">> {
  const refusal = await findPersonRefusal(context, { name, role, agents });
  if (refusal) return refusal;
  const { storage, now, randomBytes } = context;
  const person = operator === undefined ? undefined : await storage.operators.findByName(operator);
  if (operator !== undefined && !person) return { kind: "operator_not_found", id: operator };
  const id = randomBytes(6).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  const createdAt = now();
  const record: TokenRecord = {
    id,
    secretHash: hashSecret(secret),
    name,
    role,
    agents,
    operatorId: person?.id ?? null,
    createdBy: actorOf(actor),
    createdAt,
    expiresAt: createdAt + days * dayMs,
    lastUsedAt: null,
    revokedAt: null,
  };
  const audit = auditLine(context, actor, "token.create", { kind: "token", id, name }, [role]);
  const created = await storage.apiTokens.create(record, audit);
  // The person has been removed in the meantime.
  if (created.kind === "operator_not_found") return { ...created, id: operator ?? "" };
  if (created.kind === "id_taken") throw new Error("Two random ids of tokens are the same.");
  return { ...tokenView(record, person ?? null), token: `sc_${id}_${secret}` };
}

/** The fields of an API token that owners may see. */
export interface TokenView extends Omit<TokenRecord, "secretHash" | "operatorId" | "createdBy"> {
  /** The person it speaks for; `null` if it speaks for no person, or they were removed. */
  readonly operator: { readonly id: string; readonly name: string } | null;
  /** Name of the person who made it; `null` for the command line. */
  readonly createdBy: string | null;
}

/** The visible fields of a token. */
function tokenView(token: TokenRecord, operator: TokenView["operator"]): TokenView {
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
