import { commandLine } from "@servicechat/operations";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { keyView } from "./key-view.ts";

/** `servicechat key list` */
export function listKeys(context: CommandContext) {
  const { output } = context;

  return async ({ agent, json }: JsonOption & { readonly agent?: string }): Promise<void> => {
    const { items: keys } = await context.withOperations(async ({ operations }) => {
      if (agent !== undefined) resultOrThrow(await operations.agents.find(commandLine, { agent }));
      return resultOrThrow(await operations.keys.list(commandLine, { agent, limit: Infinity }));
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
