import type { Command } from "commander";
import { commandLine } from "@servicechat/operations";
import type { Asker } from "@servicechat/operations";
import { subcommand } from "../command-parts.ts";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import type { CommandOperations } from "../command-operations.ts";
import { CommandError } from "../input/command-error.ts";
import { answered } from "./answered.ts";
import { addFlagCommands } from "./flag-reply.ts";

interface PersonOption extends JsonOption {
  readonly operator?: string;
}

const aboutChatId = "the chat's id, as 'servicechat session list' shows it";
const aboutOperator = "the person to act as, on the local database; with --url it is the token's person";

/** `servicechat chat …`: a person takes part in a chat. */
export function addChatCommands(program: Command, parts: CommandParts): void {
  const { output } = parts;
  const chat = program
    .command("chat")
    .description("take a chat, answer its visitor, give it back, flag a reply");

  const inName = (
    { operator }: PersonOption,
    work: (operations: CommandOperations, asker: Asker) => Promise<unknown>,
  ) =>
    parts.withOperations(async ({ operations }) =>
      work(operations, await askerOf(parts, operations, operator)),
    );

  subcommand(chat, "take", "take a chat: from then on the agent says and does nothing in it")
    .argument("<id>", aboutChatId)
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, options: PersonOption) => {
      await inName(options, async ({ handover }, asker) => answered(await handover.take(asker, { id })));
      if (options.json) return output.json({ id, holder: "person" });
      output.line(`Chat ${id} is taken. The agent says nothing in it until it is handed back.`);
    });

  subcommand(chat, "say", "say something to the visitor; takes the chat")
    .argument("<id>", aboutChatId)
    .argument("<text>", "what to say, up to 8,000 characters")
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, text: string, options: PersonOption) => {
      if (text.trim() === "" || text.length > 8_000)
        throw new CommandError("The text must have 1 to 8,000 characters.");
      await inName(options, async ({ handover }, asker) =>
        answered(await handover.say(asker, { id, text: text.replaceAll("\0", "\ufffd") })),
      );
      if (options.json) return output.json({ id, said: text });
      output.line("Said.");
    });

  subcommand(chat, "hand-back", "give a chat back to its agent")
    .argument("<id>", aboutChatId)
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, options: PersonOption) => {
      await inName(options, async ({ handover }, asker) => answered(await handover.handBack(asker, { id })));
      if (options.json) return output.json({ id, holder: "agent" });
      output.line(
        parts.isElsewhere()
          ? `Chat ${id} is back with the agent.`
          : `Chat ${id} is back with the agent, which answers from the visitor's next message on.`,
      );
    });

  addFlagCommands(chat, parts);
}

/** Who speaks: a person, since visitors are never spoken to by nobody. */
async function askerOf(
  parts: CommandParts,
  { operators }: CommandOperations,
  name: string | undefined,
): Promise<Asker> {
  if (parts.isElsewhere()) {
    if (name === undefined) return commandLine;
    throw new CommandError(
      "With --url, the token says who is speaking: create it with 'servicechat token create --operator NAME', and leave out --operator here.",
    );
  }
  if (name === undefined)
    throw new CommandError("Name the person to act as with --operator NAME. See: servicechat operator list");
  const { id, displayName, role } = answered(await operators.findByName(commandLine, { name }));
  if (role === "viewer") throw new CommandError(`${name} has the role 'viewer', which cannot take chats.`);
  return { ...commandLine, person: { id, name: displayName } };
}
