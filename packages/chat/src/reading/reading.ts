import markdownStyles from "./style/markdown.css?inline";
import sourceStyles from "./style/sources.css?inline";
import timeStyles from "./style/times.css?inline";
import toolStyles from "./style/tools.css?inline";

/** The sheet that dresses answers; whoever loads this module puts it into the page. */
export const styles = markdownStyles + toolStyles + sourceStyles + timeStyles;

export { ImageView } from "./image-view.tsx";
export { AnswerSources, AnswerText } from "./answer-text.tsx";
export { DayLine, TimeNote } from "./times.tsx";
export { ToolLine } from "./tool-line.tsx";
export { copyText } from "./write/copy-text.ts";
export { toMarkdown } from "./write/to-markdown.ts";
export { wordsOfReply } from "./citations/words-of-reply.ts";
