import { Option, type Command } from "commander";
import { letterDays, type LetterDay } from "@servicechat/contract/admin";
import { commandLine } from "@servicechat/operations";
import type { Letter } from "@servicechat/operations";
import { subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { resultOrThrow } from "./result-or-throw.ts";

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
  const tell = (value: Letter, json: boolean | undefined) => {
    const { enabled, day, hour, zone } = value;
    if (json) return output.json({ enabled, day, hour, zone });
    output.line(
      enabled ? `The letter is sent every ${day} at ${hour}:00 (${zone}).` : "The letter is turned off.",
    );
  };

  subcommand(letter, "show", "show when the letter is sent").action(async ({ json }: JsonOption) => {
    tell(
      await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.letter.read(commandLine, {})),
      ),
      json,
    );
  });

  subcommand(letter, "set", "change when the letter is sent")
    .addOption(new Option("--on", "send it").conflicts("off"))
    .option("--off", "do not send it")
    .addOption(new Option("--day <day>", "on this day").choices(letterDays))
    .option("--hour <hour>", "at this hour, from 0 to 23", wholeNumber(0, 23))
    .option("--zone <zone>", "time zone of the hour, such as Europe/Berlin")
    .action(async ({ json, on, off, ...values }: SetOptions) => {
      const change = { ...values, ...(on && { enabled: true }), ...(off && { enabled: false }) };
      tell(
        await context.withOperations(async ({ operations }) =>
          resultOrThrow(await operations.letter.change(commandLine, change)),
        ),
        json,
      );
    });

  subcommand(letter, "send", "have the running service send the letter about the last seven days now").action(
    async ({ json }: JsonOption) => {
      const { sent } = await context.withOperations(async ({ operations }) =>
        resultOrThrow(await operations.letter.send(commandLine, {})),
      );
      if (json) return output.json({ sent });
      output.line(
        `The running service will send the letter to ${sent} ${sent === 1 ? "webhook" : "webhooks"}.`,
      );
    },
  );
}
