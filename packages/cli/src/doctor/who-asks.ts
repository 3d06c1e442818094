import { isThere } from "../database-setting.ts";
import { findDemoKey } from "../demo-key.ts";
import type { Examination } from "./examination.ts";

/** A key, and the site that uses it. */
export interface Asking {
  readonly key: string;
  readonly origin: string;
}

/** The key that the doctor was given, or else the demo's; `undefined` when there is neither. */
export async function whoAsks({ settings, inHouse, key, origin }: Examination): Promise<Asking | undefined> {
  const demo = () => inHouse(({ storage }) => findDemoKey(storage.keys, settings));
  const asking = key ?? (isThere(settings.database) ? await demo() : undefined);
  return asking ? { key: asking, origin: origin ?? settings.publicUrl } : undefined;
}
