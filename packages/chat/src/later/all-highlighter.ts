export { default as styles } from "../style/highlight.css?inline";
export { highlight } from "../highlight/highlight.ts";
