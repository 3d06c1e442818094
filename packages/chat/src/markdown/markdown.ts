import markdownStyles from "../style/markdown.css?inline";
import sourceStyles from "../style/sources.css?inline";
import timeStyles from "../style/times.css?inline";

export const styles = markdownStyles + sourceStyles + timeStyles;

export { MarkdownText } from "../screens/markdown-text.tsx";
export { SourceList } from "../screens/source-list.tsx";
export { DayLine, TimeNote } from "../screens/times.tsx";
export { wordsOf } from "./words-of.ts";
