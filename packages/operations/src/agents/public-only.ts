import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Storage } from "@servicechat/storage";
import { isAtMachine } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";

const noteOf = (origin: string) => `public-only:${origin}`;

/**
 * Whether an origin of a model must lead to public addresses each time it is connected to. It was public when an agent
 * file from the network named it, but the owner of the name could point it to an internal address later.
 */
export async function isPublicOnly(
  { keyValues }: Pick<Storage, "keyValues">,
  origin: string,
): Promise<boolean> {
  return (await keyValues.read(noteOf(origin))) !== undefined;
}

/**
 * Decides where the models of a written agent may lead, before anything connects to them: those named
 * at the machine, anywhere; those from the network that no applied agent has, only to public addresses.
 */
export async function decideReach(
  { agents, keyValues }: Pick<Storage, "agents" | "keyValues">,
  agent: AgentDefinition,
  actor: Actor,
): Promise<void> {
  const { modelOrigins } = await import("../agent-file/console-limits.ts");
  const origins = modelOrigins(agent);
  if (isAtMachine(actor)) {
    for (const origin of origins) await keyValues.take(noteOf(origin));
    return;
  }
  const known = new Set((await agents.list()).flatMap(({ definition }) => modelOrigins(definition)));
  for (const origin of origins) if (!known.has(origin)) await keyValues.keep(noteOf(origin), "");
}
