export { default as styles } from "./style/menu.css?inline";
export { openDevice } from "./open-device.ts";
export { BarControls } from "./bar-controls.tsx";
export { Unseen } from "./unseen.tsx";
export { AskFirst } from "./ask-first.tsx";
