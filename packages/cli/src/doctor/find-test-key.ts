import { isThere } from "../settings/database-setting.ts";
import { findDemoKey } from "../demo/demo-key.ts";
import type { Examination } from "./examination.ts";

/** A key and a site that uses it. */
export interface TestKey {
  readonly key: string;
  readonly origin: string;
}

/** The key given to the doctor, or else the demo's; `undefined` if there is neither. */
export async function findTestKey({
  settings,
  withServices,
  key,
  origin,
}: Examination): Promise<TestKey | undefined> {
  const demo = () => withServices(({ storage }) => findDemoKey(storage.keys, settings));
  const asking = key ?? (isThere(settings.database) ? await demo() : undefined);
  return asking ? { key: asking, origin: origin ?? settings.publicUrl } : undefined;
}
