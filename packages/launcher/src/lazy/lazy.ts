// Everything that a page does not need before somebody wants to chat: the launcher loads it with one request.
export { explainFailure } from "./explain-failure.ts";
export { openPanel } from "./open-panel.ts";
