import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";
import { useDialog } from "../context/dialogs.ts";

/**
 * A dialog that asks for confirmation. Escape and "Cancel" leave everything as it was.
 *
 * @param props.failure why it failed, once it was tried.
 * @param props.children the control that does it.
 */
export function AskFirst(props: {
  question: string;
  detail: string;
  failure?: string;
  cancel: () => void;
  children: ComponentChildren;
}): JSX.Element {
  const { words } = useChat();
  const { dialog, close } = useDialog(props.cancel);
  const id = useId();
  return (
    <dialog class="question-dialog" ref={dialog} aria-labelledby={id}>
      <h2 id={id} dir="auto">
        {props.question}
      </h2>
      {props.detail && <p dir="auto">{props.detail}</p>}
      {props.failure && <p role="alert">{props.failure}</p>}
      <div class="question-buttons">
        <button type="button" class="button" onClick={close}>
          {words.cancel}
        </button>
        {props.children}
      </div>
    </dialog>
  );
}
