export { openSqlite } from "./open-sqlite.ts";
