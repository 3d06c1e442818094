import { ask } from "./ask.ts";
import type { Check } from "./examination.ts";
import { problem } from "./finding.ts";
import { whoAsks } from "./who-asks.ts";

const check = "caching";

/**
 * Whether something on the way keeps the configuration without regard to who asks for it: then sites that are not on a
 * key's list get it, ticket included, and those on another key's list get the wrong agent. Says nothing when all is well.
 */
export const checkCaching: Check = {
  name: check,
  look: async (examination) => {
    const asking = await whoAsks(examination);
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
    const detail = "the configuration is answered without a key: something on the way keeps it for everybody";
    return [problem(check, detail, "let neither proxy nor CDN cache anything below /chat-bot/")];
  },
};
