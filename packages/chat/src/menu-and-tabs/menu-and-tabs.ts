export { default as styles } from "./style/menu.css?inline";
export { openDevice } from "./open-device.ts";
export { BarControls } from "./bar-controls.tsx";
export { BackgroundTasks } from "./background-tasks.tsx";
export { AskFirst } from "./ask-first.tsx";
export { MenuButton } from "./menu-button.tsx";
