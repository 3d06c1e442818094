import type { Migration } from "kysely/migration";
import * as agents from "./0001-agents.ts";
import * as conversations from "./0002-conversations.ts";
import * as documents from "./0003-documents.ts";

/** The steps that every database takes, by name. A driver adds its own; all run in the order of their names. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-agents": agents,
  "0002-conversations": conversations,
  "0003-documents": documents,
};
