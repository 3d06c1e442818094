export type { TableComparison } from "./compare-tables.ts";
export { CopyFailed } from "./copy-failed.ts";
export { copyToPostgres } from "./copy-to-postgres.ts";
export type { CopyProgress, CopyReport } from "./copy-to-postgres.ts";
