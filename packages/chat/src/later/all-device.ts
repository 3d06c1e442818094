import menuStyles from "../style/menu.css?inline";

// As with the controls: a sheet of its own comes with the part that it dresses.
const sheet = new CSSStyleSheet();
sheet.replaceSync(menuStyles);
document.adoptedStyleSheets.push(sheet);

export { openDevice } from "../device/open-device.ts";
export { ChatMenu } from "../screens/chat-menu.tsx";
