import { createHmac } from "node:crypto";
import type { User } from "@servicechat/agent";
import { deriveKey } from "../derive-key.ts";

/** Stands for a user with what they were asked, without saying who it is; `undefined` for nobody, who is a user too. */
export type HashUser = (user: User | undefined) => string | undefined;

/** Hashes made with the instance secret: who reads the database learns of no id from them. */
export function createUserHasher(secret: string): HashUser {
  const key = deriveKey(secret, "asked-user");
  return (user) => user && createHmac("sha256", key).update(user.id).digest("base64url");
}
