export { default as styles } from "./style/handoff.css?inline";
export { AskButton, menuItems } from "./ask-button.tsx";
export { HandoffBar } from "./handoff-bar.tsx";
export { openHandoff } from "./open-handoff.ts";
export { PeopleHere } from "./people-here.tsx";
export { PeopleLine, PersonTitle } from "./people-line.tsx";
