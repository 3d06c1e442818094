import type { KeyStore } from "@servicechat/storage";
import { isLoopback } from "../settings/is-loopback.ts";
import type { Settings } from "../settings/settings.ts";

/** The names of the demo's keys, by the agents that they are for. */
export const demoKeyNames = { demo: "Demo page", "demo-shop": "Demo page, coffee shop" } as const;

/** Whether the demo is made and served: as the operator says, otherwise where the public address is a loopback one. */
export function isDemoServed({ demo, publicUrl }: Pick<Settings, "demo" | "publicUrl">): boolean {
  return demo === undefined ? isLoopback(publicUrl) : demo === "on";
}

/** Whether users of this machine alone can reach a demo. In doubt they are not alone. */
export function isPrivateDemo({ publicUrl, host }: Pick<Settings, "publicUrl" | "host">): boolean {
  return isLoopback(publicUrl) && isLoopback(`http://${host.includes(":") ? `[${host}]` : host}`);
}

/** One thing that an operator should know, and what to do about it. */
interface Warning {
  readonly detail: string;
  readonly advice: string;
}

/** What there is to say of a demo agent that everybody can ask, since its key stands in a page for all to read. */
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
