import { auditLine } from "../access/audit-line.ts";
import { byRole, ofPerson } from "../access/operation.ts";
import { sessionLimits } from "../sign-in/session-limits.ts";

/** Names a session of the person who asks. */
interface NamedSession {
  readonly id: string;
}

/** What people can do with what is theirs. */
export const meOperations = {
  /** Who asks. Of a person, what they can sign in with. */
  read: byRole("viewer", async ({ storage }, _input: object, asker) => {
    const { kind, id = "", name = "", role, agents } = asker;
    if (kind !== "operator") return { id, name, role, agents, password: false, passkeys: 0 };
    const [operator, password, passkeys] = await Promise.all([
      storage.operators.find(id),
      storage.operators.findPassword(id),
      storage.passkeys.list(id),
    ]);
    const displayName = operator?.displayName ?? name;
    return {
      id,
      name,
      displayName,
      role,
      agents,
      password: typeof password === "string",
      passkeys: passkeys.length,
    };
  }),

  /** Where the person is signed in, newest first. */
  listSessions: ofPerson(async ({ storage, now }, _input: object, { id, session }) => {
    const sessions = await storage.operatorSessions.list({ operatorId: id, ...sessionLimits(now()) });
    return { items: sessions.map((each) => ({ ...each, isCurrent: each.id === session })) };
  }),

  /** Ends a session of the person. Their own is signed out. */
  endSession: ofPerson(async (parts, input: NamedSession, person) => {
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
      : { kind: "session_not_found" as const, id: input.id };
  }),
};
