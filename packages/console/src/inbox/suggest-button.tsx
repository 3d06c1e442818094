import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { asProblem } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { icon } from "../ui/icon.tsx";
import { sayProblem } from "../ui/page.tsx";

/** Asks the agent to draft an answer. It is put into the field, where a person reads, changes and sends it. */
export function SuggestButton({
  chat,
  suggested,
  failed,
}: {
  chat: string;
  suggested: (text: string) => void;
  failed: (sentence: string) => void;
}): JSX.Element {
  const { api, words } = useConsole();
  const { inbox: text } = words;
  const [isWriting, setWriting] = useState(false);
  const asking = useRef<AbortController>(undefined);
  // Anyone who leaves the chat does not need its draft.
  useEffect(() => () => asking.current?.abort(), []);

  function suggest(): void {
    const { signal } = (asking.current = new AbortController());
    setWriting(true);
    failed("");
    api
      .send<{ text: string }>("POST", `chats/${encodeURIComponent(chat)}/draft`, { signal })
      .then((draft) => (draft.text === "" ? failed(text.noSuggestion) : suggested(draft.text)))
      .catch((thrown: unknown) => {
        if (!signal.aborted) failed(sayProblem(asProblem(thrown), words));
      })
      .finally(() => setWriting(false));
  }
  return (
    <button type="button" class="button quiet" disabled={isWriting} aria-busy={isWriting} onClick={suggest}>
      {icon("agents", 16)}
      {isWriting ? text.suggesting : text.suggest}
    </button>
  );
}
