import { isPreview } from "@servicechat/storage";
import type { BoundKey } from "../request-context.ts";

/** The pages that may frame a document: those that may be declared, and those that the policy then names. */
interface Framers {
  readonly allows: (origin: string) => boolean;
  /** In place of the declared page alone. */
  readonly all?: readonly string[];
}

/**
 * The value of `frame-ancestors` for a declared parent page: its origin when the list allows it, else `'none'`.
 * Declaring a parent can only narrow who may frame, so it needs no proof. A parent that passed the list is a
 * serialized origin: nothing in it can end the directive. Browsers know no source for an IPv6 address and refuse
 * the frame there.
 */
export function frameAncestors(parent: string | undefined, framers: Framers | undefined): string {
  if (parent === undefined || !framers?.allows(parent)) return "'none'";
  return framers.all?.join(" ") ?? parent;
}

/**
 * The pages that may frame the documents of a key. The page around a preview's chat is itself in a frame of the
 * console.
 */
export function framersOf({ key, agent, allows }: BoundKey): Framers {
  return isPreview(agent.id) ? { allows, all: key.allowed } : { allows };
}
