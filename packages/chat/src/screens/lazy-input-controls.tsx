import type { ComponentType, FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useChat } from "../context/chat-context.ts";
import type { InputControls } from "../lazy/lazy-modules.ts";

/** Draws a lazily loaded control; until it has loaded, a quiet line in its place. */
function lazy<Props extends object>(
  pick: (controls: InputControls) => ComponentType<Props>,
): FunctionComponent<Props> {
  return function LazyControl(props: Props): JSX.Element {
    const { lazy, words } = useChat();
    const { module, isMissing, load } = lazy.inputControls;
    useEffect(() => void load(), []);
    if (!module.value) return <p class="later">{isMissing.value ? words.lost : words.loadingControl}</p>;
    const Control = pick(module.value);
    return <Control {...props} />;
  };
}

/** The form of an action, filled in by the visitor. */
export const ActionForm = lazy((controls) => controls.ActionForm);
/** A question of the agent, with the visitor's answer. */
export const AnsweredQuestion = lazy((controls) => controls.AnsweredQuestion);
/** The files attached to the next message. */
export const AttachmentBar = lazy((controls) => controls.AttachmentBar);
/** A request as it would be sent, with the buttons to confirm or cancel it. */
export const ConfirmCard = lazy((controls) => controls.ConfirmCard);
/** A file that the visitor has sent. */
export const FileView = lazy((controls) => controls.FileView);
/**
 * A question of the agent that waits for its answer, or was answered with a message that may have been about something
 * else.
 */
export const QuestionForm = lazy((controls) => controls.QuestionForm);
