export { default as styles } from "../style/markdown.css?inline";
export { MarkdownText } from "../screens/markdown-text.tsx";
export { wordsOf } from "./words-of.ts";
