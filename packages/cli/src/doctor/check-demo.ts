import { isThere } from "../settings/database-setting.ts";
import { publicDemoWarnings } from "../demo/demo-reach.ts";
import type { Check } from "./examination.ts";
import { warning } from "./finding.ts";

/** Whether everybody on the internet can ask the demo. Reports nothing if there is no demo or the address is local. */
export const checkDemo: Check = {
  name: "demo",
  run: async ({ settings, withServices }) => {
    if (!isThere(settings.database)) return [];
    const found = await withServices(({ storage }) => publicDemoWarnings(storage, settings));
    return found.map(({ detail, advice }) => warning("demo", detail, advice));
  },
};
