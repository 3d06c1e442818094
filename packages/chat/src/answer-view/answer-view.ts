import imageStyles from "./style/images.css?inline";
import markdownStyles from "./style/markdown.css?inline";
import sourceStyles from "./style/sources.css?inline";
import timeStyles from "./style/times.css?inline";
import toolStyles from "./style/tools.css?inline";

/** The style sheet of answers; the code that loads this module adds it to the page. */
export const styles = markdownStyles + toolStyles + sourceStyles + timeStyles + imageStyles;

export { ImageView } from "./image-view.tsx";
export { AnswerSources, AnswerText } from "./answer-text.tsx";
export { TimeLine, TimeNote } from "./times.tsx";
export { ToolLine } from "./tool-line.tsx";
export { placeInGroup } from "./groups.ts";
export { answerMarkdown, answerPlainText, toMarkdown } from "./export.ts";
export { spokenText } from "./spoken-text.ts";
export { wordsOfReply } from "./citations.ts";
