export { default as styles } from "../style/math.css?inline";
export { Formula } from "../screens/formula.tsx";
