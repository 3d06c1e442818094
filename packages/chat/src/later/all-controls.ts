import attachmentStyles from "../style/attachments.css?inline";
import confirmStyles from "../style/confirm.css?inline";
import controlStyles from "../style/controls.css?inline";
import questionStyles from "../style/question.css?inline";

/** The sheet that dresses the controls; whoever loads this module puts it into the page. */
export const styles = questionStyles + controlStyles + confirmStyles + attachmentStyles;

export { ActionForm } from "../screens/action-form.tsx";
export { AnsweredQuestion } from "../screens/answered-question.tsx";
export { AttachButton } from "../screens/attach-button.tsx";
export { AttachmentBar } from "../screens/attachment-bar.tsx";
export { ConfirmCard } from "../screens/confirm-card.tsx";
export { FileView } from "../screens/file-view.tsx";
export { LateAnswer } from "../screens/late-answer.tsx";
export { QuestionForm } from "../screens/question-form.tsx";
export { WaitingRequest } from "../screens/waiting-request.tsx";
