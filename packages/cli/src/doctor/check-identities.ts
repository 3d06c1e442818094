import { minIdentitySecret, readIdentitySecret } from "@servicechat/contract/agent-file";
import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/**
 * Whether agents that trust their sites' identities have the secrets to verify them: without one, visitors who are
 * signed in are refused.
 */
export const checkIdentities: Check = {
  name: "identities",
  run: async ({ settings: { database, environment }, withServices }) => {
    if (!isThere(database)) return [];
    const agents = await withServices(({ storage }) => storage.agents.list());
    return agents.flatMap(({ id, definition: { identity } }) => {
      if (!identity) return [];
      const check = `agent ${id}, identity`;
      if (readIdentitySecret(identity, environment)) return ok(check, `${identity.secretEnv} is set`);
      const detail = `the variable ${identity.secretEnv} is not set, or shorter than ${minIdentitySecret} bytes`;
      return problem(
        check,
        detail,
        "set it where the service is started, and use the same value on the site's server",
      );
    });
  },
};
