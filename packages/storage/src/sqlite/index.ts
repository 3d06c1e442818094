export { examineBeforeOpening } from "./examine-before-opening.ts";
export { examineFile } from "./examine-file.ts";
export type { FileState } from "./examine-file.ts";
export { forgetKilled } from "./forget-killed.ts";
export { openSqlite } from "./open-sqlite.ts";
export { requireUsablePlace } from "./require-usable-place.ts";
