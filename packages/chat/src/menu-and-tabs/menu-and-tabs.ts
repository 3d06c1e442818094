import previewStyles from "../message-preview/style/message-preview.css?inline";
import menuStyles from "./style/menu.css?inline";
import pastChatStyles from "./style/past-chats.css?inline";
import shortcutStyles from "./style/shortcuts.css?inline";

/** The style sheet of the menu and what it opens; the code that loads this module adds it to the page. */
export const styles = menuStyles + pastChatStyles + shortcutStyles + previewStyles;

export { openDevice } from "./open-device.ts";
export { BarControls } from "./bar-controls.tsx";
export { BackgroundTasks } from "./background-tasks.tsx";
export { AskFirst } from "./ask-first.tsx";
export { MenuButton } from "./menu-button.tsx";
