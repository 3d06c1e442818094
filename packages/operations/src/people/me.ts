import type { PasskeyRecord } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { byRole, ofPerson } from "../access/operation.ts";
import type { WithId } from "../access/operation.ts";
import { pageOfWhole } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import { isAsSeen, revisionOf } from "../revision.ts";
import { sessionLimits } from "../sign-in/session-limits.ts";

/** A passkey as its person sees it. */
export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** `null` before its first use. */
  readonly lastUsedAt: number | null;
  /** Another one whenever the name has changed. */
  readonly revision: string;
}

/** The fields of a passkey that its owner may see. */
export function passkeyView({ credentialId, name, createdAt, lastUsedAt }: PasskeyRecord): PasskeyView {
  return { id: credentialId, name, createdAt, lastUsedAt, revision: revisionOf(name) };
}

/** Operations of people on their own account. */
export const meOperations = {
  /** The caller. For a person, including their ways to sign in. */
  read: byRole("viewer", async ({ storage }, _input: object, actor) => {
    const { kind, id = "", name = "", role, agents } = actor;
    if (kind !== "operator") return { id, name, role, agents, password: false, passkeys: 0 };
    const [operator, password, passkeys] = await Promise.all([
      storage.operators.find(id),
      storage.operators.findPassword(id),
      storage.passkeys.list(id),
    ]);
    const displayName = operator?.displayName ?? name;
    const named = operator?.named ?? false;
    const available = operator?.available ?? true;
    return {
      id,
      name,
      displayName,
      named,
      available,
      role,
      agents,
      password: typeof password === "string",
      passkeys: passkeys.length,
    };
  }),

  /** Sets whether the person is available for chats. */
  setAvailable: ofPerson(async ({ storage }, { available }: { readonly available: boolean }, { id }) =>
    (await storage.operators.setAvailable(id, available))
      ? { available }
      : { kind: "operator_not_found" as const, id },
  ),

  /** Gives the person the name that visitors see. */
  setDisplayName: ofPerson(async (parts, { displayName }: { readonly displayName: string }, person) => {
    const { id } = person;
    const audit = auditLine(parts, person, "operator.change", { kind: "operator", id, name: person.name });
    const result = await parts.storage.operators.update({ id, values: { displayName }, audit });
    return result.kind === "updated" ? { displayName } : { kind: "operator_not_found" as const, id };
  }),

  /** Where the person is signed in, newest first. */
  listSessions: ofPerson(async ({ storage, now }, request: PageRequest, { id, session }) => {
    const found = await storage.operatorSessions.list({ operatorId: id, ...sessionLimits(now()) });
    const sessions = found.map((each) => ({ ...each, isCurrent: each.id === session }));
    return pageOfWhole("sessions", sessions, request, (each) => [-each.createdAt, each.id]);
  }),

  /** Ends a session of the person. Their own is signed out. */
  endSession: ofPerson(async (parts, input: WithId, person) => {
    const isOwn = input.id === person.session;
    const audit = auditLine(
      parts,
      person,
      isOwn ? "sign_out" : "session.end",
      isOwn ? null : { kind: "session", id: input.id },
    );
    const ended = await parts.storage.operatorSessions.end({ id: input.id, operatorId: person.id, audit });
    return ended
      ? { id: input.id, ended: true as const }
      : { kind: "console_session_not_found" as const, id: input.id };
  }),

  /** The person's passkeys, oldest first. */
  listPasskeys: ofPerson(async ({ storage }, request: PageRequest, { id }) => {
    const passkeys = (await storage.passkeys.list(id)).map(passkeyView);
    return pageOfWhole("passkeys", passkeys, request, (passkey) => [passkey.createdAt, passkey.id]);
  }),

  /** Gives a passkey of the person another name. */
  renamePasskey: ofPerson(
    async (
      parts,
      { id, name, seen }: { readonly id: string; readonly name: string; readonly seen?: string | undefined },
      person,
    ) => {
      const { passkeys } = parts.storage;
      const before = await passkeys.find(id);
      if (before?.operatorId !== person.id) return { kind: "passkey_not_found" as const, id };
      const { revision } = passkeyView(before);
      if (!isAsSeen(revision, seen)) return { kind: "precondition_failed" as const, revision };
      const audit = auditLine(parts, person, "passkey.change", { kind: "passkey", id, name });
      const renamed = await passkeys.rename({ credentialId: id, operatorId: person.id, name, audit });
      return renamed ? passkeyView(renamed) : { kind: "passkey_not_found" as const, id };
    },
  ),

  /** Removes a passkey of the person, which can then no longer sign in. Sessions continue. */
  removePasskey: ofPerson(async (parts, { id }: { readonly id: string }, person) => {
    const name = (await parts.storage.passkeys.find(id))?.name;
    const on = { kind: "passkey", id, name };
    const audit = auditLine(parts, person, "passkey.remove", on);
    const removal = { credentialId: id, operatorId: person.id, audit };
    return (await parts.storage.passkeys.remove(removal))
      ? { id, removed: true as const }
      : { kind: "passkey_not_found" as const, id };
  }),
};
