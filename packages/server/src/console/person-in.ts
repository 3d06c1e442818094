import type { Asker, Person } from "@servicechat/operations";
import { AdminError } from "../response/admin-error.ts";

/** Whoever asks, as a person who is signed in. @throws AdminError `person_needed` for a token */
export function personIn(asker: Asker): Person {
  const { kind, id, session } = asker;
  if (kind !== "operator" || id === undefined || session === undefined) throw new AdminError("person_needed");
  return { ...asker, kind, id, session };
}
