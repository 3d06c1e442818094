import { byRole } from "../access/operation.ts";

/** Operations on the installation as a whole. */
export const healthOperations = {
  /** The findings of `servicechat doctor`. They concern all agents: people who are limited to some are refused. */
  examine: byRole("editor", async ({ examine }, _input: object, { agents }) => {
    if (agents !== null) return { kind: "role_needed" as const, role: "editor" as const };
    return { findings: await examine() };
  }),
};
