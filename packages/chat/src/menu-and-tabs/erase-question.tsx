import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { AskFirst } from "./ask-first.tsx";
import type { MenuAndTabsWords } from "../words/words.ts";

/** Asks whether to permanently erase the chat, and says if that failed. */
export function EraseQuestion(props: {
  erase: () => Promise<void>;
  words: MenuAndTabsWords;
  close: () => void;
}): JSX.Element {
  const { erase, words, close } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");

  async function onClick(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      await erase();
      close();
    } catch {
      setFailure(words.eraseFailed);
      setBusy(false);
    }
  }

  return (
    <AskFirst question={words.eraseQuestion} detail={words.eraseDetail} failure={failure} cancel={close}>
      <button type="button" class="button danger" aria-disabled={isBusy} onClick={() => void onClick()}>
        {words.eraseIt}
      </button>
    </AskFirst>
  );
}
