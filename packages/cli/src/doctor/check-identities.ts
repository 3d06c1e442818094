import { leastIdentitySecret, readIdentitySecret } from "@servicechat/contract/agent-file";
import { isThere } from "../database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/** Whether agents that believe their sites have the secrets to do so: without one, whoever is signed in is refused. */
export const checkIdentities: Check = {
  name: "identities",
  look: async ({ settings: { database, environment }, inHouse }) => {
    if (!isThere(database)) return [];
    const agents = await inHouse(({ storage }) => storage.agents.list());
    return agents.flatMap(({ id, definition: { identity } }) => {
      if (!identity) return [];
      const check = `agent ${id}, identity`;
      if (readIdentitySecret(identity, environment)) return ok(check, `${identity.secretEnv} is set`);
      const detail = `the variable ${identity.secretEnv} is not set, or shorter than ${leastIdentitySecret} bytes`;
      return problem(
        check,
        detail,
        "set it where the service is started, and to the same on the site's server",
      );
    });
  },
};
