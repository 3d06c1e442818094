import { Option, type Command } from "commander";
import { replyIdOfMessage } from "@servicechat/contract";
import { flagReasons, type FlagReason } from "@servicechat/contract/admin";
import { commandLine } from "@servicechat/operations";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

interface FlagOptions extends JsonOption {
  readonly reason: FlagReason;
  readonly right?: string;
}

const aboutChat = "the chat's id, as 'servicechat session list' shows it";
const aboutMessage = "id of the agent's message, as 'servicechat gap show --json' and transcripts show it";

/** Maximum length of the text that would have been right. */
const maxRight = 8_000;

/** `servicechat chat flag` and `unflag`: mark a reply as wrong. */
export function addFlagCommands(chat: Command, context: CommandContext): void {
  const { output } = context;
  const nameOf = (id: string, message: string) => ({ id, replyId: replyIdOfMessage(message) ?? message });

  subcommand(chat, "flag", "flag a reply as wrong; its question then counts as part of a gap")
    .argument("<id>", aboutChat)
    .argument("<message>", aboutMessage)
    .addOption(
      new Option("--reason <reason>", "what is wrong with it").choices(flagReasons).makeOptionMandatory(),
    )
    .option("--right <text>", "the right answer, up to 8,000 characters")
    .action(async (id: string, message: string, { json, reason, right }: FlagOptions) => {
      const text = right?.replaceAll("\0", "\ufffd").trim();
      if (text === "" || (text?.length ?? 0) > maxRight)
        throw new CommandError("The right answer must have 1 to 8,000 characters.");
      const flag = await context.withOperations(async ({ operations }) =>
        resultOrThrow(
          await operations.flags.put(commandLine, { ...nameOf(id, message), reason, right: text ?? null }),
        ),
      );
      if (json) return output.json({ ...flag, at: timeText(flag.at) });
      output.line(`Reply ${message} is flagged as ${flag.reason}.`);
    });

  subcommand(chat, "unflag", "remove the flag from a reply")
    .argument("<id>", aboutChat)
    .argument("<message>", aboutMessage)
    .action(async (id: string, message: string, { json }: JsonOption) => {
      await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.flags.remove(commandLine, nameOf(id, message))),
      );
      if (json) return output.json({ id: message, flagged: false });
      output.line(`Reply ${message} is no longer flagged.`);
    });
}
