/** What a value that an agent file names is needed for. */
export interface SecretUse {
  /** Of a variable of the environment, or of a stored secret. */
  readonly name: string;
  /** The agents that it is used for; `null`: whichever may. */
  readonly agents: readonly string[] | null;
  /** Where it is about to be sent, such as `https://api.openai.com`; `null`: nowhere. */
  readonly origin: string | null;
}

/** A value, or a sentence for the operator that says why there is none. It has no full stop, and no value in it. */
export type FoundSecret = { readonly value: string } | { readonly reason: string };

/** Finds a stored secret, again each time it is about to be sent; `undefined` if there is none of the name. */
export type FindStoredSecret = (use: SecretUse) => Promise<FoundSecret | undefined>;

/** Where the values that agent files name are found. */
export interface SecretSources {
  /** The variables of the service, which come first. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absent: no secrets are stored. */
  readonly findStoredSecret?: FindStoredSecret | undefined;
}

/** The value of a name that an agent file has, without blanks around it: the environment's, else the stored one. */
export async function findSecret(
  use: SecretUse,
  { environment, findStoredSecret }: SecretSources,
): Promise<FoundSecret> {
  const value = environment[use.name]?.trim();
  if (value) return { value };
  const stored = await findStoredSecret?.(use);
  if (stored) return "value" in stored ? { value: stored.value.trim() } : stored;
  const also = findStoredSecret ? ", and no secret of that name is stored" : "";
  return { reason: `the environment variable ${use.name} is not set${also}` };
}

/** The part of a stored secret that says who may use it, and where it may be sent. */
export interface SecretLimits {
  readonly origins: readonly string[];
  /** `null`: all agents. */
  readonly agents: readonly string[] | null;
}

/** Whether a stored secret may be used in a way. */
export function mayUseSecret({ origins, agents }: SecretLimits, use: Omit<SecretUse, "name">): boolean {
  return isForAgents(agents, use.agents) && (use.origin === null || origins.includes(use.origin));
}

/** Whether a secret that is limited to agents is for any of those that need it. */
export function isForAgents(limits: readonly string[] | null, agents: readonly string[] | null): boolean {
  return limits === null || agents === null || agents.some((agent) => limits.includes(agent));
}
