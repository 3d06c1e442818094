import { commandLine } from "@servicechat/operations";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { timeText } from "../output/print.ts";
import { answered } from "./answered.ts";
import { keyView } from "./key-view.ts";

/** `servicechat key list` */
export function listKeys(parts: CommandParts) {
  const { output } = parts;

  return async ({ agent, json }: JsonOption & { readonly agent?: string }): Promise<void> => {
    const { items: keys } = await parts.withOperations(async ({ operations }) => {
      if (agent !== undefined) answered(await operations.agents.find(commandLine, { agent }));
      return answered(await operations.keys.list(commandLine, { agent, limit: Infinity }));
    });
    if (json) {
      return output.json(keys.map((key) => ({ ...keyView(key), outputTokensToday: key.outputTokensToday })));
    }
    output.table(
      ["id", "agent", "name", "allowed", "rate", "tokens today", "ends in", "state"],
      keys.map(({ outputTokensToday: today, ...key }) => [
        key.id,
        key.agentId,
        key.name,
        key.allowed.join(" "),
        `${key.rateLimit}`,
        today ? `${today.used} of ${today.of}` : "-",
        key.lastFour,
        key.revokedAt === null ? "live" : `revoked ${timeText(key.revokedAt)}`,
      ]),
      "There are no keys. Create one with: servicechat key create --agent ID --allow PATTERN",
    );
  };
}
