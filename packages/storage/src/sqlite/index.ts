export { examineBeforeOpening } from "./examine-before-opening.ts";
export { examineFile } from "./examine-file.ts";
export type { FileState } from "./examine-file.ts";
export { isRunning } from "./is-running.ts";
export { openSqlite } from "./open-sqlite.ts";
export { requireUsablePlace } from "./require-usable-place.ts";
