import { Option } from "commander";
import type { Command } from "commander";
import { subcommand, wholeNumber } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { commandLine, keyLimits } from "@servicechat/operations";
import { answered } from "./answered.ts";
import { changeAllowlist } from "./change-allowlist.ts";
import { createKey } from "./create-key.ts";
import { keyIdOf, keyView } from "./key-view.ts";
import { listKeys } from "./list-keys.ts";

/** The highest limit a key may have (docs/decisions.md, "Kind of window"). */
const rateLimit = wholeNumber(keyLimits.rateLimit.min, keyLimits.rateLimit.max);

const aboutKeyId = "the key's id, the part of the key between the underscores";

/** `servicechat key …`: which pages may use an agent. */
export function addKeyCommands(program: Command, parts: CommandParts): void {
  const key = program.command("key").description("issue, change and revoke agent keys");
  const { output } = parts;

  subcommand(key, "create", "issue a key for an agent; it is shown once and cannot be shown again")
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
    .action(createKey(parts));

  subcommand(
    key,
    "list",
    "all keys, including revoked ones, or those of one agent, with what they used today",
  )
    .option("--agent <id>", "only this agent's keys")
    .action(listKeys(parts));

  subcommand(key, "allow", "let one more site use a key, from its next request")
    .argument("<keyid>", aboutKeyId)
    .argument("<pattern>", "such as example.com or https://*.example.com")
    .action(changeAllowlist(parts, "allow"));

  subcommand(key, "disallow", "refuse a site from its next request")
    .argument("<keyid>", aboutKeyId)
    .argument("<pattern>", "an entry of the key's list")
    .action(changeAllowlist(parts, "disallow"));

  subcommand(key, "rate", "set how many requests a key may make in any 60 seconds")
    .argument("<keyid>", aboutKeyId)
    .argument("<n>", "accepted requests in any 60 seconds", rateLimit)
    .action(async (id: string, limit: number, { json }: JsonOption) => {
      const changed = await parts.withOperations(({ operations }) =>
        operations.keys.change(commandLine, { id: keyIdOf(id), rateLimit: limit }),
      );
      const record = answered(changed);
      if (json) return output.json(keyView(record));
      output.line(`Key ${record.id} may make ${record.rateLimit} requests in any 60 seconds.`);
    });

  subcommand(key, "revoke", "refuse a key from its next request, and end its open streams")
    .argument("<keyid>", aboutKeyId)
    .action(async (id: string, { json }: JsonOption) => {
      const revoked = await parts.withOperations(({ operations }) =>
        operations.keys.revoke(commandLine, { id: keyIdOf(id) }),
      );
      const record = answered(revoked);
      if (json) return output.json(keyView(record));
      output.line(`Key ${record.id} is revoked.`);
    });
}
