import type { KeyStore } from "@servicechat/storage";
import { isLoopback } from "../settings/is-loopback.ts";
import type { Settings } from "../settings/settings.ts";

/** The names of the demo's keys, by agent. */
export const demoKeyNames = { demo: "Demo page", "demo-shop": "Demo page, coffee shop" } as const;

/**
 * Whether the demo is created and served: as the operator says, otherwise only if the public address is a loopback one.
 */
export function isDemoServed({ demo, publicUrl }: Pick<Settings, "demo" | "publicUrl">): boolean {
  return demo === undefined ? isLoopback(publicUrl) : demo === "on";
}

/** Whether only users of this machine can reach a demo. In doubt, the answer is no. */
export function isPrivateDemo({ publicUrl, host }: Pick<Settings, "publicUrl" | "host">): boolean {
  return isLoopback(publicUrl) && isLoopback(`http://${host.includes(":") ? `[${host}]` : host}`);
}

/** Something that an operator should know, and what to do about it. */
interface Warning {
  readonly detail: string;
  readonly advice: string;
}

/** Warnings about a demo agent that everybody can ask, since its key is in a public page. */
export async function publicDemoWarnings(
  { keys }: { readonly keys: Pick<KeyStore, "list"> },
  { publicUrl }: Pick<Settings, "publicUrl">,
): Promise<readonly Warning[]> {
  if (isLoopback(publicUrl)) return [];
  const live = (await keys.list()).filter(({ revokedAt }) => revokedAt === null);
  return Object.entries(demoKeyNames)
    .filter(([agentId, name]) => live.some((key) => key.agentId === agentId && key.name === name))
    .map(([agentId]) => ({
      detail: `the demo agent ${agentId} answers anyone who can reach ${publicUrl}`,
      advice: `if you do not want that: servicechat agent delete ${agentId}`,
    }));
}
