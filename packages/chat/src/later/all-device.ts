export { default as styles } from "../style/menu.css?inline";
export { openDevice } from "../device/open-device.ts";
export { ChatMenu } from "../screens/chat-menu.tsx";
export { Announcer } from "../screens/announcer.tsx";
export { AskFirst } from "../screens/ask-first.tsx";
