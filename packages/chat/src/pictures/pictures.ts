export { default as styles } from "./style/pictures.css?inline";
export { Picture } from "./picture.tsx";
