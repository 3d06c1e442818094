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

export const ActionForm = later((module) => module.ActionForm);
export const AnsweredQuestion = later((module) => module.AnsweredQuestion);
export const AttachmentBar = later((module) => module.AttachmentBar);
export const ConfirmCard = later((module) => module.ConfirmCard);
export const FileView = later((module) => module.FileView);
export const QuestionForm = later((module) => module.QuestionForm);
