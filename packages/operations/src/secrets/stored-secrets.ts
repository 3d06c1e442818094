import { isForAgents } from "@servicechat/contract/agent-file";
import type { FindStoredSecret, SecretUse } from "@servicechat/contract/agent-file";
import type { SecretBox } from "@servicechat/notifications";
import type { SecretRecord, Storage } from "@servicechat/storage";

/** Secrets that operators have stored for agents, as they are used. */
export interface StoredSecrets {
  /** Opens a secret for one use, if it may be used so. Costs a comparison, as long as nothing changes. */
  readonly find: FindStoredSecret;
  /** Seals a value, for nothing but its name, origins and agents. */
  seal(value: string, secret: SealedFor): string;
}

/** What a value is sealed for: whoever changes it in the database makes the value unreadable. */
type SealedFor = Pick<SecretRecord, "name" | "origins" | "agents">;

/**
 * Finds and opens stored secrets. What the database has is cached until the storage's revision changes, so a secret that
 * was replaced or removed is so from the next request on, also by another node or a command.
 */
export function createStoredSecrets({
  storage,
  box,
}: {
  readonly storage: Pick<Storage, "revision" | "secrets">;
  readonly box: Pick<SecretBox, "seal" | "open">;
}): StoredSecrets {
  let kept: { readonly revision: number; readonly secrets: Promise<readonly SecretRecord[]> } | undefined;

  async function current(): Promise<readonly SecretRecord[]> {
    const revision = await storage.revision();
    if (kept?.revision !== revision) {
      const made = { revision, secrets: storage.secrets.list() };
      kept = made;
      made.secrets.catch(() => {
        if (kept === made) kept = undefined;
      });
    }
    return kept.secrets;
  }

  return {
    async find(use) {
      const secret = (await current()).find(({ name }) => name === use.name);
      if (!secret) return undefined;
      const reason = findReason(secret, use);
      if (reason !== undefined) return { reason };
      try {
        return { value: box.open(secret.sealed, contextOf(secret)) };
      } catch {
        return {
          reason: `the secret ${secret.name} cannot be opened, as it was stored with another SERVICECHAT_SECRET: start the service with that one, or store the secret again`,
        };
      }
    },
    seal: (value, secret) => box.seal(value, contextOf(secret)),
  };
}

/** Why a secret may not be used in a way, for the operator. */
function findReason({ name, origins, agents }: SecretRecord, use: SecretUse): string | undefined {
  if (!isForAgents(agents, use.agents)) return `the secret ${name} is not for this agent`;
  if (use.origin === null || origins.includes(use.origin)) return undefined;
  return `the secret ${name} may not be sent to ${use.origin}, which is not one of its addresses`;
}

const contextOf = ({ name, origins, agents }: SealedFor): string =>
  `secret ${JSON.stringify([name, origins, agents])}`;
