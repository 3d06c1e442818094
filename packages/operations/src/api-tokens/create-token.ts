import type { TokenRecord } from "@servicechat/storage";
import { actorOf, auditLine } from "../access/audit-line.ts";
import type { Actor, Role, Scope } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import { hashSecret } from "../keys/key-secret.ts";
import type { OperationContext } from "../operation-context.ts";
import { findPersonRefusal } from "../operators/find-person-refusal.ts";
import { tokenView } from "./token-view.ts";
import type { TokenView } from "./token-view.ts";

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
  /** Name of the person on whose behalf it may speak to visitors; left out: it speaks for nobody. */
  readonly operator?: string | undefined;
}

/** A token with its secret, which is known only at this moment. */
export interface CreatedToken extends TokenView {
  /** All of it: `sc_<id>_<secret>`. */
  readonly token: string;
}

/** Creates an API token. */
export async function createToken(
  context: OperationContext,
  { name, role, agents = null, days = tokenDays.usual, operator }: NewApiToken,
  actor: Actor,
): Promise<CreatedToken | RefusedAs<"person_invalid" | "operator_not_found">> {
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
  const audit = auditLine(context, actor, "token.create", { kind: "token", id });
  const created = await storage.apiTokens.create(record, audit);
  // The person has been removed in the meantime.
  if (created.kind === "operator_not_found") return { ...created, id: operator ?? "" };
  if (created.kind === "id_taken") throw new Error("Two random ids of tokens are the same.");
  return { ...tokenView(record, person ?? null), token: `sc_${id}_${secret}` };
}
