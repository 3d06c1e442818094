export { default as styles } from "../style/menu.css?inline";
export { openDevice } from "../device/open-device.ts";
export { ChatMenu } from "../screens/chat-menu.tsx";
export { Unseen } from "../screens/unseen.tsx";
export { AskFirst } from "../screens/ask-first.tsx";
