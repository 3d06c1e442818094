import { randomBytes, randomUUID } from "node:crypto";
import { hashSecret } from "@servicechat/operations/key-secret";
import { openSqlite } from "@servicechat/storage/sqlite";
import { openPostgres } from "@servicechat/storage/postgres";
import type { Places } from "./places.ts";

/** Creates people who may read, write in and close all chats. Resolves to the headers of each one's requests. */
export async function employ(
  { file = "", postgresUrl }: Places,
  people: number,
): Promise<readonly Readonly<Record<string, string>>[]> {
  await using storage = await (postgresUrl === undefined
    ? openSqlite({ file })
    : openPostgres({ url: postgresUrl }));
  const headers = [];
  for (let number = 0; number < people; number++) {
    const [operatorId, id] = [randomUUID(), randomUUID().replaceAll("-", "").slice(0, 12)];
    const token = randomBytes(32).toString("base64url");
    const at = Date.now();
    const person = { role: "owner", agents: null, createdAt: at } as const;
    await storage.operators.create(
      { ...person, id: operatorId, name: `Operator ${operatorId}`, displayName: null },
      { link: { tokenHash: hashSecret(randomBytes(32).toString("base64url")), expiresAt: at } },
    );
    await storage.apiTokens.create({
      ...person,
      id,
      secretHash: hashSecret(token),
      name: "bench",
      operatorId,
      createdBy: { kind: "command_line", id: null, name: null },
      expiresAt: at + 86_400_000,
    });
    headers.push({ Authorization: `Bearer sc_${id}_${token}` });
  }
  return headers;
}
