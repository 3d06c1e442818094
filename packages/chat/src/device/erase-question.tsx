import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { AskFirst } from "./ask-first.tsx";
import type { DeviceWords } from "../words/words.ts";

/** Asks whether the chat is to be erased for good, and says when that did not work. */
export function EraseQuestion(props: {
  erase: () => Promise<void>;
  words: DeviceWords;
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
