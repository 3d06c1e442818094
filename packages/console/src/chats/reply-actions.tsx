import type { JSX } from "preact";
import type { Entry } from "@servicechat/contract/admin";
import { useConsole, useMay } from "../app/console-context.ts";
import { hrefOf } from "../app/navigation.ts";
import { icon } from "../ui/icon.tsx";

/** What somebody who reads a reply can do about it. */
export function ReplyActions({ chat, entry }: { chat: string; entry: Entry }): JSX.Element | null {
  const { words } = useConsole();
  if (!useMay("responder")) return null;
  return (
    <p class="reply-actions">
      <a class="button small" href={hrefOf("answers/new", { chat, message: entry.id })}>
        {icon("answers", 15)}
        {words.answers.writeHere}
      </a>
    </p>
  );
}
