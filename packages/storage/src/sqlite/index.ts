export { isFileOfService } from "./is-of-service.ts";
export { openSqlite } from "./open-sqlite.ts";
