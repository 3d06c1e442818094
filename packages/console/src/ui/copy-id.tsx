import type { JSX } from "preact";
import { useConsole } from "../app/console-context.ts";
import { useCopy } from "./copy-button.tsx";
import { icon } from "./icon.tsx";
import { showHidden } from "./show-hidden.ts";

/** An id that commands and the API ask for, beside the name of what it stands for. A press copies it. */
export function CopyId({ id }: { id: string }): JSX.Element {
  const { words } = useConsole();
  const { isCopied, copy } = useCopy(id);
  return (
    <button type="button" class="copy-id" title={words.common.copyId} onClick={copy}>
      <span class="unseen">{words.common.copyId} </span>
      <code>{showHidden(id)}</code>
      {icon(isCopied ? "check" : "copy", 13)}
      <span class="unseen" role="status">
        {isCopied ? words.common.copied : ""}
      </span>
    </button>
  );
}
