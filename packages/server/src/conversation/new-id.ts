import { randomUUIDv7 } from "node:crypto";

/** A new id: a prefix and a UUIDv7 (decisions, "Ids"). */
export function newId(prefix: "msg" | "rep" | "ses" | "file" | "img"): string {
  return `${prefix}_${randomUUIDv7()}`;
}
