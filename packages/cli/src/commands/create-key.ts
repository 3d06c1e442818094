import type { Command } from "commander";
import { commandLine, embedTag, keyLimits } from "@servicechat/operations";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { findOtherSite } from "../output/other-site.ts";
import { timeText } from "../output/print.ts";
import { findAddressConflicts } from "../service-address/find-address-conflicts.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { checkPattern } from "./check-pattern.ts";

interface CreateOptions extends JsonOption {
  readonly agent: string;
  readonly allow?: readonly string[];
  readonly name: string;
  readonly rateLimit: number;
  readonly serverSide?: boolean;
}

/** `servicechat key create`. The whole key is known only now. */
export function createKey(context: CommandContext) {
  return async (options: CreateOptions, command: Command): Promise<void> => {
    const { agent, allow = [], name, rateLimit, serverSide = false, json } = options;
    if (allow.length === 0 && !serverSide) {
      command.error("error: a key needs at least one site that may use it: --allow example.com");
    }
    if (name.length > keyLimits.name) {
      command.error(
        `error: --name must be at most ${keyLimits.name} characters long, but this one has ${name.length}`,
      );
    }
    allow.forEach(checkPattern);
    const wanted = { agent, allowed: allow, name, rateLimit, serverSide };
    const { created, address } = await context.withOperations(async ({ operations, publicAddress }) => ({
      created: resultOrThrow(await operations.keys.create(commandLine, wanted)),
      address: await publicAddress(),
    }));
    const { id, key, allowed, createdAt } = created;

    const { output } = context;
    if (json) {
      return output.json({
        id,
        key,
        agent,
        name,
        allowed,
        rateLimit,
        serverSide,
        createdAt: timeText(createdAt),
      });
    }
    output.line(`Key for agent '${agent}', shown only this once:\n\n  ${key}\n`);
    output.line(`Sites that may use it: ${allowed.join(", ") || "none"}`);
    if (allowed.length === 0)
      return output.line("Keep it secret: it is only for a back end or a native app.");
    output.line(`\nAdd this to the page:\n\n  ${embedTag(address.publicUrl, key)}`);
    if (address.from === "default")
      output.note(
        `\nNo service is running on this database, and no setting says where it will be, so the tag names ${address.publicUrl}.\nSet SERVICECHAT_PUBLIC_URL to its address, or create a key while it runs.`,
      );
    for (const { detail, advice } of findAddressConflicts(address))
      output.note(`\nWarning: ${detail}: ${advice}.`);
    const other = findOtherSite(address.publicUrl, allowed);
    if (other) output.note(`\nNote: ${other.detail}; ${other.advice}.`);
  };
}
