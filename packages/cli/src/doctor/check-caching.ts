import { ask } from "./ask.ts";
import type { Check } from "./examination.ts";
import { problem } from "./finding.ts";
import { findTestKey } from "./find-test-key.ts";

const check = "caching";

/**
 * Whether a cache on the way ignores who asks for the configuration: then sites that are not on a key's list get it,
 * including a ticket, and sites of another key get the wrong agent. Reports nothing if all is well.
 */
export const checkCaching: Check = {
  name: check,
  run: async (examination) => {
    const asking = await findTestKey(examination);
    if (!asking) return [];
    const address = `${examination.settings.publicUrl}/chat-bot/config`;
    const headers = { Authorization: `Bearer ${asking.key}`, Origin: asking.origin };
    try {
      const first = await ask(address, { headers });
      const withoutKey = await ask(address);
      if (first.status !== 200 || withoutKey.status !== 200) return [];
    } catch {
      // Nothing answers there, which another check reports.
      return [];
    }
    const detail = "the configuration is served without a key: something in between caches it for everybody";
    return [problem(check, detail, "do not let the proxy or CDN cache anything under /chat-bot/")];
  },
};
