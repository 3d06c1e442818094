import { byRole } from "../access/operation.ts";

/** What can be asked about the installation as a whole. */
export const healthOperations = {
  /** What `servicechat doctor` finds. It concerns all agents: whoever is limited to some is refused. */
  examine: byRole("editor", async ({ examine }, _input: object, { agents }) => {
    if (agents !== null) return { kind: "role_needed" as const, role: "editor" as const };
    return { findings: await examine() };
  }),
};
