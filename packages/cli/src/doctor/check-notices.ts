import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { warning } from "./finding.ts";

/** Agents whose visitors are not told that an AI answers, each with the operator's reason. */
export const checkNotices: Check = {
  name: "notices",
  run: async ({ settings: { database }, withServices }) => {
    if (!isThere(database)) return [];
    const agents = await withServices(({ storage }) => storage.agents.list());
    return agents.flatMap(({ id, definition: { notice } }) => {
      if (notice?.off === undefined) return [];
      return warning(
        `agent ${id}, notice`,
        `visitors are not told that an AI answers: ${notice.off}`,
        "take 'notice: {off: ...}' out of the agent file if the reason no longer holds",
      );
    });
  },
};
