import attachmentStyles from "./style/attachments.css?inline";
import confirmStyles from "./style/confirm.css?inline";
import controlStyles from "./style/input-controls.css?inline";
import questionStyles from "./style/question.css?inline";

/** The style sheet of the controls; the code that loads this module adds it to the page. */
export const styles = questionStyles + controlStyles + confirmStyles + attachmentStyles;

export { ActionForm } from "./action-form.tsx";
export { AnsweredQuestion, LateAnswer } from "./answered-question.tsx";
export { AttachButton, AttachmentBar, FileView } from "./attachments.tsx";
export { ConfirmCard } from "./confirm-card.tsx";
export { QuestionForm } from "./question-form.tsx";
export { WaitingRequest } from "./waiting-request.tsx";
