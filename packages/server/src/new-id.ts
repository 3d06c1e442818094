import { randomUUIDv7 } from "node:crypto";

/** A new id: a prefix and a UUIDv7 (docs/decisions.md, "Ids"). */
export function newId(prefix: "msg" | "rep" | "ses" | "file" | "img" | "draft"): string {
  return `${prefix}_${randomUUIDv7()}`;
}
