import { isThere } from "../database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, warning } from "./finding.ts";

/** Whether pages can reach each agent: a key that is alive, and at least one site that may use it. */
export const checkKeys: Check = {
  name: "keys",
  look: async ({ settings, inHouse }) => {
    if (!isThere(settings.database)) return [];
    return inHouse(async ({ storage }) => {
      const keys = (await storage.keys.list()).filter(({ revokedAt }) => revokedAt === null);
      const agents = (await storage.agents.list()).map(({ id }) => {
        const count = keys.filter(({ agentId }) => agentId === id).length;
        const check = `keys of ${id}`;
        return count > 0
          ? ok(check, `${count} live`)
          : warning(
              check,
              "none, so no page can use this agent",
              `servicechat key create --agent ${id} --allow SITE`,
            );
      });
      const useless = keys
        .filter(({ allowed, serverSide }) => allowed.length === 0 && !serverSide)
        .map(({ id }) => warning(`key ${id}`, "allows no site", `servicechat key allow ${id} SITE`));
      return [...agents, ...useless];
    });
  },
};
