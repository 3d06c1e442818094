import { findSecret, minIdentitySecret, readIdentitySecret } from "@servicechat/contract/agent-file";
import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";
import { findMissingValue } from "./missing-value.ts";

/**
 * Whether agents that trust their sites' identities have the secrets to verify them: without one, visitors who are
 * signed in are refused.
 */
export const checkIdentities: Check = {
  name: "identities",
  run: async ({ settings: { database, environment }, withServices }) => {
    if (!isThere(database)) return [];
    return withServices(async ({ storage, secrets }) => {
      const sources = { environment, findStoredSecret: secrets.find };
      const findings = (await storage.agents.list()).map(async ({ id, definition: { identity } }) => {
        if (!identity) return [];
        const { secretEnv: name } = identity;
        const check = `agent ${id}, identity`;
        const use = { name, agents: [id], origin: null };
        const found = await findSecret(use, sources);
        if ("value" in found && readIdentitySecret(found.value)) return [ok(check, `${name} is set`)];
        const missing = await findMissingValue(use, sources);
        const detail =
          missing?.reason ?? `the variable ${name} is not set, or shorter than ${minIdentitySecret} bytes`;
        const advice =
          "set it where the service is started, or store it in the console, and use the same value on the site's server";
        return [problem(check, detail, missing?.reason === undefined ? advice : missing.advice)];
      });
      return (await Promise.all(findings)).flat();
    });
  },
};
