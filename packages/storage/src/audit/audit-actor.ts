import type { AuditActor } from "./audit-store.ts";

const kinds = ["operator", "token", "command_line", "system"] as const;

/** Reads an actor as it is stored. A kind that this version does not know is the service itself. */
export function actorOf({
  kind,
  id,
  name,
}: Omit<AuditActor, "kind"> & { readonly kind: string }): AuditActor {
  return { kind: kinds.find((known) => known === kind) ?? "system", id, name };
}
