import { reasonOf } from "@servicechat/contract";
import type { Check } from "./examination.ts";
import { ok, problem } from "./finding.ts";

/** Whether several nodes can use this Redis. If it answers, the check joins for a moment under a separate name. */
export const checkRedis: Check = {
  name: "Redis",
  run: async ({ settings: { redisUrl: url } }) => {
    if (url === undefined) return [ok("Redis", "not used: this is the only node")];
    const { openRedisCoordination } = await import("@servicechat/coordination/redis");
    const clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };
    const { host } = new URL(url);
    try {
      await using _ = await openRedisCoordination({ url, prefix: "servicechat-doctor", clock });
      return [ok("Redis", `${host} answers`)];
    } catch (error) {
      const advice =
        "is it running (7.0 or newer), can this machine connect to it, and is the password correct?";
      return [problem("Redis", `${host} cannot be used: ${reasonOf(error)}`, advice)];
    }
  },
};
