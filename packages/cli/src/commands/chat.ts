import { Option, type Command } from "commander";
import { messageIdOfReply } from "@servicechat/contract";
import { flagReasons, type FlagReason } from "@servicechat/contract/admin";
import { heldChatSchema, messageEntrySchema, replyFlagSchema } from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import type { AdminApi } from "../admin/admin-api.ts";
import type { Workplace } from "../admin/workplace.ts";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { findOperator } from "./operator.ts";

interface PersonOption extends JsonOption {
  readonly operator?: string;
}

const aboutChatId = "the chat's id, as 'servicechat session list' shows it";
const aboutOperator = "the person to act as, on the local database; with --url, it is the token's person";

/** `servicechat chat …`: a person takes part in a chat. */
export function addChatCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const chat = program.command("chat").description("take, answer and hand back chats, and flag replies");

  const onBehalf = ({ operator }: PersonOption, work: (api: AdminApi) => Promise<unknown>) =>
    context.withAdmin(async (place) => work(await apiAsPerson(place, operator)));

  subcommand(chat, "take", "take a chat: from then on the agent says and does nothing in it")
    .argument("<id>", aboutChatId)
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, options: PersonOption) => {
      await onBehalf(options, (api) => moveChat(api, id, "take"));
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
      const body = { text: text.replaceAll("\0", "\ufffd") };
      await onBehalf(options, (api) =>
        api.ask("POST", `chats/${segment(id)}/messages`, { body, answer: messageEntrySchema }),
      );
      if (options.json) return output.json({ id, said: text });
      output.line("Said.");
    });

  subcommand(chat, "hand-back", "hand a chat back to its agent")
    .argument("<id>", aboutChatId)
    .option("--operator <name>", aboutOperator)
    .action(async (id: string, options: PersonOption) => {
      await onBehalf(options, (api) => moveChat(api, id, "hand-back"));
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
      await context.withAdmin(({ api }) => moveChat(api, id, "done"));
      if (json) return output.json({ id, done: true });
      output.line(`Chat ${id} is marked as done. It will need an answer again if its visitor writes.`);
    });

  addFlagCommands(chat, context);
}

function moveChat(api: AdminApi, id: string, move: "take" | "hand-back" | "done"): Promise<unknown> {
  return api.ask("POST", `chats/${segment(id)}/${move}`, { body: {}, answer: heldChatSchema });
}

/** The API on behalf of a person, since visitors are always answered in somebody's name. */
async function apiAsPerson({ api, here }: Workplace, name: string | undefined): Promise<AdminApi> {
  if (!here) {
    if (name === undefined) return api;
    throw new CommandError(
      "With --url, the token says who is speaking: create it with 'servicechat token create --operator NAME', and leave out --operator here.",
    );
  }
  if (name === undefined)
    throw new CommandError("Name the person to act as with --operator NAME. See: servicechat operator list");
  const { id, displayName, role } = await findOperator(api, name);
  if (role === "viewer") throw new CommandError(`${name} has the role 'viewer', which cannot take chats.`);
  return here.apiAs({ id, name: displayName });
}

interface FlagOptions extends JsonOption {
  readonly reason: FlagReason;
  readonly right?: string;
}

const aboutMessage = "id of the agent's message, as 'servicechat gap show --json' and transcripts show it";

/** Maximum length of the text that would have been right. */
const maxRight = 8_000;

/** `servicechat chat flag` and `unflag`: mark a reply as wrong. */
function addFlagCommands(chat: Command, context: CommandContext): void {
  const { output } = context;

  subcommand(chat, "flag", "flag a reply as wrong; its question then counts as part of a gap")
    .argument("<id>", aboutChatId)
    .argument("<message>", aboutMessage)
    .addOption(
      new Option("--reason <reason>", "what is wrong with it").choices(flagReasons).makeOptionMandatory(),
    )
    .option("--right <text>", "the right answer, up to 8,000 characters")
    .action(async (id: string, message: string, { json, reason, right }: FlagOptions) => {
      const text = right?.replaceAll("\0", "\ufffd").trim();
      if (text === "" || (text?.length ?? 0) > maxRight)
        throw new CommandError("The right answer must have 1 to 8,000 characters.");
      const body = { message: messageIdOf(message), reason, right: text ?? null };
      const flag = await context.withAdmin(({ api }) =>
        api.ask("POST", `chats/${segment(id)}/flags`, { body, answer: replyFlagSchema }),
      );
      if (json) return output.json(flag);
      output.line(`Reply ${message} is flagged as ${flag.reason}.`);
    });

  subcommand(chat, "unflag", "remove the flag from a reply")
    .argument("<id>", aboutChatId)
    .argument("<message>", aboutMessage)
    .action(async (id: string, message: string, { json }: JsonOption) => {
      const path = `chats/${segment(id)}/flags/${segment(messageIdOf(message))}`;
      await context.withAdmin(({ api }) => api.ask("DELETE", path));
      if (json) return output.json({ id: message, flagged: false });
      output.line(`Reply ${message} is no longer flagged.`);
    });
}

/** The id of a reply's message; the id of the reply itself is accepted too. */
function messageIdOf(text: string): string {
  return messageIdOfReply(text);
}
