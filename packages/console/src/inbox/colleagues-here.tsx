import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { showHidden } from "../ui/show-hidden.ts";
import { useColleaguesIn } from "./use-presence.ts";

/** Which colleagues are looking at a chat, and which of them are writing. */
export function ColleaguesHere({ chat }: { chat: string }): JSX.Element {
  const { inbox: text } = useConsole().words;
  const here = useColleaguesIn(chat);
  const writing = here.filter(({ typing }) => typing);
  const looking = here.filter(({ typing }) => !typing);
  const names = (of: typeof here): string => of.map(({ name }) => showHidden(name)).join(", ");
  return (
    <p class="colleagues-here" role="status">
      {writing.length > 0 && <span>{text.areWriting(names(writing), writing.length)}</span>}
      {looking.length > 0 && <span>{text.areLooking(names(looking), looking.length)}</span>}
    </p>
  );
}
