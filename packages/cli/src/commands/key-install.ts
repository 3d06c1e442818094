import type { Command } from "commander";
import { checkedPageSchema, keyTagSchema } from "@servicechat/contract/admin-schemas";
import { embedTag } from "@servicechat/operations";
import { segment } from "../admin/admin-api.ts";
import { subcommand } from "../command-context.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";

/** `servicechat key show` and `key check`: the tag again, and whether it works on a page. */
export function addInstallCommands(
  key: Command,
  { output, ...context }: CommandContext,
  keyIdOf: (text: string) => string,
): void {
  const aboutKeyId = "the key's id, the part of the key between the underscores";

  subcommand(key, "show", "print the tag of a key again; keys for servers are shown only once")
    .argument("<keyid>", aboutKeyId)
    .action(async (id: string, { json }: JsonOption) => {
      const { shown, address } = await context.withAdmin(async ({ api, publicAddress }) => ({
        shown: await api.ask("GET", `keys/${segment(keyIdOf(id))}/tag`, { answer: keyTagSchema }),
        address: await publicAddress(),
      }));
      const tag = embedTag(address.publicUrl, shown.key);
      if (json) return output.json({ key: shown.key, tag });
      output.line(tag);
    });

  subcommand(key, "check", "fetch a page and find what keeps the chat from working on it")
    .argument("<keyid>", aboutKeyId)
    .argument("<url>", "the address of the page, such as https://shop.example/")
    .action(async (id: string, url: string, { json }: JsonOption) => {
      const checked = await context.withAdmin(({ api }) =>
        api.ask("POST", `keys/${segment(keyIdOf(id))}/check`, { body: { url }, answer: checkedPageSchema }),
      );
      const { findings, lastSeenAt } = checked;
      if (json) output.json(checked);
      else {
        for (const { code, sentence, fix } of findings) output.line(`${code}: ${sentence}\n  ${fix}\n`);
        if (findings.length === 0) output.line("The tag is on the page, and nothing blocks it.");
        output.line(
          lastSeenAt === null
            ? "The key has not been used on this site yet."
            : `The key was last used on this site at ${lastSeenAt}.`,
        );
      }
      if (findings.length > 0) throw new CommandError("The chat does not work on this page as it is.");
    });
}
