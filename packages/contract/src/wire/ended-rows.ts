import type { ToolRow } from "./parts.ts";

/** The rows of a tool that has ended: none of them is running any longer, each of those is now `status`. */
export const endedRows = (rows: readonly ToolRow[], status: "done" | "failed"): readonly ToolRow[] =>
  rows.map((row) => (row.status === "running" ? { ...row, status } : row));
