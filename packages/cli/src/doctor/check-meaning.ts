import { takesUsualEmbeddings } from "@servicechat/knowledge";
import { isThere } from "../settings/database-setting.ts";
import type { Check } from "./examination.ts";
import { warning } from "./finding.ts";

/** Agents whose documents are searched by words alone, since the machine has no room for the local model. */
export const checkMeaning: Check = {
  name: "search by meaning",
  run: async ({ settings: { database }, withServices }) => {
    if (!isThere(database)) return [];
    return withServices(async ({ storage, usualEmbeddings }) => {
      if (usualEmbeddings !== undefined) return [];
      const agents = (await storage.agents.list()).filter(({ definition }) =>
        takesUsualEmbeddings(definition),
      );
      if (agents.length === 0) return [];
      return [
        warning(
          "search by meaning",
          `off: less than 1 GB of memory is free. Documents are found by their words alone, for ${agents.map(({ id }) => id).join(", ")}`,
          "free some memory and start the service again, or set 'embeddings' in the agent file",
        ),
      ];
    });
  },
};
