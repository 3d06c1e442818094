import { createHmac } from "node:crypto";
import type { User } from "@servicechat/agent";
import { deriveKey } from "../derive-key.ts";

/**
 * Stands for the user who was asked something, without saying who it is; `undefined` if nobody is signed in, which
 * counts as a user too.
 */
export type HashUser = (user: User | undefined) => string | undefined;

/** Hashes made with the instance secret: someone who reads the database learns no ids from them. */
export function createUserHasher(secret: string): HashUser {
  const key = deriveKey(secret, "asked-user");
  return (user) => user && createHmac("sha256", key).update(user.id).digest("base64url");
}
