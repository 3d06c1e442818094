export { openPostgres } from "./open-postgres.ts";
