import { Option, type Command } from "commander";
import { letterDays, type Letter, type LetterDay } from "@servicechat/contract/admin";
import { letterSchema, sentLetterSchema } from "@servicechat/contract/admin-schemas";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";

interface SetOptions extends JsonOption {
  readonly on?: boolean;
  readonly off?: boolean;
  readonly day?: LetterDay;
  readonly hour?: number;
  readonly zone?: string;
}

/** `servicechat letter …`: the weekly summary, by mail or webhook. */
export function addLetterCommands(program: Command, context: CommandContext): void {
  const { output } = context;
  const letter = program
    .command("letter")
    .description("show, schedule and send the weekly letter (the webhook event week.ended)");
  const show = (value: Letter, json: boolean | undefined) => {
    const { enabled, day, hour, zone } = value;
    if (json) return output.json({ enabled, day, hour, zone });
    output.line(
      enabled ? `The letter is sent every ${day} at ${hour}:00 (${zone}).` : "The letter is turned off.",
    );
  };

  subcommand(letter, "show", "show when the letter is sent").action(async ({ json }: JsonOption) => {
    show(await context.withAdmin(({ api }) => api.ask("GET", "letter", { answer: letterSchema })), json);
  });

  subcommand(letter, "set", "change when the letter is sent")
    .addOption(new Option("--on", "send it").conflicts("off"))
    .option("--off", "do not send it")
    .addOption(new Option("--day <day>", "on this day").choices(letterDays))
    .option("--hour <hour>", "at this hour, from 0 to 23", wholeNumber(0, 23))
    .option("--zone <zone>", "time zone of the hour, such as Europe/Berlin")
    .action(async ({ json, on, off, ...values }: SetOptions) => {
      const body = { ...values, ...(on && { enabled: true }), ...(off && { enabled: false }) };
      const changed = await context.withAdmin(({ api }) =>
        api.ask("PATCH", "letter", { body, headers: { "if-match": "*" }, answer: letterSchema }),
      );
      show(changed, json);
    });

  subcommand(letter, "send", "have the running service send the letter about the last seven days now").action(
    async ({ json }: JsonOption) => {
      const { sent } = await context.withAdmin(({ api }) =>
        api.ask("POST", "letter/send", { body: {}, answer: sentLetterSchema }),
      );
      if (json) return output.json({ sent });
      output.line(
        `The running service will send the letter to ${sent} ${sent === 1 ? "webhook" : "webhooks"}.`,
      );
    },
  );
}
