import type { Actor, Person } from "@servicechat/operations";
import { AdminError } from "../response/admin-error.ts";

/** The caller, as a person who is signed in. @throws AdminError `person_needed` for a token */
export function personIn(actor: Actor): Person {
  const { kind, id, session } = actor;
  if (kind !== "operator" || id === undefined || session === undefined) throw new AdminError("person_needed");
  return { ...actor, kind, id, session };
}
