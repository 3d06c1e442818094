import type { SecretSources, SecretUse } from "@servicechat/contract/agent-file";

/** Why an agent does not get a value that it names, and what to do. */
interface MissingValue {
  /** Absent: it is neither in the environment nor stored. */
  readonly reason?: string;
  readonly advice: string;
}

/** @returns `undefined` if the agent gets the value; the sentences have no full stop */
export async function findMissingValue(
  use: SecretUse,
  { environment, findStoredSecret }: SecretSources,
): Promise<MissingValue | undefined> {
  if (environment[use.name]?.trim()) return undefined;
  const stored = await findStoredSecret?.(use);
  if (!stored)
    return {
      advice:
        "set it where the service is started, such as in .env, or store it in the console under Settings, Secrets",
    };
  if ("value" in stored) return undefined;
  const { reason } = stored;
  return { reason, advice: "change the secret in the console under Settings, Secrets, or the agent file" };
}
