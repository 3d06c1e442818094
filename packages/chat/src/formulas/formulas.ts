export { default as styles } from "./style/math.css?inline";
export { Formula } from "@servicechat/markdown/formulas";
