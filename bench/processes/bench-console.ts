import { randomBytes, randomUUID } from "node:crypto";
import type { Knowledge, Log } from "@servicechat/knowledge";
import { createNotifications, createSecretBox } from "@servicechat/notifications";
import { hashSecret } from "@servicechat/operations/key-secret";
import type { Outbound } from "@servicechat/outbound";
import type { ServerDependencies } from "@servicechat/server";
import type { Storage } from "@servicechat/storage";

interface Ground {
  readonly storage: Storage;
  readonly knowledge: Knowledge;
  readonly outbound: Outbound;
  readonly secret: string;
  readonly log: Log;
  readonly clock: { wallMs(): number };
}

const host = "chat.example";

/** The console's API, without its pages, and people who use it. */
export function createBenchConsole({ storage, knowledge, outbound, secret, log, clock }: Ground) {
  const url = `https://${host}`;
  const notifications = createNotifications({
    storage,
    outbound,
    box: createSecretBox(secret),
    mail: undefined,
    sessionIdleMs: Infinity,
    sessionAgeMs: Infinity,
    consoleUrl: url,
    readWeek: () => Promise.reject(new Error("Nobody is sent letters.")),
    now: () => clock.wallMs(),
    log,
  });
  const dependencies: ServerDependencies["console"] = {
    url,
    knowledge,
    notifications,
    mayRequest: () => false,
    examine: async () => [],
    limits: { variables: undefined, agentsDirectory: "/nowhere", isPublic: async () => false },
  };

  /** Creates somebody who may read, write in and close all chats. Resolves to the headers of their requests. */
  async function employ(): Promise<Readonly<Record<string, string>>> {
    const [operatorId, id] = [randomUUID(), randomUUID().replaceAll("-", "").slice(0, 12)];
    const token = randomBytes(32).toString("base64url");
    const at = clock.wallMs();
    const person = { role: "responder", agents: null, createdAt: at } as const;
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
    return { Host: host, Authorization: `Bearer sc_${id}_${token}` };
  }

  return { dependencies, employ };
}
