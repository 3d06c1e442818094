import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { Secret } from "@servicechat/contract/admin";
import { secretSchema, secretsSchema } from "@servicechat/contract/admin-schemas";
import { segment } from "../admin/admin-api.ts";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { agentsText } from "../output/print.ts";

interface SetOptions extends JsonOption {
  readonly origin: readonly string[];
  readonly agent?: readonly string[];
}

interface RemoveOptions extends JsonOption {
  readonly force?: boolean;
}

/** `servicechat secret …`: keys for models and tools, stored encrypted. Their values are never printed. */
export function addSecretCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const secret = program.command("secret").description("store keys for models and tools");

  subcommand(secret, "list", "list the stored secrets by name, without their values").action(
    async ({ json }: JsonOption) => {
      const { items } = await context.withAdmin(({ api }) =>
        api.list("secrets", secretsSchema, { limit: Infinity }),
      );
      if (json) return output.json(items);
      output.table(
        ["name", "ends with", "sent to", "agents", "used by", "stored"],
        items.map((each) => [
          each.name,
          each.lastFour ?? "-",
          each.origins.join(", "),
          agentsText(each.agents),
          usersText(each),
          each.setAt,
        ]),
        "There are no stored secrets. Store one with: servicechat secret set NAME --origin URL",
      );
    },
  );

  subcommand(
    secret,
    "set",
    "store a secret, in place of one of that name; its value is read from standard input",
  )
    .argument("<name>", "as agent files name it, such as OPENAI_API_KEY")
    .requiredOption(
      "--origin <url...>",
      "where it may be sent, and nowhere else, such as https://api.openai.com",
    )
    .option("--agent <id...>", "limit it to these agents")
    .action(async (name: string, { json, origin: origins, agent: agents }: SetOptions) => {
      const value = await readValue(name);
      // An agent that needs it may be applied afterwards.
      const set = await context.withAdmin(
        ({ api }) =>
          api.ask("PUT", `secrets/${segment(name)}`, {
            body: { value, origins, agents },
            answer: secretSchema,
          }),
        { mayCreate: true },
      );
      if (json) return output.json(set);
      output.line(`Stored ${name}, which is sent only to ${set.origins.join(", ")}.`);
      if (set.shadowed) output.note(`The service's environment has ${name} too, and that is used.`);
    });

  subcommand(secret, "remove", "remove a secret")
    .argument("<name>", "the secret's name, as 'servicechat secret list' shows it")
    .option("--force", "even if agents name it")
    .action(async (name: string, { json, force }: RemoveOptions) => {
      const query = force ? { force: "true" } : {};
      await context.withAdmin(({ api }) => api.ask("DELETE", `secrets/${segment(name)}`, { query }));
      if (json) return output.json({ name, removed: true });
      output.line(`Secret ${name} is removed.`);
    });
}

/** From standard input, since other users of the machine can see a command's arguments. @throws CommandError for a terminal */
async function readValue(name: string): Promise<string> {
  if (process.stdin.isTTY)
    throw new CommandError(
      `Pass the value in through standard input: servicechat secret set ${name} --origin URL < FILE`,
    );
  // Files and `echo` end with a line break.
  return (await text(process.stdin)).replace(/\r?\n$/, "");
}

function usersText({ usedBy, shadowed }: Secret): string {
  const users = usedBy.length > 0 ? usedBy.join(", ") : "no agent";
  return shadowed ? `${users}; the environment's value comes first` : users;
}
