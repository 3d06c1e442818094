import {
  auditSchema,
  newTokenSchema,
  operatorsSchema,
  tokensSchema,
} from "@servicechat/contract/admin-schemas";
import type { ApiToken, Operator } from "@servicechat/contract/admin";
import type { OperatorView, TokenView } from "@servicechat/operations";
import type { CommandOperations } from "../command-operations.ts";
import { readPages, segment } from "./admin-api.ts";
import type { AdminApi } from "./admin-api.ts";
import { orRefused } from "./remote-problem.ts";
import { momentOf, msOf, msOrNull } from "./times.ts";

/** The people of a remote console. */
export function remoteOperators(api: AdminApi): CommandOperations["operators"] {
  const list = async (request: { readonly limit: number; readonly after?: string | undefined }) => {
    const { items, next } = await readPages(request, (query) =>
      api.ask("GET", "operators", { query, answer: operatorsSchema }),
    );
    return { items: items.map(operatorOf), next };
  };
  return {
    list: (_, request) => list(request),
    findByName: async (_, { name }) => {
      const { items } = await list({ limit: Infinity });
      const sought = name.normalize("NFC").toLowerCase();
      const found = items.find((operator) => operator.name.normalize("NFC").toLowerCase() === sought);
      return found ?? { kind: "operator_not_found" as const, id: name };
    },
    remove: (_, { id }) =>
      orRefused(
        async () => {
          await api.ask("DELETE", `operators/${segment(id)}`);
          return { id, removed: true as const };
        },
        {
          operator_not_found: () => ({ kind: "operator_not_found" as const, id }),
          last_owner: () => ({ kind: "last_owner" as const }),
        },
      ),
  };
}

/** The API tokens of a remote service. */
export function remoteTokens(api: AdminApi): CommandOperations["apiTokens"] {
  const list = async (request: { readonly limit: number; readonly after?: string | undefined }) => {
    const { items, next } = await readPages(request, (query) =>
      api.ask("GET", "tokens", { query, answer: tokensSchema }),
    );
    return { items: items.map(tokenOf), next };
  };
  return {
    list: (_, request) => list(request),
    create: (_, { name, role, agents, days, operator }) =>
      orRefused(
        async () => {
          const body = {
            name,
            role,
            ...(agents !== undefined && { agents }),
            ...(days !== undefined && { days }),
            ...(operator !== undefined && { operator }),
          };
          const created = await api.ask("POST", "tokens", { body, answer: newTokenSchema });
          return { ...tokenOf(created), token: created.token };
        },
        { operator_not_found: () => ({ kind: "operator_not_found" as const, id: operator ?? "" }) },
      ),
    revoke: (_, { id }) =>
      orRefused(
        async () => {
          await api.ask("DELETE", `tokens/${segment(id)}`);
          const { items } = await list({ limit: Infinity });
          return items.find((token) => token.id === id) ?? { kind: "token_not_found" as const, id };
        },
        { token_not_found: () => ({ kind: "token_not_found" as const, id }) },
      ),
  };
}

/** The audit log of a remote service. */
export function remoteAudit(api: AdminApi): CommandOperations["audit"] {
  return {
    list: async (_, { from, to, who, what, on, ...request }) => {
      const filter = { from: momentOf(from), to: momentOf(to), who, what, on };
      const { items, next } = await readPages(request, (page) =>
        api.ask("GET", "audit", { query: { ...page, ...filter }, answer: auditSchema }),
      );
      const lines = items.map(({ id, at, who: actor, what: done, on: subject, address }) => ({
        id,
        at: msOf(at),
        who: { kind: actor.kind, id: actor.id ?? null, name: actor.name ?? null },
        what: done,
        on: subject,
        address,
      }));
      return { items: lines, next };
    },
  };
}

function operatorOf({ createdAt, lastSeenAt, ...operator }: Operator): OperatorView {
  return { ...operator, createdAt: msOf(createdAt), lastSeenAt: msOrNull(lastSeenAt) };
}

function tokenOf({ createdAt, expiresAt, lastUsedAt, revokedAt, ...token }: ApiToken): TokenView {
  const { id, name, role, agents, operator, createdBy } = token;
  return {
    id,
    name,
    role,
    agents,
    operator,
    createdBy,
    createdAt: msOf(createdAt),
    expiresAt: msOf(expiresAt),
    lastUsedAt: msOrNull(lastUsedAt),
    revokedAt: msOrNull(revokedAt),
  };
}
