import { Option } from "commander";
import type { Command } from "commander";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { commandLine, keyLimits } from "@servicechat/operations";
import { resultOrThrow } from "./result-or-throw.ts";
import { changeAllowlist } from "./change-allowlist.ts";
import { createKey } from "./create-key.ts";
import { keyIdOf, keyView } from "./key-view.ts";
import { listKeys } from "./list-keys.ts";

/** The highest limit a key may have (docs/decisions.md, "Kind of window"). */
const rateLimit = wholeNumber(keyLimits.rateLimit.min, keyLimits.rateLimit.max);

const aboutKeyId = "the key's id, the part of the key between the underscores";

/** `servicechat key …`: keys and the pages that may use them. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const key = program.command("key").description("issue, change and revoke agent keys");
  const { output } = context;

  subcommand(key, "create", "issue a key for an agent; the key is shown only once")
    .requiredOption("--agent <id>", "the agent that answers")
    .option(
      "--allow <pattern...>",
      "a site that may use the key, such as example.com or https://*.example.com (required)",
    )
    .option("--name <text>", `what it is for, up to ${keyLimits.name} characters`, "")
    .addOption(
      new Option("--rate-limit <n>", "accepted requests in any 60 seconds").argParser(rateLimit).default(60),
    )
    .option("--server-side", "also accept requests without an Origin, from back ends and native apps")
    .action(createKey(context));

  subcommand(key, "list", "list keys, including revoked ones, with what they used today")
    .option("--agent <id>", "only this agent's keys")
    .action(listKeys(context));

  subcommand(key, "allow", "let one more site use a key, from its next request")
    .argument("<keyid>", aboutKeyId)
    .argument("<pattern>", "such as example.com or https://*.example.com")
    .action(changeAllowlist(context, "allow"));

  subcommand(key, "disallow", "no longer let a site use a key, from its next request")
    .argument("<keyid>", aboutKeyId)
    .argument("<pattern>", "an entry of the key's list")
    .action(changeAllowlist(context, "disallow"));

  subcommand(key, "rate", "set how many requests a key may make in any 60 seconds")
    .argument("<keyid>", aboutKeyId)
    .argument("<n>", "accepted requests in any 60 seconds", rateLimit)
    .action(async (id: string, limit: number, { json }: JsonOption) => {
      const changed = await context.withOperations(({ operations }) =>
        operations.keys.change(commandLine, { id: keyIdOf(id), rateLimit: limit }),
      );
      const record = resultOrThrow(changed);
      if (json) return output.json(keyView(record));
      output.line(`Key ${record.id} may make ${record.rateLimit} requests in any 60 seconds.`);
    });

  subcommand(key, "revoke", "refuse a key from its next request, and end its open streams")
    .argument("<keyid>", aboutKeyId)
    .action(async (id: string, { json }: JsonOption) => {
      const revoked = await context.withOperations(({ operations }) =>
        operations.keys.revoke(commandLine, { id: keyIdOf(id) }),
      );
      const record = resultOrThrow(revoked);
      if (json) return output.json(keyView(record));
      output.line(`Key ${record.id} is revoked.`);
    });
}
