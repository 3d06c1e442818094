import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { controls, type ControlsModule } from "../later/controls.ts";
import { useChat } from "./chat-context.ts";

/** Draws a control of the part that comes later; until it has come, a quiet line in its place. */
function later<Props extends object>(
  pick: (module: ControlsModule) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  return function Later(props: Props): JSX.Element {
    const { loadControls, words } = useChat();
    useEffect(loadControls, []);
    const module = controls.module.value;
    if (!module) return <p class="later">{controls.isMissing.value ? words.lost : words.loadingControl}</p>;
    const Control = pick(module);
    return <Control {...props} />;
  };
}

/** The form of an action, filled in by the visitor. */
export const ActionForm = later((module) => module.ActionForm);
/** A question of the agent, with what the visitor made of it. */
export const AnsweredQuestion = later((module) => module.AnsweredQuestion);
/** The files that go along with the next message. */
export const AttachmentBar = later((module) => module.AttachmentBar);
/** A request as it would be sent, with the buttons to confirm or cancel it. */
export const ConfirmCard = later((module) => module.ConfirmCard);
/** A file that the visitor has sent. */
export const FileView = later((module) => module.FileView);
/** A question of the agent that waits for its answer, or was answered with a message that may have been about another thing. */
export const QuestionForm = later((module) => module.QuestionForm);
