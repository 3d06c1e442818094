export { examineFile } from "./examine-file.ts";
export type { FileState } from "./examine-file.ts";
export { openSqlite } from "./open-sqlite.ts";
