import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";
import { useDialog } from "../context/dialogs.ts";

/**
 * A dialog that asks for confirmation. Escape and "Cancel" leave everything as it was.
 *
 * @param props.failure why it failed, once it was tried.
 * @param props.leave the text of the button that leaves everything as it was; "Cancel" by default
 * @param props.children the control that does it.
 */
export function AskFirst(props: {
  question: string;
  detail: ComponentChildren;
  failure?: string;
  cancel: () => void;
  leave?: string;
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
          {props.leave ?? words.cancel}
        </button>
        {props.children}
      </div>
    </dialog>
  );
}
