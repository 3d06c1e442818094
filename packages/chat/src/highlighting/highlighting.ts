export { default as styles } from "./style/highlight.css?inline";
export { HighlightedCode } from "@servicechat/markdown/highlighting";
