import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { reasonOf } from "@servicechat/contract";
import { commandLine } from "@servicechat/operations";
import type { Command } from "commander";
import { aboutAgentId, subcommand, wholeNumber } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { timeText } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";

/** `servicechat agent versions`, `restore` and `pull`: the states that an agent had. */
export function addVersionCommands(agent: Command, context: CommandContext): void {
  const { output } = context;

  subcommand(agent, "versions", "list the versions of an agent, newest first")
    .argument("<id>", aboutAgentId)
    .option("--limit <n>", "maximum number of results", wholeNumber(1, 100_000), 50)
    .action(async (id: string, { json, limit }: JsonOption & { readonly limit: number }) => {
      const versions = await context.withOperations(({ operations }) =>
        operations.agents.versions(commandLine, { agent: id, limit }),
      );
      const rows = resultOrThrow(versions).items.map(
        ({ version, at, author, note, isCurrent, chats, outcomes }) => ({
          version,
          at: timeText(at),
          author,
          note: note === "" ? null : note,
          current: isCurrent,
          chats,
          outcomes,
        }),
      );
      if (json) return output.json(rows);
      output.table(
        ["version", "at", "by", "note", "chats", "unanswered", ""],
        rows.map(({ version, at, author, note, chats, outcomes, current }) => [
          String(version),
          at,
          author.name ?? author.kind.replaceAll("_", " "),
          note ?? "",
          String(chats),
          String(outcomes.unanswered),
          current ? "current" : "",
        ]),
        `Agent '${id}' has no versions.`,
      );
    });

  subcommand(agent, "restore", "restore an earlier version of an agent, as a new version")
    .argument("<id>", aboutAgentId)
    .argument(
      "<version>",
      "its number, as 'servicechat agent versions' shows it",
      wholeNumber(1, 999_999_999),
    )
    .option("--note <text>", "what the change is for")
    .action(async (id: string, version: number, { json, note }: JsonOption & { readonly note?: string }) => {
      const restored = await context.withOperations(({ operations }) =>
        operations.agents.restore(commandLine, { agent: id, version, note }),
      );
      const change = resultOrThrow(restored);
      if (json) return output.json(change);
      if (change.result === "unchanged")
        return output.line(`Agent '${id}' is unchanged: it already matches version ${version}.`);
      const fields = change.changed.length > 0 ? `: ${change.changed.join(", ")}` : "";
      output.line(`Agent '${id}' is back to version ${version}${fields}.`);
    });

  subcommand(agent, "pull", "write the current version of an agent to a file")
    .argument("<id>", aboutAgentId)
    .argument("[file]", "the file to write (default: <id>.yaml)")
    .option("--force", "replace an existing file with different content")
    .action(
      async (
        id: string,
        path: string | undefined,
        { json, force = false }: JsonOption & { readonly force?: boolean },
      ) => {
        const file = resolve(context.folder, path ?? (await fileNamedAfter(id)));
        const { name, current } = await context.withOperations(async (place) => {
          const read = resultOrThrow(await place.operations.agents.read(commandLine, { agent: id }));
          if ((await place.me()).role === "viewer")
            throw new CommandError(
              "A viewer cannot see the secrets of an agent file, and so cannot pull it.",
            );
          return { name: place.name, current: read };
        });
        const { version, at, file: text } = current;
        if (!force && existsSync(file) && readTextFile(file) !== text)
          throw new CommandError(`${file} already exists with different content. Use --force to replace it.`);
        writeAgentFile(file, text);
        context.seenVersions.remember({ service: name, agent: id, file }, { version, at });
        if (json) return output.json({ id, version, file });
        output.line(`${file} has version ${version} of agent '${id}'.`);
      },
    );
}

/** A file name for an agent. @throws CommandError if the id is invalid: it could lead out of the folder */
async function fileNamedAfter(id: string): Promise<string> {
  // Slow to load, so other commands should not wait for it.
  const { agentIdSchema } = await import("@servicechat/contract/agent-file");
  const read = agentIdSchema.safeParse(id);
  if (read.success) return `${read.data}.yaml`;
  throw new CommandError(
    `'${id}' is not the id of an agent: ${read.error.issues.map(({ message }) => message).join(", ")}.`,
  );
}

/** Writes an agent file. @throws CommandError if it cannot be written */
export function writeAgentFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new CommandError(`The file ${file} could not be written: ${reasonOf(cause)}.`, { cause });
  }
}
