import attachmentStyles from "../style/attachments.css?inline";
import controlStyles from "../style/controls.css?inline";

// A style sheet made here needs no wider content security policy, and comes with the part that it dresses.
const sheet = new CSSStyleSheet();
sheet.replaceSync(controlStyles + attachmentStyles);
document.adoptedStyleSheets.push(sheet);

export { ActionForm } from "../screens/action-form.tsx";
export { AnsweredQuestion } from "../screens/answered-question.tsx";
export { AttachmentBar } from "../screens/attachment-bar.tsx";
export { ConfirmCard } from "../screens/confirm-card.tsx";
export { ImageDialog } from "../screens/image-dialog.tsx";
export { QuestionForm } from "../screens/question-form.tsx";
export { addFiles } from "../uploads/add-files.ts";
export { acceptedKinds } from "../uploads/file-kinds.ts";
