import { randomBytes, randomUUID } from "node:crypto";
import { hashSecret } from "@servicechat/operations/key-secret";
import type { Storage } from "@servicechat/storage";

/** Creates people and a token for each. @returns the tokens, by name; the first is an owner's */
export async function makePeople(
  storage: Storage,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  for (const name of names) {
    const person = { id: `opr_${randomUUID()}`, name, displayName: null, agents: null };
    const role = tokens.size === 0 ? "owner" : "responder";
    const createdAt = Date.now();
    await storage.operators.create({ ...person, role, createdAt });
    const id = randomBytes(6).toString("hex");
    const secret = randomBytes(32).toString("base64url");
    await storage.apiTokens.create({
      id,
      secretHash: hashSecret(secret),
      name,
      role,
      agents: null,
      operatorId: person.id,
      createdBy: { kind: "command_line", id: null, name: null },
      createdAt,
      expiresAt: createdAt + 86_400_000,
    });
    tokens.set(name, `sc_${id}_${secret}`);
  }
  return tokens;
}
