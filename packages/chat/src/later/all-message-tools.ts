export { default as styles } from "../style/message-tools.css?inline";
export { ReplyTools } from "../screens/reply-tools.tsx";
