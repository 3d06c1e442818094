import type { Command } from "commander";
import { expect, test } from "vitest";
import { addOtherCommands } from "../../packages/cli/src/commands/other-commands.ts";
import { createProgram } from "../../packages/cli/src/program.ts";
import { commandOfPage } from "../../packages/console/src/app/palette/page-commands.ts";

const pages = [
  "chats",
  "chats/ses_1",
  "inbox",
  "gaps",
  "gaps/gap_1",
  "answers",
  "answers/new",
  "answers/ans_1",
  "agents",
  "agents/new",
  "agents/guide",
  "tests",
  "tests/guide",
  "usage",
  "keys",
  ...["settings", "look", "file", "knowledge", "versions", "install"].map((tab) => `agents/guide/${tab}`),
  ...["people", "sign-in", "tokens", "webhooks", "letter", "privacy", "audit", "health"].map(
    (section) => `settings/${section}`,
  ),
];

function program(): Command {
  const never = (): never => {
    throw new Error("no command runs");
  };
  const progress = { show: never, clear: never };
  const context = {
    output: { line: never, table: never, json: never, note: never, progress },
    folder: "/srv",
    settings: never,
    withServices: never,
    withAdmin: never,
    isElsewhere: never,
    seenVersions: { find: never, remember: never },
    now: never,
    randomBytes: never,
  };
  const made = createProgram(context);
  addOtherCommands(made, context);
  return made;
}

test.each(pages)(
  "the command that the console names for %s exists, with these arguments and options",
  (page) => {
    const [npx, name, ...words] = commandOfPage(page)?.split(" ") ?? [];
    expect([npx, name]).toEqual(["npx", "servicechat"]);
    let command = program();
    while (command.commands.length > 0) {
      const next = words.shift();
      const found = command.commands.find((child) => child.name() === next);
      expect(found, `${command.name()} ${next}`).toBeDefined();
      command = found as Command;
    }
    const { operands, unknown } = command.parseOptions(words);
    expect(unknown).toEqual([]);
    const required = command.registeredArguments.filter((argument) => argument.required).length;
    const isVariadic = command.registeredArguments.some((argument) => argument.variadic);
    expect(operands.length).toBeGreaterThanOrEqual(required);
    if (!isVariadic) expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length);
  },
);

test("pages without a command name none, and an id cannot be read as more than one word", () => {
  for (const page of ["", "nowhere", "settings/notifications", "settings/mail"])
    expect(commandOfPage(page)).toBeUndefined();
  expect(commandOfPage("gaps/a%20b'; rm")).toBe(String.raw`npx servicechat gap show 'a b'\''; rm'`);
});
