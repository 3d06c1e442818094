import markdownStyles from "../style/markdown.css?inline";
import sourceStyles from "../style/sources.css?inline";

export const styles = markdownStyles + sourceStyles;

export { MarkdownText } from "../screens/markdown-text.tsx";
export { SourceList } from "../screens/source-list.tsx";
export { wordsOf } from "./words-of.ts";
