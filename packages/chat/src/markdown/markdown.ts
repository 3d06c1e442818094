import markdownStyles from "../style/markdown.css?inline";
import sourceStyles from "../style/sources.css?inline";
import timeStyles from "../style/times.css?inline";
import toolStyles from "../style/tools.css?inline";

/** The sheet that dresses answers; whoever loads this module puts it into the page. */
export const styles = markdownStyles + toolStyles + sourceStyles + timeStyles;

export { ImageView } from "../screens/image-view.tsx";
export { MarkdownText } from "../screens/markdown-text.tsx";
export { SourceList } from "../screens/source-list.tsx";
export { DayLine, TimeNote } from "../screens/times.tsx";
export { ToolLine } from "../screens/tool-line.tsx";
export { copyText } from "../download/copy-text.ts";
export { toMarkdown } from "../download/to-markdown.ts";
export { wordsOfReply } from "./words-of-reply.ts";
