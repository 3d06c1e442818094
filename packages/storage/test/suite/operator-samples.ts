import type {
  AuditEntry,
  NewOperator,
  NewToken,
  OperatorRecord,
  Storage,
  AgentToApply,
} from "../../src/index.ts";
import { definitionOf, newId } from "./samples.ts";

/** A day, in milliseconds. */
export const dayMs = 86_400_000;

export function sampleOperator(values: Partial<NewOperator> = {}): NewOperator {
  const id = newId("opr");
  return {
    id,
    name: `Person ${id}`,
    displayName: null,
    role: "viewer",
    agents: null,
    createdAt: 1000,
    ...values,
  };
}

/** Makes a person, and fails when that is refused. */
export async function putOperator(
  storage: Storage,
  values: Partial<NewOperator> = {},
): Promise<OperatorRecord> {
  const result = await storage.operators.create(sampleOperator(values));
  if (result.kind !== "created") throw new Error(result.kind);
  return result.operator;
}

/** Signs a person in by a link, and returns what finds the session. */
export async function signIn(
  storage: Storage,
  operatorId: string,
  { at = 2000, id = newId("ops"), browser = "Firefox" } = {},
): Promise<{ readonly id: string; readonly tokenHash: string }> {
  const link = { tokenHash: newId("link"), expiresAt: at + 1 };
  await storage.operators.createLink({ operatorId, link });
  const session = { id, tokenHash: `hash of ${id}`, browser };
  const proof = { kind: "link", tokenHash: link.tokenHash } as const;
  const result = await storage.operatorSessions.signIn({ proof, session, at });
  if (result.kind !== "signed_in") throw new Error(result.kind);
  return session;
}

/** Finds a session whatever its age. */
export const findSession = (storage: Storage, { tokenHash }: { readonly tokenHash: string }) =>
  storage.operatorSessions.find({ tokenHash, idleSince: 0, createdSince: 0 });

export function sampleAudit(values: Partial<AuditEntry> = {}): AuditEntry {
  const who = { kind: "operator", id: "opr_boss", name: "Boss" } as const;
  return { id: newId("aud"), at: 1000, who, what: "operator.change", on: null, address: "hashed", ...values };
}

/** The actions in the audit log, oldest first. */
export async function auditedIn(storage: Storage): Promise<readonly string[]> {
  const { items } = await storage.audit.list({ limit: 100 });
  return items.map(({ what }) => what).toReversed();
}

export function sampleToken(values: Partial<NewToken> = {}): NewToken {
  return {
    id: newId("tok"),
    secretHash: "cd".repeat(32),
    name: "Reports",
    role: "viewer",
    agents: ["guide"],
    operatorId: null,
    createdBy: { kind: "command_line", id: null, name: null },
    createdAt: 1000,
    expiresAt: 9000,
    ...values,
  };
}

export function sampleApply(values: Partial<AgentToApply> = {}): AgentToApply {
  return {
    id: "guide",
    definition: definitionOf("guide"),
    file: "# Kept\nid: guide\n",
    baseDirectory: "/agents",
    at: 1000,
    author: { kind: "operator", name: "Ada" },
    note: "",
    ...values,
  };
}
