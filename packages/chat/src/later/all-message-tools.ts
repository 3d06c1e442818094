import styles from "../style/message-tools.css?inline";

// A style sheet made here needs no wider content security policy, and comes with the part that it dresses.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export { ReplyTools } from "../screens/reply-tools.tsx";
