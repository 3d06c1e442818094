import editStyles from "./style/edit.css?inline";
import conversationStyles from "./style/later-in-chat.css?inline";
import toolStyles from "./style/message-tools.css?inline";
import printStyles from "./style/print.css?inline";

/** The style sheet of the tools below messages; the code that loads this module adds it to the page. */
export const styles = toolStyles + editStyles + conversationStyles + printStyles;

export { createRatings } from "./create-ratings.ts";
export { EarlierVersions } from "./earlier-versions.tsx";
export { EditBar, EditButton } from "./edit-controls.tsx";
export { GoOn } from "./go-on.tsx";
export { OfferMenu } from "./offer-menu.tsx";
export { onComposerKey } from "./editing.ts";
export { ReplyTools } from "./reply-tools.tsx";
export { ToEnd } from "./to-end.tsx";
