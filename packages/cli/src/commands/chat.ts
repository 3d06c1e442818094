import type { Command } from "commander";
import { commandLine } from "@servicechat/operations";
import type { Actor } from "@servicechat/operations";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import type { CommandOperations } from "../command-operations.ts";
import { CommandError } from "../input/command-error.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { addFlagCommands } from "./flag-reply.ts";

interface PersonOption extends JsonOption {
  readonly operator?: string;
}

const aboutChatId = "the chat's id, as 'servicechat session list' shows it";
const aboutOperator = "the person to act as, on the local database; with --url, it is the token's person";

/** `servicechat chat …`: a person takes part in a chat. */
export function addChatCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const chat = program.command("chat").description("take, answer and hand back chats, and flag replies");

  const inName = (
    { operator }: PersonOption,
    work: (operations: CommandOperations, actor: Actor) => Promise<unknown>,
  ) =>
    context.withOperations(async ({ operations }) =>
      work(operations, await actorOf(context, operations, operator)),
    );

  subcommand(chat, "take", "take a chat: from then on the agent says and does nothing in it")
    .argument("<id>", aboutChatId)
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, options: PersonOption) => {
      await inName(options, async ({ handoff }, actor) => resultOrThrow(await handoff.take(actor, { id })));
      if (options.json) return output.json({ id, holder: "person" });
      output.line(`Chat ${id} is taken. The agent says nothing in it until it is handed back.`);
    });

  subcommand(chat, "say", "write to the visitor, which takes the chat")
    .argument("<id>", aboutChatId)
    .argument("<text>", "what to say, up to 8,000 characters")
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, text: string, options: PersonOption) => {
      if (text.trim() === "" || text.length > 8_000)
        throw new CommandError("The text must have 1 to 8,000 characters.");
      await inName(options, async ({ handoff }, actor) =>
        resultOrThrow(await handoff.say(actor, { id, text: text.replaceAll("\0", "\ufffd") })),
      );
      if (options.json) return output.json({ id, said: text });
      output.line("Said.");
    });

  subcommand(chat, "hand-back", "hand a chat back to its agent")
    .argument("<id>", aboutChatId)
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, options: PersonOption) => {
      await inName(options, async ({ handoff }, actor) =>
        resultOrThrow(await handoff.handBack(actor, { id })),
      );
      if (options.json) return output.json({ id, holder: "agent" });
      output.line(
        context.isElsewhere()
          ? `Chat ${id} is back with the agent.`
          : `Chat ${id} is back with the agent, which answers from the visitor's next message on.`,
      );
    });

  subcommand(chat, "done", "mark as done a chat whose visitor left an email address and needs no answer")
    .argument("<id>", aboutChatId)
    .action(async (id: string, { json }: JsonOption) => {
      resultOrThrow(
        await context.withOperations(({ operations }) => operations.handoff.done(commandLine, { id })),
      );
      if (json) return output.json({ id, done: true });
      output.line(`Chat ${id} is marked as done. It will need an answer again if its visitor writes.`);
    });

  addFlagCommands(chat, context);
}

/** Who takes part: must be a person, since visitors are always answered in somebody's name. */
async function actorOf(
  context: CommandContext,
  { operators }: CommandOperations,
  name: string | undefined,
): Promise<Actor> {
  if (context.isElsewhere()) {
    if (name === undefined) return commandLine;
    throw new CommandError(
      "With --url, the token says who is speaking: create it with 'servicechat token create --operator NAME', and leave out --operator here.",
    );
  }
  if (name === undefined)
    throw new CommandError("Name the person to act as with --operator NAME. See: servicechat operator list");
  const { id, displayName, role } = resultOrThrow(await operators.findByName(commandLine, { name }));
  if (role === "viewer") throw new CommandError(`${name} has the role 'viewer', which cannot take chats.`);
  return { ...commandLine, person: { id, name: displayName } };
}
