import { roles } from "@servicechat/contract/admin";
import type { Role } from "@servicechat/contract/admin";

/** Reads a role as it is stored. One that this version does not know may do the least. */
export function roleOf(stored: string): Role {
  return roles.find((role) => role === stored) ?? "viewer";
}
