import type { KeyRecord, RefusedRequests } from "@servicechat/storage";
import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { ok, warning, type Finding } from "./finding.ts";

/** Whether pages can reach each agent: a valid key, and at least one site that may use it. */
export const checkKeys: Check = {
  name: "keys",
  run: async ({ settings, withServices, now }) => {
    if (!isThere(settings.database)) return [];
    return withServices(async ({ storage }) => {
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
      const refused = await storage.rateRefusals.countedOn(now());
      return [...agents, ...useless, ...keys.flatMap((key) => refusedFindings(key, refused))];
    });
  },
};

/** A key's requests that were refused today (UTC). The visitors saw no chat, and nobody else noticed. */
function refusedFindings(
  { id, rateLimit }: KeyRecord,
  refused: readonly RefusedRequests[],
): readonly Finding[] {
  const check = `key ${id}`;
  const { byKey, byAddress } = refused.find(({ keyId }) => keyId === id) ?? { byKey: 0, byAddress: 0 };
  const ofAddresses = `${byAddress} requests were refused today because single addresses sent too many`;
  return [
    ...(byAddress > 0 ? [ok(check, ofAddresses)] : []),
    ...(byKey > 0
      ? [
          warning(
            check,
            `refused ${byKey} requests today: its limit is ${rateLimit} in any minute`,
            `servicechat key rate ${id} N; and set limits.addressRequestsPerMinute, so that one address cannot use it up`,
          ),
        ]
      : []),
  ];
}
