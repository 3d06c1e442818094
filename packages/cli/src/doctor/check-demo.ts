import { isThere } from "../settings/database-setting.ts";
import { publicDemoWarnings } from "../demo/demo-reach.ts";
import type { Check } from "./examination.ts";
import { warning } from "./finding.ts";

/** Whether a demo can be asked by the whole internet. Says nothing when there is none, or the address is this machine's own. */
export const checkDemo: Check = {
  name: "demo",
  look: async ({ settings, withServices }) => {
    if (!isThere(settings.database)) return [];
    const found = await withServices(({ storage }) => publicDemoWarnings(storage, settings));
    return found.map(({ detail, advice }) => warning("demo", detail, advice));
  },
};
