import { ask } from "./ask.ts";
import type { Check } from "./examination.ts";
import { problem } from "./finding.ts";
import { findTestKey } from "./find-test-key.ts";

const check = "caching";

/**
 * Whether something on the way keeps the configuration without regard to who asks for it: then sites that are not on a
 * key's list get it, ticket included, and those on another key's list get the wrong agent. Says nothing when all is well.
 */
export const checkCaching: Check = {
  name: check,
  look: async (examination) => {
    const asking = await findTestKey(examination);
    if (!asking) return [];
    const address = `${examination.settings.publicUrl}/chat-bot/config`;
    const headers = { Authorization: `Bearer ${asking.key}`, Origin: asking.origin };
    try {
      const first = await ask(address, { headers });
      const withoutKey = await ask(address);
      if (first.status !== 200 || withoutKey.status !== 200) return [];
    } catch {
      // Nothing answers there: another check says so.
      return [];
    }
    const detail = "the configuration is served without a key: something in between caches it for everybody";
    return [problem(check, detail, "do not let the proxy or CDN cache anything under /chat-bot/")];
  },
};
